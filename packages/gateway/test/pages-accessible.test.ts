/** Every page a traveller may see, in both languages, light and dark, wide and narrow, as axe judges it. */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { type Browser, chromium, type Page } from 'playwright-core';
import { launchOptions } from '../../../scripts/chromium.ts';
import { type PageStates, startPageStates } from './page-states.ts';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const LOOKS = (['en', 'hi'] as const).flatMap((language) =>
  (['light', 'dark'] as const).flatMap((colorScheme) =>
    [320, 1280].map((width) => ({ language, colorScheme, width })),
  ),
);

let states: PageStates;
let browser: Browser;
before(async () => {
  [states, browser] = await Promise.all([startPageStates(), chromium.launch(await launchOptions())]);
});
after(async () => {
  await browser?.close();
  await states?.close();
});

/** What is wrong with a page: axe's findings, and whatever has to be scrolled sideways. */
async function faultsOf(page: Page): Promise<string[]> {
  const faults = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
    const { violations, incomplete } = await axe.run({ resultTypes: ['violations', 'incomplete'] });
    return [...violations, ...incomplete].map(({ id, nodes }) => `${id} at ${nodes[0]?.target.join(' ')}`);
  });
  const [content, width] = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return [scrollWidth, clientWidth] as const;
  });
  return content > width ? [...faults, `scrolls sideways: ${content} of ${width}`] : faults;
}

/** Looks at an address in every look. */
async function look(name: string, address: string, statuses: readonly number[]): Promise<void> {
  const found: string[] = [];
  for (const { language, colorScheme, width } of LOOKS) {
    const context = await browser.newContext({
      colorScheme,
      locale: language,
      viewport: { width, height: 800 },
      // axe is put into the page, which lets no script in.
      bypassCSP: true,
    });
    const page = await context.newPage();
    const response = await page.goto(address);
    assert.ok(statuses.includes(response?.status() ?? 0), `${name}: ${response?.status()}`);
    assert.equal(await page.locator('html').getAttribute('lang'), language, name);
    await page.addScriptTag({ path: AXE });
    for (const fault of await faultsOf(page))
      found.push(`${name}, ${language}, ${colorScheme}, ${width}: ${fault}`);
    await context.close();
  }
  assert.deepEqual(found, []);
}

test('every state of the payment page', async () => {
  for (const [name, address] of Object.entries(states.addresses)) await look(name, address, [200, 404]);
});

test('the page after a card that is none', async () => {
  const page = await browser.newPage();
  await page.goto(states.addresses['to pay'] ?? '');
  await page
    .locator('input[name=card]')
    .first()
    .evaluate((input: HTMLInputElement) => {
      input.value = '1';
    });
  await page.getByRole('button', { name: /^Pay/ }).click();
  await page.getByRole('alert').waitFor();
  await page.close();
});

test('a page that waits shows the outcome by itself once there is one', async () => {
  const page = await browser.newPage();
  await page.goto(states.addresses['waiting for the provider'] ?? '');
  assert.equal(await page.getByRole('heading').textContent(), 'Your payment is being confirmed');
  const other = await browser.newPage();
  await other.goto(states.addresses['to pay'] ?? '');
  await other.getByRole('button', { name: /^Pay/ }).click();
  await page.getByRole('heading', { name: 'Thank you' }).waitFor();
  await page.close();
  await other.close();
});

test('without its database, and back: the page says so, tries again, and needs no script for it', async () => {
  const { 'not found': _, ...addresses } = states.addresses;
  await states.loseDatabase();
  for (const address of [addresses.paid ?? '', `${addresses['to pay']?.split('?')[0]}/receipt.pdf`]) {
    const answer = await fetch(address, { headers: { accept: 'text/html' } });
    assert.equal(answer.status, 503);
    assert.ok(Number(answer.headers.get('retry-after')) > 0);
    assert.match(answer.headers.get('content-type') ?? '', /^text\/html/);
    assert.doesNotMatch(await answer.text(), /ECONN|postgres|127\.0\.0\.1|select/i);
  }
  await look('without its database', addresses.paid ?? '', [503]);
});
