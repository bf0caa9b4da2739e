/**
 * The contribution as a line of the booking, in a browser, in currencies of 0, 2 and 3 decimals: one payment, one
 * statement line; the booking cancelled in the next month, whose statement balances the first.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { OffsetClient } from '@flight-offset/core/server';
import type { FlightOffsetWidget } from '@flight-offset/elements';
import { SANDBOX } from '@flight-offset/gateway';
import type { Browser, Page } from 'playwright-core';
import { closeStatements } from '../../../packages/gateway/src/statements/close.ts';
import { openDatabase } from '../../../packages/gateway/src/store/open-database.ts';
import { launchBrowser } from '../../../scripts/chromium.ts';
import { CURRENCIES, digitsOf } from '../src/price.ts';
import { type Stack, startStack } from './stack.ts';

const DAY_SECONDS = 86_400;

let browser: Browser;
before(async () => {
  browser = await launchBrowser();
});
after(() => browser?.close());

/** A checkout in one currency, whose months a test may close. */
interface Shop {
  readonly stack: Stack;
  readonly client: OffsetClient;
  /** Moves the gateway to the next month and closes the statement of the previous one. @returns Its identifier. */
  closeMonth(): Promise<string>;
  [Symbol.asyncDispose](): Promise<void>;
}

async function openShop(currency: string): Promise<Shop> {
  const folder = await mkdtemp(join(tmpdir(), 'currencies-'));
  const databaseUrl = `sqlite:${join(folder, 'gateway.sqlite')}`;
  const stack = await startStack({ currency, databaseUrl });
  const { apiKey, secret: signingKey, platformId } = SANDBOX;
  let now = new Date();
  return {
    stack,
    client: new OffsetClient({ baseUrl: stack.gateway, apiKey, signingKey, platformId }),
    async closeMonth() {
      const period = now.toISOString().slice(0, 7);
      const next = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 2));
      const days = Math.ceil((next.getTime() - now.getTime()) / 1000 / DAY_SECONDS);
      const response = await fetch(`${stack.gateway}/sandbox/clock`, {
        method: 'POST',
        headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
        body: JSON.stringify({ advance_seconds: days * DAY_SECONDS }),
      });
      assert.equal(response.status, 200, await response.clone().text());
      now = new Date(((await response.json()) as { now: string }).now);
      const db = openDatabase(databaseUrl);
      try {
        const closed = await closeStatements(db, SANDBOX.merchantId, { period, at: now.getTime() });
        assert.deepEqual(
          closed.map((statement) => statement.currency),
          [currency],
        );
        return closed[0]?.id ?? '';
      } finally {
        await db.close();
      }
    },
    async [Symbol.asyncDispose]() {
      await stack.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** Returns an amount on a page, in minor units. */
async function amountIn(page: Page, selector: string, currency: string): Promise<number> {
  const text = (await page.locator(selector).textContent()) ?? '';
  return Math.round(Number(text.replace(/[^\d.]/g, '')) * 10 ** digitsOf(currency));
}

for (const currency of Object.keys(CURRENCIES)) {
  test(`a contribution in ${currency}, booked, cancelled a month later, balances to the minor unit`, async () => {
    await using shop = await openShop(currency);
    const { stack, client } = shop;
    const page = await browser.newPage();
    await page.goto(stack.airline);
    const widget = page.locator('flight-offset-widget');
    await page
      .locator('flight-offset-widget:state(ready)')
      .getByText('Zurich ZRH to San Francisco SFO')
      .waitFor();

    // Tick: the total grows by exactly the price of the offer.
    const fare = await amountIn(page, '#review-price dd.total', currency);
    await widget.getByRole('checkbox').check();
    await page.locator('#review-price').getByText('Climate contribution').waitFor();
    const total = await amountIn(page, '#review-price dd.total', currency);
    const chosen = await widget.evaluate((element) => (element as FlightOffsetWidget).option?.price);
    assert.deepEqual([chosen?.currency, chosen?.amountMinor], [currency, total - fare]);
    const price = { currency, amount_minor: total - fare };
    assert.ok(price.amount_minor > 0);

    // Pay once.
    await page.getByRole('button', { name: /^Pay/ }).click();
    await page.getByRole('heading', { name: 'You are booked' }).waitFor();
    assert.equal(await amountIn(page, '#booked-price dd.total', currency), total);
    const reference = new URL(page.url()).searchParams.get('reference');
    const { orders } = await client.listOrders({ status: 'completed' });
    assert.deepEqual(
      orders.map((order) => [order.reference, order.settlement, order.price]),
      [[reference, 'merchant', price]],
    );
    const orderId = orders[0]?.order_id ?? '';
    const first = await client.getStatement(await shop.closeMonth());
    assert.deepEqual(
      first?.lines.map((line) => [line.kind, line.order_id, line.reference, line.amount_minor]),
      [['order', orderId, reference, price.amount_minor]],
    );
    assert.equal(first?.total_minor, price.amount_minor);

    // Cancel the booking: refunded, and deducted from the next statement.
    await page.getByRole('button', { name: 'Cancel the booking' }).click();
    await page.getByRole('button', { name: 'Yes, cancel it' }).click();
    await page.getByRole('heading', { name: 'Your booking is cancelled' }).waitFor();
    await page.getByText(/^Refunded: [\d,.]+ kg CO₂e are no longer allocated/).waitFor();
    assert.equal(await amountIn(page, '#booked-price dd.total', currency), 0);
    const [refund] = await client.listRefunds(orderId);
    assert.deepEqual([refund?.status, refund?.amount], ['completed', price]);
    const second = await client.getStatement(await shop.closeMonth());
    assert.deepEqual(
      second?.lines.map((line) => [line.kind, line.order_id, line.amount_minor]),
      [['refund', orderId, -price.amount_minor]],
    );
    assert.equal(first.total_minor + (second?.total_minor ?? 0), 0);
    await page.close();
  });
}
