/** Every page of the console in every state, light and dark, wide and narrow, checked by axe; and by keyboard alone. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { ROUTES, type Route } from '@flight-offset/console';
import type { Browser, Locator } from 'playwright-core';
import { launchBrowser, launchWithLetters } from '../../../scripts/chromium.ts';
import { paleFields } from '../../../scripts/pale-fields.ts';
import { callerOf } from '../src/testing/caller.ts';
import { sandboxVisitor } from '../src/testing/console-visitor.ts';
import { type ConsoleStates, startConsoleStates } from './console-states.ts';
import { hiddenTexts } from './hidden-texts.ts';
import { namesakes } from './namesakes.ts';
import { COLOUR_RULES, pageFaults } from './page-faults.ts';
import { visitConsole } from './visit-console.ts';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
/** Paths that do not return a page: style, script and its data, CSV, and the redirects of an identity provider. */
const NO_PAGES = /^\/assets\/|\.css$|\.csv$|^\/sign-in\/provider|^\/account\/time$/;
/** Widths that each page is judged at, in pixels: below the sidebar, and beside it. */
const WIDTHS = { narrow: 320, wide: 1280 } as const;
/** Widths between these, at which a page must not scroll sideways: tablets, and where the layout changes. */
const BETWEEN = [600, 760, 768, 1000, 1001, 1024, 1041] as const;

let states: ConsoleStates;
let browser: Browser;
before(async () => {
  [states, browser] = await Promise.all([startConsoleStates(), launchBrowser()]);
});
after(async () => {
  await browser?.close();
  await states?.close();
});

test('no page in any state has accessibility faults, light and dark, wide and narrow', async () => {
  const found: string[] = [];
  const judged = new Set<string>();
  let pages = 0;
  await visitConsole(browser, states, { script: AXE }, async (page, name) => {
    pages += 1;
    const hidden = await hiddenTexts(page, WIDTHS);
    found.push(...hidden.map((text) => `${name}: leaves out at ${WIDTHS.narrow} px: ${text}`));
    found.push(...(await namesakes(page)).map((one) => `${name}: several are named ${one}`));
    for (const width of BETWEEN) {
      await page.setViewportSize({ width, height: 800 });
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (beyond > 0) found.push(`${name}, ${width} px: scrolls sideways by ${beyond} px`);
    }
    for (const width of Object.values(WIDTHS)) {
      const at = `${name}, ${width} px`;
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      const { faults, rules } = await pageFaults(page, judged);
      faults.push(...(await paleFields(page)));
      // The dark page has the same elements in the same places, so only its colours are judged again.
      await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
      const dark = await pageFaults(
        page,
        judged,
        COLOUR_RULES.filter((rule) => rules.includes(rule)),
      );
      dark.faults.push(...(await paleFields(page)));
      found.push(
        ...faults.map((fault) => `${at}, light: ${fault}`),
        ...dark.faults.map((fault) => `${at}, dark: ${fault}`),
      );
    }
  });
  assert.deepEqual(found, []);
  const { pages: byViewer, forms } = states;
  const expected = Object.values(byViewer).map((of) => Object.keys(of).length);
  assert.equal(
    pages,
    expected.reduce((sum, count) => sum + count, Object.keys(forms).length),
  );
});

test('pages follow the font size of the browser, and still fit', async () => {
  const large = await launchWithLetters(24);
  const found: string[] = [];
  await visitConsole(large, states, {}, async (page, name) => {
    const size = await page.evaluate(() => getComputedStyle(document.body).fontSize);
    if (size !== '22.5px') found.push(`${name}: ${size}`);
    for (const width of Object.values(WIDTHS)) {
      await page.setViewportSize({ width, height: 800 });
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (beyond > 0) found.push(`${name}, ${width} px: scrolls sideways by ${beyond} px`);
    }
  });
  await large.close();
  assert.deepEqual(found, []);
});

