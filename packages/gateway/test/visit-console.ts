import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { ConsoleStates, Viewer } from './console-states.ts';

/** Viewing options of pages. */
export interface Look {
  /** Default: light. */
  readonly colorScheme?: 'light' | 'dark';
  /** Width of the window, pixels. Default: 1280. */
  readonly width?: number;
  /** A script to inject into each page; the pages themselves allow none. */
  readonly script?: string;
  readonly javaScriptEnabled?: boolean;
}

const VIEWERS = ['operator', 'viewer', 'nobody'] as const;

async function contextOf(
  browser: Browser,
  states: ConsoleStates,
  viewer: Viewer,
  look: Look,
): Promise<BrowserContext> {
  const { colorScheme = 'light', width = 1280, script, javaScriptEnabled = true } = look;
  const context = await browser.newContext({
    colorScheme,
    javaScriptEnabled,
    viewport: { width, height: 800 },
    bypassCSP: script !== undefined,
  });
  const [name, value] = states.cookies[viewer]?.split('=') ?? [];
  if (name && value) await context.addCookies([{ name, value, url: states.url }]);
  if (script !== undefined) await context.addInitScript({ path: script });
  return context;
}

/** Opens every page in every state, one after the other; pages behind a form come last. */
export async function visitConsole(
  browser: Browser,
  states: ConsoleStates,
  look: Look,
  visit: (page: Page, name: string) => Promise<void>,
): Promise<void> {
  for (const viewer of VIEWERS) {
    const context = await contextOf(browser, states, viewer, look);
    const page = await context.newPage();
    for (const [name, path] of Object.entries(states.pages[viewer])) {
      await page.goto(`${states.url}/console${path}`);
      await visit(page, name);
    }
    if (viewer === 'operator')
      for (const [name, { path, fill = {}, button }] of Object.entries(states.forms)) {
        await page.goto(`${states.url}/console${path}`);
        for (const [field, text] of Object.entries(fill)) await page.locator(`[name=${field}]`).fill(text);
        await page.getByRole('button', { name: button, exact: true }).click();
        await page.waitForLoadState();
        await visit(page, name);
      }
    await context.close();
  }
}
