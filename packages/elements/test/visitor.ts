import { after, before } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../../../scripts/chromium.ts';
import { visitIn } from './site.ts';

/**
 * Creates one browser for the visits of a test file: starting one costs more than most visits.
 * @returns A function that runs a visit on a new page, with nothing cached, and throws the page's errors.
 */
export function visitor(): <T>(use: (page: Page) => Promise<T>) => Promise<T> {
  let browser: Browser;
  before(async () => {
    browser = await launchBrowser();
  });
  after(() => browser?.close());
  return (use) => visitIn(browser, use);
}
