/** The sandbox pages of the built site against the local gateway; `start.test.ts` has them as `start` serves them. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { SANDBOX } from '@flight-offset/gateway';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../../scripts/chromium.ts';
import { SANDBOX_CREDENTIALS } from '../sandbox-backend/backend.ts';
import { SANDBOX_WEBHOOK_SECRET } from '../sandbox-backend/webhook-secret.ts';
import { buildSite } from './built-site.ts';
import { startGatewayProcess } from './gateway.ts';
import { serveSite } from './serve-site.ts';

let gateway: Awaited<ReturnType<typeof startGatewayProcess>>;
let docs: Awaited<ReturnType<typeof serveSite>>;
let browser: Browser;
/** One page for all tests, each of which opens a URL in it: a page per test would be another process. */
let page: Page;

before(async () => {
  gateway = await startGatewayProcess();
  docs = await serveSite(await buildSite(), gateway.url);
  browser = await launchBrowser();
  page = await browser.newPage();
});

after(async () => {
  await browser?.close();
  await docs?.close();
  await gateway?.close();
});

test('if the gateway does not run, the page names its URL and how to start it', async () => {
  const away = await serveSite(await buildSite(), 'http://localhost:1');
  await page.goto(`${away.url}/sandbox/webhooks`);
  const note = page.locator('[data-mode=local]');
  await note.getByText('Nothing responds at http://localhost:1').waitFor();
  await note.getByText('pnpm start').waitFor();
  await page.goto('about:blank');
  await away.close();
});

/** Opens a page of the sandbox, which has to find the local gateway. */
async function openSandbox(path = ''): Promise<void> {
  await page.goto(`${docs.url}/sandbox/${path}`);
  await page.locator('[data-mode=local]').waitFor();
}

test('the credentials in these pages match the sandbox', () => {
  assert.equal(SANDBOX_CREDENTIALS.apiKey, SANDBOX.apiKey);
  assert.equal(SANDBOX_CREDENTIALS.signingKey, SANDBOX.secret);
  assert.equal(SANDBOX_CREDENTIALS.platformId, SANDBOX.platformId);
  assert.equal(SANDBOX_WEBHOOK_SECRET, SANDBOX.webhookSecret);
});

for (const [card, state] of [
  ['4242424242424242', 'completed'],
  ['4000000000000002', 'failed'],
] as const) {
  test(`playground: through payment, or a declined card, and back, ${state}`, async ({ mock }) => {
    const { mock: printed } = mock.method(console, 'error', () => undefined);
    await openSandbox();
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
    // The log also has the exchanges that the page missed.
    await page.getByText('gateway to backend').first().waitFor();
    // The gateway reaches the backend under another origin than the page does, and the order is known there too.
    assert.deepEqual(
      printed.calls.map(({ arguments: [line] }) => line),
      [],
    );
  });
}

test('playground: other cabin, passengers, language and direction', async () => {
  await openSandbox();
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
});

test('playground: lists every event, an error with its reason; snippets stay valid with an empty field', async () => {
  await openSandbox();
  const events = page.locator('[data-test=events]');
  await page.locator('flight-offset-widget:state(ready)').getByRole('checkbox').check();
  await events.getByText('"reason":"user"').waitFor();
  await page.getByRole('button', { name: /^Pay / }).scrollIntoViewIfNeeded();
  await events.getByText('offset-view').waitFor();
  await page.getByRole('button', { name: 'React' }).click();
  await page.locator('input[name=passengers]').fill('');
  await page.locator('[data-test=snippet]').getByText('passengers').waitFor({ state: 'detached' });
  await page.locator('input[name=origin]').fill('');
  await events.getByText('origin: must be an IATA airport code').waitFor();
});

test('playground: a strict policy has no violation, through to the payment page', async () => {
  await openSandbox();
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
});

test('playground: an unavailable service is a clear error', async () => {
  await openSandbox();
  await page.locator('select[name=scenario]').selectOption('down');
  await page.locator('flight-offset-widget:state(failed)').waitFor();
  await page.getByText('no response').first().waitFor();
});

