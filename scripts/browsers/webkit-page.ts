import { Key as SeleniumKey, type WebElement } from 'selenium-webdriver';
import { FIND, type Key, type Page, type Path } from './page.ts';
import { untilFound } from './until.ts';
import { startWebKit } from './webkit.ts';

const KEYS: Readonly<Record<Key, string>> = {
  Space: SeleniumKey.SPACE,
  Tab: SeleniumKey.TAB,
  Enter: SeleniumKey.ENTER,
};

/** Opens a page in WebKitGTK. */
export async function openWebKitPage(): Promise<Page> {
  const { builder, stop } = await startWebKit();
  const driver = await builder.build();
  const capabilities = await driver.getCapabilities();

  async function find(path: Path): Promise<WebElement | undefined> {
    const script = `return (${FIND})(arguments[0]);`;
    return (await driver.executeScript<WebElement | null>(script, path)) ?? undefined;
  }

  return {
    browser: `WebKitGTK ${capabilities.getBrowserVersion() ?? ''}`,
    open: (url) => driver.get(url),
    url: () => driver.getCurrentUrl(),
    click: async (path) => (await untilFound(path, find)).click(),
    press: (key) => driver.actions().sendKeys(KEYS[key]).perform(),
    async focus(path) {
      await driver.executeScript('arguments[0].focus()', await untilFound(path, find));
    },
    async read(path, property) {
      const element = await find(path);
      return element && driver.executeScript('return arguments[0][arguments[1]]', element, property);
    },
    async mark(path) {
      await driver.executeScript('arguments[0].marked = true', await untilFound(path, find));
    },
    async matches(path, selector) {
      const element = await find(path);
      if (!element) return false;
      return driver.executeScript<boolean>('return arguments[0].matches(arguments[1])', element, selector);
    },
    // A restored page loads nothing that could be waited for.
    back: () => driver.executeScript('setTimeout(() => history.back())'),
    reload: () => driver.navigate().refresh(),
    async close() {
      await driver.quit();
      await stop();
    },
  };
}
