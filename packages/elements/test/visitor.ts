import { after, before } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../../../scripts/chromium.ts';
import { visitIn } from './site.ts';

/**
 * One browser for all visits of a test file: starting one costs more than most visits.
 * @returns what runs a visit on a page of its own, with nothing cached; what the page complains about is thrown.
 */
export function visitor(): <T>(use: (page: Page) => Promise<T>) => Promise<T> {
  let browser: Browser;
  before(async () => {
    browser = await launchBrowser();
  });
  after(() => browser?.close());
  return (use) => visitIn(browser, use);
}