test('API explorer: every operation responds, with identifiers of earlier responses', async () => {
  await openSandbox('api');
  const status = page.locator('[data-test=status]');
  for (const [operation, expected] of [
    ['calculateEmissions', '200'],
    ['createOrder', '201'],
    ['getOrder', '200'],
    ['getOrderStatus', '200'],
    ['listOrders', '200'],
    ['estimateEmissions', '200'],
    ['getOffer', '200'],
    ['confirmOrder', '200'],
    ['listStatements', '200'],
    ['getStatement', '200'],
    ['refundOrder', '201'],
    ['getTransaction', '200'],
  ] as const) {
    await page.locator('select[name=operation]').selectOption(operation);
    await status.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Send' }).click();
    assert.equal(await status.textContent(), expected, operation);
  }
});

test('API explorer: shows a response at its own endpoint only, and not beside a failure', async () => {
  await openSandbox('api');
  const send = page.getByRole('button', { name: 'Send' });
  const status = page.locator('[data-test=status]');
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route(
    '**/api/calculate',
    async (route) => {
      await held;
      await route.continue();
    },
    { times: 1 },
  );
  await send.click();
  await page.locator('select[name=operation]').selectOption('getOffer');
  const late = page.waitForResponse('**/api/calculate');
  release();
  await (await late).finished();
  assert.equal(await status.count(), 0);
  await send.click();
  await status.waitFor();
  await page.locator('.credentials summary').click();
  // A header cannot contain it: the browser sends nothing.
  await page.locator('input[name=apiKey]').fill('✓');
  await send.click();
  await page.locator('.response').getByText('Failed to').waitFor();
  assert.equal(await status.count(), 0);
});

test('webhook lab: if an order cannot be created, the previous one cannot be settled again', async () => {
  await openSandbox('webhooks');
  const create = page.getByRole('button', { name: 'Create an order' });
  const succeed = page.getByRole('button', { name: 'The payment succeeds' });
  await create.click();
  await succeed.click();
  await page.locator('[data-test=delivery]').waitFor();
  await page.route('**/quote', (route) => route.abort(), { times: 1 });
  await create.click();
  await page.getByRole('alert').waitFor();
  assert.equal(await succeed.isDisabled(), true);
});

test('webhook lab: accepts a delivery of the gateway, and refuses it ten minutes later', async () => {
  await openSandbox('webhooks');
  await page.getByRole('button', { name: 'Create an order' }).click();
  await page.getByRole('status').locator('[data-test=order]').waitFor();
  await page.getByRole('button', { name: 'The payment succeeds' }).click();
  const verdict = page.locator('[data-test=steps] > li').last();
  await verdict.getByText('accepted').waitFor();
  await page.getByRole('button', { name: 'Ten minutes later' }).click();
  await verdict.locator('[aria-live=polite]').getByText('failed').waitFor();
});

test('the focus stays on a button after its action, and the next button is a Tab away', async () => {
  const press = async (name: string, done: string): Promise<void> => {
    const button = page.getByRole('button', { name, exact: true });
    await button.focus();
    await page.keyboard.press('Enter');
    await page.locator(done).first().waitFor();
    assert.equal(await button.and(page.locator(':focus')).count(), 1, name);
  };
  await openSandbox('api');
  await press('Send', '[data-test=status]');
  assert.equal(await page.getByRole('status').locator('pre').count(), 0, 'no body is read aloud');
  await openSandbox('webhooks');
  await press('Create an order', '[data-test=order]');
  const [status] = await page.getByRole('status').filter({ hasText: 'as soon as' }).elementHandles();
  await press('The payment succeeds', '[data-test=delivery]');
  assert.match((await status?.textContent()) ?? '', /^Delivered/, 'one live region, which is there before');
  await openSandbox();
  await page.locator('.exchange').first().waitFor();
  await press('Clear', '.wire .empty');
  await page.getByRole('button', { name: 'Add the flight back' }).click();
  await page.getByRole('button', { name: 'Remove flight 2' }).press('Enter');
  await page.locator('button:focus').getByText('Add the flight back').waitFor();
});

test('text of a status is in a block of its own, where screen readers that read by lines find it', async () => {
  for (const path of ['', 'webhooks', 'emissions', 'verify']) {
    await page.goto(`${docs.url}/sandbox/${path}`);
    await page.locator('main [role=status] p').first().waitFor();
    const bare = page.locator('xpath=//*[@role="status"][text()[normalize-space()]]');
    assert.deepEqual(await bare.allTextContents(), [], path);
  }
});

test('the home page shows a live estimate', async () => {
  await page.goto(docs.url);
  await page
    .locator('flight-offset-widget:state(ready)')
    .getByText('Zurich ZRH to San Francisco SFO')
    .waitFor();
});
