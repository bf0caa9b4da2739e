/** What an open page of the console does before its session ends: it warns, and prolongs it by one press. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../../../scripts/chromium.ts';
import { readToken } from '../src/console/sign-in/token.ts';
import { ABSOLUTE_MS, IDLE_MS } from '../src/credentials/session-limits.ts';
import { type RunningGateway, startGateway } from '../src/index.ts';
import type { Database } from '../src/store/engine.ts';
import { openDatabase } from '../src/store/open-database.ts';
import { callerOf } from '../src/testing/caller.ts';
import { sandboxVisitor } from '../src/testing/console-visitor.ts';
import { until } from '../src/testing/until.ts';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const MERCHANT = '/merchants/sandbox-merchant';
const MINUTE_MS = 60_000;
/** An open page looks this often once it has warned. */
const LOOK_MS = 20_000;

let browser: Browser;
let gateway: RunningGateway;
let db: Database;
let folder = '';
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'session-end-'));
  const databaseUrl = `sqlite:${join(folder, 'gateway.sqlite')}`;
  [browser, gateway] = await Promise.all([launchBrowser(), startGateway({ databaseUrl })]);
  db = openDatabase(databaseUrl);
});
after(async () => {
  await browser?.close();
  await gateway?.close();
  await db?.close();
  await rm(folder, { recursive: true, force: true });
});

/** An open page of the console, with a session of its own. */
interface Tab {
  readonly page: Page;
  /** Sets when the session was used and begun, in minutes before now. */
  age(used: number, begun?: number): Promise<void>;
  /** When it was last used, minutes ago. */
  used(): Promise<number>;
}

/** Opens a page as an operator; its clock stands still until a test runs it. */
async function open(path = `${MERCHANT}/brand`): Promise<Tab> {
  const { cookie } = await sandboxVisitor(gateway.url);
  const [name = '', value = ''] = cookie.split('=');
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  await context.addCookies([{ name, value, url: gateway.url }]);
  const page = await context.newPage();
  await page.clock.install();
  await page.goto(`${gateway.url}/console${path}`);
  await page.clock.pauseAt(Date.now() + 1000);
  const hash = readToken(value)?.hash ?? '';
  return {
    page,
    async age(used, begun = used) {
      const at = (minutes: number): number => Date.now() - minutes * MINUTE_MS;
      await db.kysely
        .updateTable('console_sessions')
        .set({ used_at: at(used), signed_in_at: at(begun) })
        .where('token_hash', '=', hash)
        .execute();
    },
    async used() {
      const row = db.kysely.selectFrom('console_sessions').select('used_at').where('token_hash', '=', hash);
      return Math.round((Date.now() - (await row.executeTakeFirstOrThrow()).used_at) / MINUTE_MS);
    },
  };
}

/** Lets time pass on a page until something is so. */
async function runClockUntil(page: Page, isSo: () => Promise<boolean>): Promise<void> {
  await until(async () => {
    await page.clock.runFor(LOOK_MS);
    return isSo();
  }, 'it');
}

/** Lets the time pass after which a session that nobody used would be warned of. */
const passAlmostAll = (page: Page): Promise<void> => page.clock.fastForward(IDLE_MS - 4 * MINUTE_MS);

const warning = (page: Page) => page.getByRole('alertdialog');

test('five minutes before the end of a session, one press of the focused button prolongs it, and nothing on the page changes', async () => {
  const { page, age, used } = await open();
  const field = page.getByRole('textbox').first();
  await field.fill('typed');
  await age(56);
  await passAlmostAll(page);
  await warning(page).waitFor();
  assert.match(
    (await warning(page).textContent()) ?? '',
    /have not used the console for a while. Your session ends at \d+:\d\d/,
  );
  assert.equal(await used(), 56, 'checking the time does not prolong the session');
  await page.keyboard.press('Enter');
  await warning(page).waitFor({ state: 'hidden' });
  assert.equal(await used(), 0);
  assert.equal(await field.inputValue(), 'typed');
  assert.ok(await field.evaluate((one) => one === one.ownerDocument.activeElement), 'the focus is back');
  await page.context().close();
});

