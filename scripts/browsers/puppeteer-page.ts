import puppeteer, { type ElementHandle, type KeyInput, type LaunchOptions } from 'puppeteer-core';
import { FIND, type Key, type Page, type Path } from './page.ts';
import { until, untilFound } from './until.ts';

const KEYS: Readonly<Record<Key, KeyInput>> = { Space: ' ' as KeyInput, Tab: 'Tab', Enter: 'Enter' };

/** Opens a page in Chromium or Firefox. */
export async function openPuppeteerPage(options: LaunchOptions): Promise<Page> {
  const browser = await puppeteer.launch(options);
  const page = await browser.newPage();

  async function find(path: Path): Promise<ElementHandle | undefined> {
    const handle = await page.evaluateHandle(`(${FIND})(${JSON.stringify(path)})`);
    return (handle.asElement() as ElementHandle | null) ?? undefined;
  }

  /**
   * Presses an element once it is laid out: it may exist before that, and a page that redraws itself removes it from
   * the layout again, which puppeteer refuses before it has pressed anything.
   */
  async function click(path: Path): Promise<void> {
    await until(`a place to press: ${path.join(' ')}`, async () => {
      const element = await find(path);
      await element?.scrollIntoView();
      await element?.click();
      return element !== undefined;
    });
  }

  return {
    browser: await browser.version(),
    open: async (url) => void (await page.goto(url)),
    url: async () => page.evaluate('location.href') as Promise<string>,
    click,
    press: async (key) => page.keyboard.press(KEYS[key]),
    focus: async (path) => (await untilFound(path, find)).focus(),
    async read(path, property) {
      const element = await find(path);
      return element?.evaluate((node, name) => (node as unknown as Record<string, unknown>)[name], property);
    },
    async mark(path) {
      await (await untilFound(path, find)).evaluate((node) => void Object.assign(node, { marked: true }));
    },
    async matches(path, selector) {
      const element = await find(path);
      return (await element?.evaluate((node, wanted) => node.matches(wanted), selector)) ?? false;
    },
    // A restored page loads nothing that could be waited for.
    back: async () => void (await page.evaluate('setTimeout(() => history.back())')),
    reload: async () => void (await page.reload()),
    close: () => browser.close(),
  };
}