test('at a small font size, the list of orders never scrolls sideways', async () => {
  const small = await launchWithLetters(9);
  const [name = '', value = ''] = states.cookies.operator?.split('=') ?? [];
  const page = await small.newPage();
  await page.context().addCookies([{ name, value, url: states.url }]);
  await page.goto(`${states.url}/console/merchants/sandbox-merchant/orders`);
  const found: string[] = [];
  for (const width of [428, 440, 564, 580, 760, 1001]) {
    await page.setViewportSize({ width, height: 800 });
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (beyond > 0) found.push(`${width} px: scrolls sideways by ${beyond} px`);
  }
  await small.close();
  assert.deepEqual(found, []);
});

test('the skip link is visible only with the focus, also at a large font size', async (t) => {
  const large = await launchWithLetters(32);
  t.after(() => large.close());
  const [name = '', value = ''] = states.cookies.operator?.split('=') ?? [];
  const page = await large.newPage();
  await page.context().addCookies([{ name, value, url: states.url }]);
  await page.goto(`${states.url}/console/merchants/sandbox-merchant/orders`);
  const edges = () =>
    page.locator('.skip').evaluate((link) => {
      const { top, bottom } = link.getBoundingClientRect();
      return { top, bottom };
    });
  const hidden = await edges();
  assert.ok(hidden.bottom <= 0, `it ends at ${hidden.bottom} px`);
  await page.keyboard.press('Tab');
  assert.equal((await edges()).top, 10);
});

test('cells have the same accessible names in a narrow table as in a wide one', async () => {
  const [name = '', value = ''] = states.cookies.operator?.split('=') ?? [];
  const context = await browser.newContext();
  await context.addCookies([{ name, value, url: states.url }]);
  const page = await context.newPage();
  await page.goto(`${states.url}/console/merchants/sandbox-merchant/orders`);
  const session = await context.newCDPSession(page);
  const cellsAt = async (width: number): Promise<unknown[]> => {
    await page.setViewportSize({ width, height: 800 });
    const { nodes } = await session.send('Accessibility.getFullAXTree');
    return nodes.filter(({ role }) => role?.value === 'cell').map((cell) => cell.name?.value);
  };
  const wide = await cellsAt(WIDTHS.wide);
  assert.ok(wide.includes('Completed'));
  assert.deepEqual(await cellsAt(WIDTHS.narrow), wide);
  await context.close();
});