test('a page does not warn while another tab uses the session, and hides its warning once that tab prolongs it', async () => {
  const { page, age } = await open();
  await age(2);
  const looked = page.waitForResponse(/\/account\/time$/);
  await passAlmostAll(page);
  await (await looked).finished();
  assert.equal(await warning(page).count(), 0);
  await age(57);
  await page.clock.fastForward(IDLE_MS);
  await warning(page).waitFor();
  const other = await page.context().newPage();
  await other.goto(`${gateway.url}/console${MERCHANT}/orders`);
  await runClockUntil(page, async () => !(await warning(page).isVisible()));
  await age(57);
  await page.clock.fastForward(IDLE_MS);
  await warning(page).waitFor();
  await page.context().close();
});

test('a page warns soon after the computer was asleep, when no timer runs', async () => {
  const { page, age } = await open();
  await age(56);
  await page.evaluate(
    'looks = 0; look = fetch; fetch = (...given) => { looks += 1; return look(...given); }',
  );
  await page.clock.setSystemTime(Date.now() + IDLE_MS - 4 * MINUTE_MS);
  await page.clock.runFor(LOOK_MS);
  assert.equal(await page.evaluate('looks'), 1);
  await warning(page).waitFor();
  await page.context().close();
});

test('a closed warning does not return before the session ends, and a sign-in then keeps the input', async () => {
  const { page, age } = await open();
  const field = page.getByRole('textbox').first();
  await field.fill('https://shop.example/logo.svg');
  await age(56);
  await passAlmostAll(page);
  await warning(page).waitFor();
  await page.keyboard.press('Escape');
  for (let looks = 0; looks < 3; looks += 1) {
    const looked = page.waitForResponse(/\/account\/time$/);
    await page.clock.runFor(LOOK_MS);
    await (await looked).finished();
  }
  assert.equal(await warning(page).count(), 0);
  await age(60);
  await runClockUntil(page, () => warning(page).isVisible());
  await page.getByRole('heading', { name: 'Your session has ended' }).waitFor();
  assert.equal(await field.inputValue(), 'https://shop.example/logo.svg');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Open the console' }).click();
  await page.getByRole('heading', { name: 'Brand', level: 1 }).waitFor();
  assert.equal(await field.inputValue(), 'https://shop.example/logo.svg');
  await page.context().close();
});

test('a page states that a session ends twelve hours after the sign-in, and does not prolong it', async () => {
  const { page, age, used } = await open();
  await age(10, ABSOLUTE_MS / MINUTE_MS - 3);
  await passAlmostAll(page);
  await page.getByText('at most twelve hours').waitFor();
  await page.getByRole('button', { name: 'Continue' }).click();
  await warning(page).waitFor({ state: 'hidden' });
  assert.equal(await used(), 10);
  const looked = page.waitForResponse(/\/account\/time$/);
  await page.goto(`${gateway.url}/console${MERCHANT}/orders`);
  await (await looked).finished();
  assert.equal(await warning(page).count(), 0, 'the next page does not repeat it');
  await age(60);
  await runClockUntil(page, () => warning(page).isVisible());
  await page.getByRole('heading', { name: 'Your session has ended' }).waitFor();
  await page.context().close();
});

test('a page that refreshes itself warns too, and shows the sign-in once the session has ended', async () => {
  const { json } = await callerOf(gateway.url).post('/offset-gateway/orders', { emission_amount: 1000 });
  const { page, age } = await open(`${MERCHANT}/orders/${json.order_id}`);
  await age(56);
  await passAlmostAll(page);
  await warning(page).waitFor();
  await age(60);
  await runClockUntil(page, async () => (await page.getByRole('heading', { name: 'Sign in' }).count()) > 0);
  await page.context().close();
});

test('if the gateway cannot be reached, the button states so, and works later', async () => {
  const { page, age, used } = await open();
  await age(56);
  await passAlmostAll(page);
  await warning(page).waitFor();
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Stay signed in' }).click();
  await page.getByText('could not be reached').waitFor();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Stay signed in' }).click();
  await warning(page).waitFor({ state: 'hidden' });
  assert.equal(await used(), 0);
  await page.context().close();
});

test('axe finds no fault in the warning, light and wide, dark and narrow', async () => {
  for (const [colorScheme, width] of [
    ['light', 1280],
    ['dark', 320],
  ] as const) {
    const { page, age } = await open();
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    await age(56);
    await passAlmostAll(page);
    await warning(page).waitFor();
    // axe waits for a moment of its own.
    await page.clock.resume();
    await page.evaluate(await readFile(AXE, 'utf8'));
    const found = await page.evaluate(
      "axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html))",
    );
    assert.deepEqual(found, []);
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}/warning-${colorScheme}-${width}.png` });
    await page.context().close();
  }
});
