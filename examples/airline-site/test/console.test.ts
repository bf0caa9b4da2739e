/**
 * From a ticked box on the airline's page to the console: the order, its webhook, a replay, a refund, the audit log.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchBrowser } from '../../../scripts/chromium.ts';
import { type Relay, startRelay } from './relay.ts';
import { type Stack, startStack } from './stack.ts';

let browser: Browser;
before(async () => {
  browser = await launchBrowser();
});
after(() => browser?.close());

/** Books a flight with the contribution. @returns Reference of the booking. */
async function book({ airline }: Stack): Promise<string> {
  const page = await browser.newPage();
  await page.goto(airline);
  const widget = page.locator('flight-offset-widget:state(ready)');
  await widget.getByText('Zurich ZRH to San Francisco SFO').waitFor();
  await widget.getByRole('checkbox').check();
  await page.locator('#review-price').getByText('Climate contribution').waitFor();
  await page.getByRole('button', { name: /^Pay/ }).click();
  await page.getByRole('heading', { name: 'You are booked' }).waitFor();
  const reference = new URL(page.url()).searchParams.get('reference') ?? '';
  await page.close();
  return reference;
}

/** Reloads a page, like a visitor without scripts, until it shows a text. */
async function until(page: Page, text: string | RegExp): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    if ((await page.getByText(text).count()) > 0) return;
    await page.waitForTimeout(100);
    await page.goto(page.url());
  }
  assert.fail(`${page.url()} never showed ${text}`);
}

async function walk(context: BrowserContext, stack: Stack, relay: Relay): Promise<void> {
  const reference = await book(stack);
  const page = await context.newPage();
  const menu = (name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true });

  await page.goto(`${stack.gateway}/console`);
  await page.getByRole('button', { name: 'Open the console' }).click();
  await page.getByRole('link', { name: 'Example Air' }).click();
  await menu('Orders').click();
  await page.getByLabel('Order, reference, e-mail address or payment').fill(reference);
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('table', { name: 'Orders' }).getByRole('link').click();
  await page.getByText(reference, { exact: true }).waitFor();
  const order = page.url();
  for (const happened of ['Order created', 'Paid', 'Credits allocated'])
    await page.getByRole('listitem').getByText(happened, { exact: true }).waitFor();
  await until(page, /Attempt 1: 503/);

  const receipt = await page.getByRole('link', { name: 'PDF' }).getAttribute('href');
  const document = await context.request.get(stack.gateway + receipt);
  assert.equal(document.headers()['content-type'], 'application/pdf');

  relay.open(stack.merchant);
  const webhooks = page.getByRole('table', { name: 'Webhooks' });
  await webhooks.getByRole('button', { name: 'Replay' }).first().click();
  await page.getByText('The webhook was queued again.').waitFor();
  const webhook = await page.locator('[data-copy]').first().textContent();
  await until(page, /Attempt \d: 20\d/);
  await page.getByText('Attempt 1: 503').waitFor();
  await page.locator('.badge', { hasText: 'Delivered' }).waitFor();

  await page.goto(order);
  await page.getByRole('button', { name: /^Refund all, / }).click();
  await page.getByLabel('Reason').fill('the flight was cancelled');
  await page.getByRole('button', { name: /^Refund [^a]/ }).click();
  await page.getByText('The refund was recorded').waitFor();
  await until(page, 'Refund completed');
  await page.locator('.badge', { hasText: 'Refunded' }).waitFor();

  await menu('Audit log').click();
  const entries = page.getByRole('table', { name: 'Audit log' });
  const entry = (action: string) => entries.getByRole('row').filter({ hasText: action });
  assert.match((await entry('webhooks.redelivered').textContent()) ?? '', new RegExp(`${webhook}`));
  const id = new URL(order).pathname.split('/').at(-1);
  const refund = (await entry('refund.requested').textContent()) ?? '';
  assert.match(refund, new RegExp(`${id}.*Sandbox operator`, 's'));
  assert.doesNotMatch(refund, /the flight was cancelled/, 'a reason may name a person');
}

for (const javaScriptEnabled of [true, false]) {
  test(`one's own order in the console, ${javaScriptEnabled ? 'with' : 'without'} scripts`, async () => {
    await using relay = await startRelay();
    const stack = await startStack({ webhooksAt: relay.url });
    const context = await browser.newContext({ javaScriptEnabled, reducedMotion: 'reduce' });
    try {
      await walk(context, stack, relay);
    } finally {
      await context.close();
      await stack.close();
    }
  });
}
