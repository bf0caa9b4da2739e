import { CHROMIUM_ARGS, chromiumPath } from '../chromium.ts';
import { firefoxOptions } from './firefox.ts';
import type { Page } from './page.ts';
import { openPuppeteerPage } from './puppeteer-page.ts';
import { openWebKitPage } from './webkit-page.ts';

/** Supported browsers. */
export const BROWSERS = ['chromium', 'firefox', 'webkit'] as const;
export type BrowserName = (typeof BROWSERS)[number];

/** Opens a page in a browser. @throws MissingBrowserError if it is not installed. */
export async function openPage(name: BrowserName): Promise<Page> {
  if (name === 'webkit') return openWebKitPage();
  if (name === 'firefox') return openPuppeteerPage(firefoxOptions());
  return openPuppeteerPage({ executablePath: await chromiumPath(), args: CHROMIUM_ARGS });
}
