/** Behaviour of console pages in a browser: an open page refreshes itself, and repeated presses count once. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../../../scripts/chromium.ts';
import { type RunningGateway, startGateway } from '../src/index.ts';
import type { Database } from '../src/store/engine.ts';
import { openDatabase } from '../src/store/open-database.ts';
import { type Caller, callerOf } from '../src/testing/caller.ts';
import { sandboxVisitor } from '../src/testing/console-visitor.ts';
import { type Receiver, startReceiver } from '../src/testing/receiver.ts';
import { until } from '../src/testing/until.ts';

const MERCHANT = '/merchants/sandbox-merchant';
/** Interval at which a page checks for changes. */
const EVERY_MS = 5000;

let browser: Browser;
let gateway: RunningGateway;
let caller: Caller;
let receiver: Receiver;
let db: Database;
let folder = '';
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'console-script-'));
  const databaseUrl = `sqlite:${join(folder, 'gateway.sqlite')}`;
  receiver = await startReceiver();
  [browser, gateway] = await Promise.all([launchBrowser(), startGateway({ databaseUrl })]);
  db = openDatabase(databaseUrl);
  caller = callerOf(gateway.url);
});
after(async () => {
  await browser?.close();
  await gateway?.close();
  await receiver?.close();
  await db?.close();
  await rm(folder, { recursive: true, force: true });
});

async function newOrder(fields: object = {}): Promise<string> {
  const { json } = await caller.post('/offset-gateway/orders', { emission_amount: 1000, ...fields });
  return json.order_id;
}

const pay = (order: string) => caller.post(`/sandbox/orders/${order}/payment`, { outcome: 'completed' });

/**
 * Creates a paid order whose webhook waits for its first attempt: its page has the form of a refund, and refreshes
 * itself.
 */
async function waitingOrder(): Promise<string> {
  const order = await newOrder({ callback_url: `${receiver.url}/hook` });
  await pay(order);
  const delivery = db.kysely.selectFrom('deliveries').select('state').where('order_id', '=', order);
  await until(async () => (await delivery.executeTakeFirst())?.state === 'delivered', 'its webhook');
  await db.kysely
    .updateTable('deliveries')
    .set({ state: 'pending', attempts: 0, delivered_at: null, next_attempt_at: Date.now() + 86_400_000 })
    .where('order_id', '=', order)
    .execute();
  return order;
}

/** Opens a page of the console as an operator; its clock stops until a test runs it. */
async function open(path: string): Promise<Page> {
  const { cookie } = await sandboxVisitor(gateway.url);
  const [name = '', value = ''] = cookie.split('=');
  const context = await browser.newContext();
  await context.addCookies([{ name, value, url: gateway.url }]);
  const page = await context.newPage();
  await page.clock.install();
  await page.goto(`${gateway.url}/console${path}`);
  await page.clock.pauseAt(Date.now() + EVERY_MS / 2);
  // A reload removes both marks, a replacement of the content only the second.
  await page.evaluate(
    'document.body.dataset.opened = ""; document.querySelector("main").dataset.opened = ""',
  );
  return page;
}

/** Lets the page check for changes; it checks again only once it has processed the previous response. */
async function poll(page: Page): Promise<void> {
  let isPolled = false;
  const polled = page
    .waitForResponse((response) => response.request().resourceType() === 'fetch')
    .then((response) => response.finished())
    .finally(() => {
      isPolled = true;
    });
  while (!isPolled) await page.clock.runFor(EVERY_MS);
  await polled;
}

test('polling leaves an unchanged page as it is', async () => {
  for (const order of [await newOrder(), await waitingOrder()]) {
    const page = await open(`${MERCHANT}/orders/${order}`);
    await page.getByRole('button', { name: 'Copy' }).waitFor();
    for (let polls = 0; polls < 4; polls += 1) await poll(page);
    assert.equal(await page.locator('main[data-opened]').count(), 1);
    await page.context().close();
  }
});

test('polling shows changes without reloading the page, and stops once nothing is under way', async () => {
  const order = await newOrder();
  const page = await open(`${MERCHANT}/orders/${order}`);
  await page.locator('.badge', { hasText: 'Pending' }).waitFor();
  await pay(order);
  await poll(page);
  await page.locator('.badge', { hasText: 'Completed' }).waitFor();
  assert.equal(await page.locator('body[data-opened]').count(), 1, 'it was not loaded again');
  assert.equal(await page.getByRole('button', { name: 'Copy' }).count(), 1);
  assert.notEqual(await page.locator('main time').first().getAttribute('title'), null);
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await page.clock.runFor(3 * EVERY_MS);
  assert.deepEqual(requested, []);
  await page.context().close();
});

test('the name of Copy states what it copies, and a live region confirms it', async () => {
  const page = await open(`${MERCHANT}/orders/${await newOrder()}`);
  await page.evaluate(
    "Object.defineProperty(navigator, 'clipboard', { value: { writeText: async () => {} } })",
  );
  const status = page.getByRole('status').filter({ hasText: /^(Copied)?$/ });
  assert.equal(await status.textContent(), '', 'it is there before its text');
  await page.getByRole('button', { name: 'Copy order', exact: true }).click();
  await status.filter({ hasText: 'Copied' }).waitFor();
  await page.context().close();
});

