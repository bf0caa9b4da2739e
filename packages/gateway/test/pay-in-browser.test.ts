/** Paying like a traveller, in a browser that enforces the pages' headers. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import type { Browser, BrowserContextOptions, Page, Route } from 'playwright-core';
import { launchBrowser } from '../../../scripts/chromium.ts';
import { type RunningGateway, startGateway } from '../src/index.ts';
import { openDatabase } from '../src/store/open-database.ts';
import { callerOf } from '../src/testing/caller.ts';
import { type FakeProvider, startFakeProvider } from '../src/testing/fake-provider.ts';
import { type Loopback, listenOnLoopback } from '../src/testing/loopback.ts';

let browser: Browser;
let merchant: Loopback;
let finalPage: Loopback;
let back = '';
before(async () => {
  browser = await launchBrowser();
  // Like air.example to www.air.example: the return URL redirects to an origin which the gateway does not know.
  const elsewhere = createServer((_, response) => void response.end('<title>merchant</title>'));
  finalPage = await listenOnLoopback(elsewhere);
  const page = createServer(({ url }, response) => {
    response.writeHead(302, { location: `${finalPage.url}${url}` }).end();
  });
  merchant = await listenOnLoopback(page);
  back = `${merchant.url}/return`;
});
after(async () => {
  await browser?.close();
  await merchant?.close();
  await finalPage?.close();
});

/** Requests that a browser refused because of the pages' own headers. */
const refused: string[] = [];
afterEach(() => assert.deepEqual(refused, []));

/** Opens the payment page of a new order. */
async function open(gateway: RunningGateway, options: BrowserContextOptions = {}): Promise<[Page, string]> {
  const { json } = await callerOf(gateway.url).post('/offset-gateway/orders', { emission_amount: 1146 });
  const page = await (await browser.newContext(options)).newPage();
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text());
  });
  await page.goto(`${json.payment_url}?return_url=${encodeURIComponent(back)}`);
  return [page, json.order_id];
}

for (const javaScriptEnabled of [true, false]) {
  test(`a payer pays by test card and returns to the merchant, ${javaScriptEnabled ? 'with' : 'without'} scripts`, async () => {
    const gateway = await startGateway();
    const [page, order] = await open(gateway, { javaScriptEnabled });
    await page.getByRole('button', { name: /^Pay/ }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Receipt as PDF' }).waitFor();
    await page.getByRole('link', { name: /^Return to/ }).click();
    await page.waitForURL(`${finalPage.url}/return?order_id=${order}`);
    await page.context().close();
    await gateway.close();
  });

  test(`Cancel leads back to the merchant, whose page redirects, ${javaScriptEnabled ? 'with' : 'without'} scripts`, async () => {
    const gateway = await startGateway();
    const [page, order] = await open(gateway, { javaScriptEnabled });
    await page.getByRole('button', { name: /^Cancel/ }).click();
    await page.waitForURL(`${finalPage.url}/return?order_id=${order}`);
    await page.context().close();
    await gateway.close();
  });
}

test('without scripts, one press gives a payer more time, and the focus is on the time left', async () => {
  const gateway = await startGateway();
  const [page] = await open(gateway, { javaScriptEnabled: false });
  await page.getByText(/Time left to pay: (?:29|30) minutes/).waitFor();
  await page.getByRole('button', { name: 'I need more time' }).focus();
  await page.keyboard.press('Enter');
  const left = page.getByText(/Time left to pay: (?:19|20) hours/);
  await left.waitFor();
  assert.ok(await left.evaluate((one) => one === one.ownerDocument.activeElement));
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Receipt as PDF' }).waitFor();
  await page.context().close();
  await gateway.close();
});

test('after a declined card the focus is on the reason, in view at 400 %, and Tab leads to Pay', async () => {
  const gateway = await startGateway();
  // 1280 by 1024 pixels at 400 %.
  const [page] = await open(gateway, { javaScriptEnabled: false, viewport: { width: 320, height: 256 } });
  await page.getByRole('radio', { name: '4000 0000 0000 0002' }).check();
  await page.getByRole('button', { name: /^Pay/ }).click();
  const reason = page.getByText('Your card was declined');
  await reason.and(page.locator(':focus')).waitFor();
  const box = (await reason.boundingBox()) ?? assert.fail('it is not shown');
  assert.ok(box.y >= 0 && box.y + box.height <= 256, `it is at ${box.y} to ${box.y + box.height}`);
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: /^Pay/ }).and(page.locator(':focus')).waitFor();
  await page.context().close();
  await gateway.close();
});

test('a logo that loads late or never does not move Pay, which would lie where Cancel was', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-logo-'));
  const databaseUrl = `sqlite:${join(folder, 'gateway.sqlite')}`;
  const gateway = await startGateway({ databaseUrl });
  const db = openDatabase(databaseUrl);
  await db.kysely.updateTable('merchants').set({ logo_url: 'https://img.example/logo.svg' }).execute();
  const { json } = await callerOf(gateway.url).post('/offset-gateway/orders', { emission_amount: 1146 });
  const page = await (await browser.newContext({ viewport: { width: 320, height: 640 } })).newPage();
  const requested = Promise.withResolvers<Route>();
  await page.route('https://img.example/**', (route) => requested.resolve(route));
  await page.goto(json.payment_url, { waitUntil: 'commit' });
  const logo = await requested.promise;
  const top = async (): Promise<number | undefined> =>
    (await page.getByRole('button', { name: /^Pay/ }).boundingBox())?.y;
  const before = await top();
  const body = '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="60" />';
  await logo.fulfill({ contentType: 'image/svg+xml', body });
  await page.waitForLoadState();
  assert.equal(await page.locator('.logo').evaluate((image: HTMLImageElement) => image.naturalWidth), 300);
  assert.equal(await top(), before);
  await page.unroute('https://img.example/**');
  await page.route('https://img.example/**', (route) => route.abort());
  await page.reload();
  assert.equal(await top(), before);
  await page.context().close();
  await db.close();
  await gateway.close();
  await rm(folder, { recursive: true });
});

test('the browser goes to the configured checkout domain of a provider, and to no other', async () => {
  const provider: FakeProvider = await startFakeProvider();
  const environment = {
    GATEWAY_PROVIDER: 'stripe',
    GATEWAY_PROVIDER_API_URL: provider.url,
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
  };
  const named = await startGateway({ environment: { ...environment, GATEWAY_CHECKOUT_URL: provider.url } });
  const [page] = await open(named);
  await page.getByRole('button', { name: /^Pay/ }).click();
  await page.waitForURL(new RegExp(`^${provider.url}/c/pay/`));
  await page.context().close();
  await named.close();

  const unnamed = await startGateway({ environment });
  const { json } = await callerOf(unnamed.url).post('/offset-gateway/orders', { emission_amount: 1 });
  const other = await browser.newPage();
  await other.goto(json.payment_url);
  const [refusal] = await Promise.all([
    other.waitForEvent('console', (message) => message.text().includes('form-action')),
    other.getByRole('button', { name: /^Pay/ }).click(),
  ]);
  assert.equal(refusal.type(), 'error');
  assert.equal(other.url(), json.payment_url);
  await other.close();
  await unnamed.close();
  await provider.close();
});
