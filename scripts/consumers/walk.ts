import assert from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import { payAndReturn } from './pay.ts';

/**
 * Follows a traveller's flow through a page: figures by the page's cabin, the box ticked and unticked, the page's log
 * of its events, payment, and the status of the order after the return. Fails on any error in the page.
 */
export async function walk(browser: Browser, shopUrl: string, gatewayUrl: string): Promise<void> {
  const page = await browser.newPage();
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.goto(shopUrl);
  const widget = page.locator('flight-offset-widget:state(ready)');
  await widget.getByText('Estimated emissions, economy').waitFor();
  await page.getByLabel('Cabin').selectOption('business');
  await widget.getByText('Estimated emissions, business').waitFor();
  const summary = page
    .getByRole('status')
    .getByRole('paragraph')
    .filter({ hasText: /contribution/i });
  await summary.getByText('No contribution chosen.').waitFor();
  await widget.getByRole('checkbox').check();
  await summary.getByText(/Contribution: ₹[\d,.]+, paid separately\./).waitFor();
  await widget.getByRole('checkbox').uncheck();
  await summary.getByText('No contribution chosen.').waitFor();
  await widget.getByRole('checkbox').check();
  await payAndReturn(page, widget, { gatewayUrl, returnsTo: `${shopUrl}/?order_id=**` });
  assert.deepEqual(errors, []);
  await page.close();
}
