/** The whole way in a browser: booking page, widget, payment, page of return, and what is left behind it. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { WebhookEvent } from '@flight-offset/core';
import { OffsetClient, verifyWebhook } from '@flight-offset/core/server';
import type { FlightOffsetWidget } from '@flight-offset/elements';
import { SANDBOX } from '@flight-offset/gateway';
import { type Browser, chromium, type Page } from 'playwright-core';
import { launchOptions } from '../../../scripts/chromium.ts';
import { type Received, receiveAt } from './receiver.ts';
import { type Stack, startStack } from './stack.ts';

const GOOD_CARD = '4242424242424242';
const BAD_CARD = '4000000000000002';

let stack: Stack;
let browser: Browser;
let client: OffsetClient;

before(async () => {
  stack = await startStack();
  browser = await chromium.launch(await launchOptions());
  client = new OffsetClient({
    baseUrl: stack.gateway,
    apiKey: SANDBOX.apiKey,
    signingKey: SANDBOX.secret,
    platformId: SANDBOX.platformId,
  });
});

after(async () => {
  await browser?.close();
  await stack?.close();
});

/** Opens the booking one starts with and waits until its widget has an estimate. */
async function openBooking(): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(stack.airline);
  await page.locator('flight-offset-widget:state(ready)').getByText('ZRH to SFO').waitFor();
  return page;
}

/** Ticks the box, goes to the payment page and pays with a card; resolves on the page of return. */
async function payWith(page: Page, card: string): Promise<string> {
  const widget = page.locator('flight-offset-widget');
  await widget.getByRole('checkbox').check();
  await widget.getByRole('button', { name: 'Continue to payment' }).click();
  await page.waitForURL(`${stack.gateway}/**`);
  await page.locator(`input[name=card][value="${card}"]`).check();
  await page.locator('button[name=action][value=pay]').click();
  if (card === BAD_CARD) {
    await page.getByRole('alert').waitFor();
    await page.locator('button[name=action][value=cancel]').click();
  }
  if (!page.url().startsWith(stack.airline)) {
    // Where nothing redirects, the page itself offers the way back.
    await page.locator(`a[href^="${stack.airline}"]`).or(page.locator('offset-status')).first().waitFor();
    if (!page.url().startsWith(stack.airline)) await page.locator(`a[href^="${stack.airline}"]`).click();
  }
  await page.waitForURL(`${stack.airline}/return.html?**`);
  return new URL(page.url()).searchParams.get('order_id') ?? '';
}

test('a contribution that is paid ends completed, on every side', async () => {
  const page = await openBooking();
  const widget = page.locator('flight-offset-widget');
  assert.equal(await widget.getByRole('checkbox').isChecked(), false);
  const orderId = await payWith(page, GOOD_CARD);

  await page.locator('offset-status:state(completed)').waitFor();
  const { orders } = await client.listOrders({ status: 'completed', limit: 100 });
  const order = orders.find(({ order_id }) => order_id === orderId);
  assert.ok(order, 'the order is in the list of completed ones');
  assert.equal(order.payment_status, 'completed');
  assert.equal(order.user?.email, 'zoe.meier@example.com');
  assert.ok(order.project?.name);
  await stack.merchantSays(`${orderId} is paid: `);
  await page.close();
});

test('a contribution whose card is declined, and which is then cancelled, ends failed', async () => {
  const page = await openBooking();
  const orderId = await payWith(page, BAD_CARD);
  await page.locator('offset-status:state(failed)').waitFor();
  const { orders } = await client.listOrders({ status: 'failed', limit: 100 });
  assert.ok(orders.some(({ order_id }) => order_id === orderId));
  await stack.merchantSays(`${orderId} was not paid`);
  await page.close();
});

test('a notification arrives, is verified, and leads to a readable transaction', async () => {
  await using receiver = await receiveAt('/notifications');
  const created = await client.createOrder({ emission_amount: 502, callback_url: receiver.url });
  const page = await browser.newPage();
  await page.goto(created.payment_url);
  await page.locator(`input[name=card][value="${GOOD_CARD}"]`).check();
  await page.locator('button[name=action][value=pay]').click();

  const received: Received = await receiver.next();
  await verifyWebhook({ ...received, secrets: [SANDBOX.webhookSecret] });
  const { type, data } = JSON.parse(received.body) as WebhookEvent;
  assert.equal(type, 'order.completed');
  assert.equal(data.order_id, created.order_id);
  const transaction = await client.getTransaction(data.transaction_id ?? '');
  assert.equal(transaction.carbon_credits, 0.502);
  await page.close();
});

test('a return trip of several travellers is quoted as a whole', async () => {
  const page = await browser.newPage();
  await page.goto(`${stack.airline}/?from=ZRH&to=SFO&out=2026-12-14&back=2026-12-21#trip`);
  assert.ok(await page.getByRole('heading', { name: 'Where would you like to go?' }).isVisible());
  await page.getByRole('spinbutton', { name: 'Travellers' }).fill('2');
  await page.getByLabel('Cabin').selectOption('business');
  await page.locator('#trip-form').getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Traveller 2, as in the passport').fill('Aarav Sharma');
  await page.locator('#travellers-form').getByRole('button', { name: 'Continue' }).click();

  const widget = page.locator('flight-offset-widget');
  await page.locator('flight-offset-widget:state(ready)').getByText('SFO to ZRH').waitFor();
  const quote = await widget.evaluate((element) => (element as FlightOffsetWidget).quote);
  assert.ok(quote?.status === 'ready');
  assert.equal(quote.cabin, 'business');
  assert.equal(quote.passengers, 2);
  assert.equal(quote.legs.length, 2);
  assert.equal(await widget.getByRole('checkbox').isChecked(), false);
  await page.close();
});

test('every offered journey can be estimated', async () => {
  const { TIMETABLE, flightsOf } = await import('../src/timetable.ts');
  const flights = TIMETABLE.flatMap((journey) => flightsOf(journey, '2026-12-14'));
  const results = await client.calculateEmissions(flights);
  assert.equal(results.length, flights.length);
});