for (const [why, clipboard] of [
  ['has no clipboard, as over plain HTTP', 'undefined'],
  ['refuses it', '{ writeText: () => Promise.reject(new Error()) }'],
] as const)
  test(`if the browser ${why}, Copy selects the text and states that`, async () => {
    const order = await newOrder();
    const page = await open(`${MERCHANT}/orders/${order}`);
    await page.evaluate(`Object.defineProperty(navigator, 'clipboard', { value: ${clipboard} })`);
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByRole('status').filter({ hasText: 'Selected' }).waitFor();
    assert.equal(await page.evaluate('String(getSelection())'), order);
    await page.context().close();
  });

test('polling does not update a page while a form is being filled in', async () => {
  const order = await waitingOrder();
  const page = await open(`${MERCHANT}/orders/${order}`);
  await page.getByLabel('Kilograms').fill('12.5');
  await caller.post(`/offset-gateway/orders/${order}/refunds`, { emission_amount: 10 });
  await page.clock.runFor(3 * EVERY_MS);
  assert.equal(await page.getByLabel('Kilograms').inputValue(), '12.5');
  assert.equal(await page.locator('main[data-opened]').count(), 1);
  await page.getByLabel('Kilograms').blur();
  await poll(page);
  await page.getByText('Refund completed').waitFor();
  await page.context().close();
});

test('going back from a refused form keeps the input', async () => {
  const order = await newOrder();
  await pay(order);
  const page = await open(`${MERCHANT}/orders/${order}`);
  await page.getByLabel('Kilograms').fill('2000');
  await page.getByRole('button', { name: 'Refund a part' }).click();
  await page.getByRole('link', { name: 'Back to the form' }).click();
  await page.getByRole('heading', { name: 'Timeline' }).waitFor();
  assert.equal(await page.getByLabel('Kilograms').inputValue(), '2000');
  await page.context().close();
});

test('going back to a brand that another admin changed keeps the input, and shows their change', async () => {
  const page = await open(`${MERCHANT}/brand`);
  await page.getByLabel('Accent').fill('#111111');
  const admin = await sandboxVisitor(gateway.url, 'admin');
  const origins = 'https://shop.example';
  await admin.confirm(`${MERCHANT}/brand`, { origins });
  const save = page.getByRole('button', { name: 'Save' });
  await save.click();
  await page.getByRole('link', { name: 'Back to the form' }).click();
  await save.waitFor();
  assert.equal(await page.getByLabel('Accent').inputValue(), '#111111');
  assert.equal(await page.getByLabel('Return origins').inputValue(), origins);
  await page.context().close();
});

/** Ends the session of a page, like its expiry or another tab does. */
async function endSession(page: Page): Promise<void> {
  const [{ name, value } = { name: '', value: '' }] = await page.context().cookies();
  const headers = { cookie: `${name}=${value}`, origin: gateway.url };
  await fetch(`${gateway.url}/console/sign-out`, { method: 'POST', redirect: 'manual', headers });
}

for (const storage of ['has storage', 'blocks storage']) {
  test(`a page whose session has ended asks for a sign-in if the browser ${storage}`, async () => {
    const page = await open(`${MERCHANT}/orders/${await newOrder()}`);
    if (storage === 'blocks storage')
      await page.evaluate(
        "Object.defineProperty(window, 'sessionStorage', { get() { throw new DOMException('', 'SecurityError'); } })",
      );
    await endSession(page);
    await page.clock.runFor(EVERY_MS);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.context().close();
  });
}

/** Signs in on the sign-in page. */
async function signIn(page: Page, role: string): Promise<void> {
  await page.getByText('With another role').click();
  await page.locator(`input[value=${role}]`).check();
  await page.getByRole('button', { name: 'Open the console' }).click();
}

/** Opens the confirmation page of a refund, with its reason typed. */
async function openTyped(): Promise<Page> {
  const order = await newOrder();
  await pay(order);
  const page = await open(`${MERCHANT}/orders/${order}`);
  await page.getByLabel('Kilograms').fill('12.5');
  await page.getByRole('button', { name: 'Refund a part' }).click();
  await page.getByLabel('Reason').fill('leg cancelled');
  return page;
}

const refundButton = (page: Page) => page.getByRole('button', { name: /^Refund ₹/ });

const reasonOn = async (page: Page): Promise<string> => {
  await refundButton(page).waitFor();
  return page.getByLabel('Reason').inputValue();
};

const kilogramsOn = async (page: Page): Promise<string> => {
  await page.getByRole('heading', { name: 'Timeline' }).waitFor();
  return page.getByLabel('Kilograms').inputValue();
};

test('input of a form whose session has ended is restored once after the sign-in', async () => {
  const page = await openTyped();
  await endSession(page);
  await refundButton(page).click();
  await page.getByText('Nothing was changed: your session has ended.').waitFor();
  await signIn(page, 'operator');
  assert.equal(await reasonOn(page), 'leg cancelled');
  await page.reload();
  assert.equal(await reasonOn(page), '');
  await refundButton(page).click();
  await page.getByText('The refund was recorded').waitFor();
  assert.equal(await kilogramsOn(page), '', 'it was sent');
  await page.context().close();
});