test('a printed page has no navigation, form, button or column of actions', async () => {
  const [cookie = '', value = ''] = states.cookies.operator?.split('=') ?? [];
  const context = await browser.newContext();
  await context.addCookies([{ name: cookie, value, url: states.url }]);
  const page = await context.newPage();
  await page.emulateMedia({ media: 'print' });
  for (const name of ['order, paid', 'orders', 'webhooks', 'money', 'developers', 'reconciliation']) {
    await page.goto(`${states.url}/console${states.pages.operator[name]}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const printed = page.locator(
      'nav:visible, form:visible, button:visible, .button:visible, [data-column=Actions]:visible',
    );
    assert.deepEqual(await printed.allInnerTexts(), [], name);
  }
  await context.close();
});

test('a page printed from a dark screen is dark on white, and keeps the legends of its charts', async () => {
  const [cookie = '', value = ''] = states.cookies.operator?.split('=') ?? [];
  const context = await browser.newContext({ colorScheme: 'dark' });
  await context.addCookies([{ name: cookie, value, url: states.url }]);
  const page = await context.newPage();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  for (const name of ['overview', 'order, paid', 'statement, closed']) {
    await page.goto(`${states.url}/console${states.pages.operator[name]}`);
    const colours = await page
      .locator('main :is(h1, h2, td, dt, dd, p, span, text):visible')
      .evaluateAll((all) => [...new Set(all.map((one) => getComputedStyle(one).color))]);
    assert.ok(colours.length > 1, name);
    for (const colour of colours) {
      const [red = 255, green = 255, blue = 255] = (colour.match(/[\d.]+/g) ?? []).map(Number);
      assert.ok(0.3 * red + 0.6 * green + 0.1 * blue < 150, `${name}: ${colour}`);
    }
    const keys = await page
      .locator('.legend li')
      .evaluateAll((all) => all.map((one) => getComputedStyle(one, '::before').printColorAdjust));
    assert.ok(keys.every((adjust) => adjust === 'exact') && keys.length > 0 === (name === 'overview'), name);
  }
  await context.close();
});

test('in forced colours, the button in the preview of the payment page has a border', async () => {
  const [cookie = '', value = ''] = states.cookies.operator?.split('=') ?? [];
  const context = await browser.newContext({ forcedColors: 'active' });
  await context.addCookies([{ name: cookie, value, url: states.url }]);
  const page = await context.newPage();
  await page.goto(`${states.url}/console${states.pages.operator.brand}`);
  const width = await page.locator('.preview .pay').evaluate((one) => getComputedStyle(one).borderTopWidth);
  assert.equal(width, '1px');
  await context.close();
});

test('fields have text of 16 px on a phone, so that browsers do not zoom in', async () => {
  const [name = '', value = ''] = states.cookies.operator?.split('=') ?? [];
  const context = await browser.newContext({ hasTouch: true, isMobile: true });
  await context.addCookies([{ name, value, url: states.url }]);
  const page = await context.newPage();
  await page.goto(`${states.url}/console/merchants/sandbox-merchant/orders`);
  const sizes = await page
    .locator('input:visible, select:visible')
    .evaluateAll((all) => all.map((one) => getComputedStyle(one).fontSize));
  assert.deepEqual([...new Set(sizes)], ['16px']);
  await context.close();
});

test('these tests visit every page of the console', () => {
  const seen = Object.values(states.pages).flatMap((pages) => Object.values(pages));
  const isSeen = ({ path }: Route): boolean => {
    const pattern = new RegExp(`^${path === '/' ? '' : path.replaceAll(/:\w+/g, '[^/?]+')}(?:\\?.*)?$`);
    return seen.some((one) => pattern.test(one));
  };
  const missing = ROUTES.filter(
    (route) => route.method === 'GET' && !NO_PAGES.test(route.path) && !isSeen(route),
  );
  assert.deepEqual(
    missing.map(({ path }) => path),
    [],
  );
});

test('signing in, finding an order, replaying its webhook and refunding it work by keyboard without scripts', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${states.url}/console`);
  /** Presses Tab until the element has the focus, which must be visible. */
  const reach = async (target: Locator): Promise<void> => {
    await target.waitFor();
    for (let tabs = 0; tabs < 100; tabs += 1) {
      await page.keyboard.press('Tab');
      if ((await target.and(page.locator(':focus-visible')).count()) > 0) return;
    }
    assert.fail(`${target} cannot be reached by keyboard`);
  };
  const press = async (target: Locator): Promise<void> => {
    await reach(target);
    await page.keyboard.press('Enter');
    await page.waitForLoadState();
  };
  const type = async (label: string, text: string): Promise<void> => {
    await reach(page.getByLabel(label));
    await page.keyboard.type(text);
  };
  const search = async (reference: string): Promise<void> => {
    await type('Order, reference, e-mail address or payment', reference);
    await page.keyboard.press('Enter');
    await page.waitForURL(/search=/);
  };
  const link = (name: string) => page.getByRole('link', { name, exact: true }).first();
  const button = (name: string) => page.getByRole('button', { name, exact: true }).first();
  await press(button('Open the console'));
  await press(link('Example Air'));
  await press(link('Orders'));
  await search('EX7K2P');
  await press(page.getByRole('table', { name: 'Orders' }).getByRole('link'));
  await press(page.getByRole('button', { name: /^Replay order/ }).first());
  await page.getByText('The webhook was queued again.').waitFor();
  await press(link('Orders'));
  await search('EX7K2P');
  await press(page.getByRole('table', { name: 'Orders' }).getByRole('link'));
  await type('Kilograms', '100');
  await press(button('Refund a part'));
  await type('Reason', 'leg cancelled');
  await press(page.getByRole('button', { name: /^Refund ₹/ }));
  await page.getByText('The refund was recorded').waitFor();
  await context.close();
});

test('at 1024 px, filters share a line with their button, days and actions take one line, and times two', async () => {
  const { json } = await callerOf(states.url).post('/offset-gateway/orders', {
    emission_amount: 1,
    user: { name: 'Jonathan Livingstone', email: 'jonathan.livingstone@example-airlines.com' },
  });
  assert.ok(json.order_id);
  const operator = await sandboxVisitor(states.url);
  const email = 'named.by.address@example.com';
  const invitation = { name: email, email, role: 'viewer', once: randomUUID() };
  await operator.post('/merchants/sandbox-merchant/people', invitation);
  const [name = '', value = ''] = operator.cookie.split('=');
  const context = await browser.newContext({ viewport: { width: 1024, height: 800 } });
  await context.addCookies([{ name, value, url: states.url }]);
  const page = await context.newPage();
  const linesOf = (locator: Locator): Promise<number> =>
    locator.first().evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    });
  await page.goto(`${states.url}/console/merchants/sandbox-merchant/orders`);
  const boxOf = async (locator: Locator) => (await locator.boundingBox()) ?? assert.fail('not shown');
  const [button, to] = [
    await boxOf(page.getByRole('button', { name: 'Search' })),
    await boxOf(page.getByLabel('Created to (UTC)')),
  ];
  assert.ok(button.y < to.y + to.height, 'the button is below the filters');
  const time = page.getByRole('table', { name: 'Orders' }).locator('time');
  assert.equal(await linesOf(time), 2);
  assert.equal(await linesOf(time.locator('span')), 1);
  await page.goto(`${states.url}/console/merchants/sandbox-merchant/people`);
  assert.equal(await linesOf(page.locator('td[data-column=Since] > div')), 1);
  assert.equal(await page.getByText(email).count(), 1);
  await page.goto(`${states.url}/console/merchants/sandbox-merchant/audit`);
  assert.equal(await linesOf(page.getByText('console_person.invited')), 1);
  await context.close();
});

