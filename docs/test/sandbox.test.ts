/** The sandbox pages against the local gateway, as `start` serves them. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { SANDBOX } from '@flight-offset/gateway';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { launchOptions } from '../../scripts/chromium.ts';
import { STRICT_FRAME, STRICT_POLICY } from '../.vitepress/theme/sandbox/strict-policy.ts';
import { SANDBOX_CREDENTIALS } from '../sandbox-backend/backend.ts';
import { SANDBOX_WEBHOOK_SECRET } from '../sandbox-backend/webhook-secret.ts';
import { startDocs } from '../serve.ts';
import { startGatewayProcess } from './gateway.ts';

let gateway: Awaited<ReturnType<typeof startGatewayProcess>>;
let docs: Awaited<ReturnType<typeof startDocs>>;
let browser: Browser;
/** One for all pages: what Vite serves, hundreds of modules, is in its cache. */
let context: BrowserContext;

before(async () => {
  gateway = await startGatewayProcess();
  docs = await startDocs({ port: 0, gatewayUrl: gateway.url });
  browser = await chromium.launch(await launchOptions());
  context = await browser.newContext();
});

after(async () => {
  await browser?.close();
  await docs?.close();
  await gateway?.close();
});

/** Opens a page of the sandbox, which has to find the local gateway. */
async function openSandbox(path = ''): Promise<Page> {
  const page = await context.newPage();
  // Vite builds what a page asks for first: on a busy machine that takes longer than the default.
  page.setDefaultTimeout(120_000);
  await page.goto(`${docs.url}/sandbox/${path}`);
  await page.locator('[data-mode=local]').waitFor();
  return page;
}

test('the credentials in these pages are those of the sandbox', () => {
  assert.equal(SANDBOX_CREDENTIALS.apiKey, SANDBOX.apiKey);
  assert.equal(SANDBOX_CREDENTIALS.signingKey, SANDBOX.secret);
  assert.equal(SANDBOX_CREDENTIALS.platformId, SANDBOX.platformId);
  assert.equal(SANDBOX_WEBHOOK_SECRET, SANDBOX.webhookSecret);
});

for (const [card, state] of [
  ['4242424242424242', 'completed'],
  ['4000000000000002', 'failed'],
] as const) {
  test(`playground: through payment, or a declined card, and back, ${state}`, async () => {
    const page = await openSandbox();
    const widget = page.locator('flight-offset-widget:state(ready)');
    await widget.getByRole('checkbox').check();
    await page.locator('[data-test=events]').getByText('offset-change').waitFor();
    await widget.getByRole('button', { name: /^Pay / }).click();
    await page.waitForURL(`${gateway.url}/**`);
    await page.locator(`input[name=card][value="${card}"]`).check();
    await page.locator('button[name=action][value=pay]').click();
    if (state === 'failed') {
      await page.getByRole('alert').waitFor();
      await page.locator('button[name=action][value=cancel]').click();
    }
    const back = page.locator(`a[href^="${docs.url}"]`);
    await back.or(page.locator('offset-status')).first().waitFor();
    if (!page.url().startsWith(docs.url)) await back.click();
    await page.locator(`offset-status:state(${state})`).waitFor();
    // What happened while the page was away is in its log.
    await page.getByText('gateway to backend').first().waitFor();
    await page.close();
  });
}

test('playground: other cabin, passengers, language and direction', async () => {
  const page = await openSandbox();
  const widget = page.locator('flight-offset-widget:state(ready)');
  await page.locator('select[name=cabin]').selectOption('business');
  await page.locator('input[name=passengers]').fill('3');
  await page.locator('select[name=locale]').selectOption('ar');
  await widget.locator('.card:dir(rtl)').waitFor();
  await page.locator('[data-test=snippet]').getByText('cabin="business"').waitFor();
  await page.locator('select[name="--offset-radius"]').selectOption('Round');
  assert.equal(await widget.locator('.card').evaluate((card) => getComputedStyle(card).borderRadius), '24px');
  await page.getByRole('button', { name: 'React' }).click();
  await page.locator('[data-test=snippet]').getByText("style={{ '--offset-radius': '24px' }}").waitFor();
  await page.locator('flight-offset-widget:state(ready)').waitFor();
  await page.close();
});

test('playground: under a strict policy nothing is refused, through to the payment page', async () => {
  const response = await fetch(`${docs.url}/${STRICT_FRAME}`);
  assert.equal(response.headers.get('content-security-policy'), STRICT_POLICY);
  const page = await openSandbox();
  await page.locator('select[name=locale]').selectOption('hi');
  await page.locator('select[name=policy]').selectOption('strict');
  const widget = page.frameLocator('iframe.strict').locator('flight-offset-widget:state(ready)');
  await widget.getByRole('checkbox').check();
  const verdict = page.locator('[data-test=violations]');
  await verdict.getByText('No violation').waitFor();
  await page.locator('[data-test=events]').getByText('offset-change').waitFor();
  await widget.getByRole('button').last().click();
  await page.waitForURL(`${gateway.url}/**`);
  await page.goBack();
  await page.locator('select[name=policy]').selectOption('strict');
  // After going back a browser may load the frame twice.
  await widget.waitFor();
  await page.getByRole('button', { name: 'Break it on purpose' }).click();
  await verdict.getByText('style-src-attr').waitFor();
  await page.close();
});

test('playground: an unavailable service is a clear error', async () => {
  const page = await openSandbox();
  await page.locator('select[name=scenario]').selectOption('down');
  await page.locator('flight-offset-widget:state(failed)').waitFor();
  await page.getByText('no response').first().waitFor();
  await page.close();
});

test('API explorer: every operation responds', async () => {
  const page = await openSandbox('api');
  const status = page.locator('[data-test=status]');
  for (const [operation, expected] of [
    ['calculateEmissions', '200'],
    ['createOrder', '201'],
    ['getOrder', '200'],
    ['getOrderStatus', '200'],
    ['listOrders', '200'],
    ['estimateEmissions', '200'],
    ['getOffer', '200'],
    ['getTransaction', '404'],
  ] as const) {
    await page.locator('select[name=operation]').selectOption(operation);
    if (operation === 'getTransaction') await page.locator('input[name=id]').fill('none');
    await status.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Send' }).click();
    assert.equal(await status.textContent(), expected, operation);
  }
  await page.close();
});

test('webhook lab: the delivery of the gateway is verified, and refused once it is changed', async () => {
  const page = await openSandbox('webhooks');
  await page.getByRole('button', { name: 'Create an order' }).click();
  await page.locator('[data-test=order]').waitFor();
  await page.getByRole('button', { name: 'The payment succeeds' }).click();
  const verdict = page.locator('[data-test=steps] > li').last();
  await verdict.getByText('accepted').waitFor();
  await page.getByRole('button', { name: 'Ten minutes later' }).click();
  await verdict.getByText('failed').waitFor();
  await page.close();
});

test('the home page shows a live estimate', async () => {
  const page = await context.newPage();
  await page.goto(docs.url);
  await page
    .locator('flight-offset-widget:state(ready)')
    .getByText('Zurich ZRH to San Francisco SFO')
    .waitFor();
  await page.close();
});