test('the message of a recorded refund is gone after a refused form and a reload', async () => {
  const page = await openTyped();
  await refundButton(page).click();
  const done = page.getByText('The refund was recorded');
  await done.waitFor();
  await page.getByLabel('Kilograms').fill('5000');
  await page.getByRole('button', { name: 'Refund a part' }).click();
  await page.getByRole('link', { name: 'Back to the form' }).click();
  assert.equal(await kilogramsOn(page), '5000');
  await page.reload();
  assert.equal(await done.count(), 0);
  await page.context().close();
});

test('input is not restored for another person who signs in', async () => {
  const page = await openTyped();
  await endSession(page);
  await refundButton(page).click();
  await signIn(page, 'finance');
  assert.equal(await reasonOn(page), '');
  assert.equal(await page.evaluate('JSON.stringify(sessionStorage)'), '{}');
  await page.context().close();
});

test('input is kept when the page refreshes itself, and through its sign-in', async () => {
  const order = await waitingOrder();
  const page = await open(`${MERCHANT}/orders/${order}`);
  await page.getByLabel('Kilograms').fill('12.5');
  await page.getByLabel('Kilograms').blur();
  await caller.post(`/offset-gateway/orders/${order}/refunds`, { emission_amount: 10 });
  await poll(page);
  await page.getByText('Refund of').first().waitFor();
  assert.equal(await kilogramsOn(page), '12.5');
  await endSession(page);
  await page.clock.runFor(EVERY_MS);
  await signIn(page, 'operator');
  assert.equal(await kilogramsOn(page), '12.5');
  await page.context().close();
});

test('pages of another person reload once another tab has signed in, and their forms change nothing', async () => {
  const page = await open(`${MERCHANT}/orders/${await waitingOrder()}`);
  const other = await page.context().newPage();
  await other.goto(`${gateway.url}/console/sign-in/again`);
  const form = await openTyped();
  const [{ name, value } = { name: '', value: '' }] = await form.context().cookies();
  await signIn(other, 'admin');
  await other.getByText('Sandbox admin').waitFor();
  const [admin] = await page.context().cookies();
  await form.context().addCookies([{ name, value: admin?.value ?? value, url: gateway.url }]);
  await refundButton(form).click();
  await form.getByText('this browser is now signed in as Sandbox admin').waitFor();
  await form.getByRole('link', { name: 'Open the page again' }).click();
  assert.equal(await reasonOn(form), '');
  await form.getByRole('link', { name: 'Cancel' }).click();
  await form.getByRole('heading', { name: 'Timeline' }).waitFor();
  assert.equal(await form.getByText('Refund of').count(), 0);
  await poll(page);
  await page.getByText('Sandbox admin').waitFor();
  assert.equal(await page.locator('body[data-opened]').count(), 0, 'it was loaded again');
  for (const one of [form, page]) await one.context().close();
});

test('two presses on a button create one key', async () => {
  const page = await open(`${MERCHANT}/developers`);
  const before = await page.getByRole('link', { name: /^Revoke/ }).count();
  const [arrived, pressedAgain] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route('**/arrived', async (route) => {
    await arrived.promise;
    await route.fulfill();
  });
  await page.route('**/pressed-again', async (route) => {
    pressedAgain.resolve();
    await route.fulfill();
  });
  let sent = 0;
  await page.route('**/developers/keys', async (route) => {
    sent += 1;
    arrived.resolve();
    await pressedAgain.promise;
    // The browser itself drops the request that another press replaces.
    await route.continue().catch(() => {});
  });
  // Run in the page: a press from outside would wait for the response to the first one.
  await page.evaluate(`{
    const button = [...document.querySelectorAll('button')].find((one) => one.textContent === 'Create key');
    button.click();
    fetch('/arrived').then(() => button.click()).then(() => fetch('/pressed-again'));
    undefined;
  }`);
  await page.getByRole('heading', { name: 'New API key' }).waitFor();
  assert.equal(sent, 1);
  await page.goto(`${gateway.url}/console${MERCHANT}/developers`);
  assert.equal(await page.getByRole('link', { name: /^Revoke/ }).count(), before + 1);
  await page.context().close();
});

test('a sign-in page says so if the browser blocks cookies, before a link is used up', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  for (const path of ['/sign-in', '/sign-in/link/unknown']) {
    await page.goto(`${gateway.url}/console${path}`);
    assert.equal(await page.getByText('this browser blocks cookies').count(), 0);
  }
  // As navigator reports it in a browser with that setting.
  await page.addInitScript(
    'Object.defineProperty(Navigator.prototype, "cookieEnabled", { get: () => false })',
  );
  for (const path of ['/sign-in', '/sign-in/link/unknown']) {
    await page.goto(`${gateway.url}/console${path}`);
    await page.getByText('this browser blocks cookies').waitFor();
  }
  await context.close();
});