test('fields of a filter align on one line even if the label of one takes two', async () => {
  const { cookie } = await sandboxVisitor(states.url);
  const [name = '', value = ''] = cookie.split('=');
  const context = await browser.newContext({ viewport: { width: 1100, height: 800 } });
  await context.addCookies([{ name, value, url: states.url }]);
  const page = await context.newPage();
  await page.goto(`${states.url}/console/merchants/sandbox-merchant/orders`);
  const bottoms = await page
    .locator('.filters :is(input, select, button)')
    .evaluateAll((fields) => fields.map((field) => Math.round(field.getBoundingClientRect().bottom)));
  assert.equal(bottoms.length, 5);
  assert.equal(new Set(bottoms).size, 1, String(bottoms));
  await context.close();
});

test('a sum of eight digits stays on one line at every width', async () => {
  const caller = callerOf(states.url);
  for (let orders = 0; orders < 10; orders += 1) {
    const { json } = await caller.post('/offset-gateway/orders', { emission_amount: 1_000_000 });
    await caller.post(`/sandbox/orders/${json.order_id}/payment`, { outcome: 'completed' });
  }
  const operator = await sandboxVisitor(states.url);
  const [name = '', value = ''] = operator.cookie.split('=');
  const context = await browser.newContext();
  await context.addCookies([{ name, value, url: states.url }]);
  const page = await context.newPage();
  // The figures of a day are cached for a minute.
  await caller.post('/sandbox/clock', { advance_seconds: 120 });
  await page.goto(`${states.url}/console/merchants/sandbox-merchant`);
  for (const width of [320, ...BETWEEN, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const lines = await page.locator('dt:text("Contributions") + dd').evaluate(({ firstChild }) => {
      const range = document.createRange();
      if (firstChild) range.selectNodeContents(firstChild);
      return [range.toString(), range.getClientRects().length];
    });
    assert.deepEqual(lines, [lines[0], 1], `${width} px`);
    assert.match(String(lines[0]), /^₹1\d,\d{3},\d{3}\.\d\d$/);
  }
  await context.close();
});
