/** Every page a traveller may see, in several languages, light and dark, wide and narrow, checked by axe. */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, launchWithLetters } from '../../../scripts/chromium.ts';
import { formatDayOf } from '../src/pages/format.ts';
import { COLOUR_RULES, pageFaults } from './page-faults.ts';
import { type PageStates, startPageStates } from './page-states.ts';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
/**
 * Languages, and the looks of an open page in each: every two of scheme, width and direction of writing are combined.
 * German has the longest words, Japanese no spaces. The second look has the same elements, so only its colours are
 * judged.
 */
const LOOKS = {
  en: [
    { colorScheme: 'light', width: 1280 },
    { colorScheme: 'dark', width: 320 },
  ],
  ar: [
    { colorScheme: 'light', width: 320 },
    { colorScheme: 'dark', width: 1280 },
  ],
  de: [{ colorScheme: 'light', width: 320 }],
  hi: [{ colorScheme: 'dark', width: 320 }],
  ja: [{ colorScheme: 'light', width: 320 }],
} as const;

type Language = keyof typeof LOOKS;

let states: PageStates;
let browser: Browser;
/** The open page, one for all tests, because each page is another process. */
let shown: Page;
before(async () => {
  [states, browser] = await Promise.all([startPageStates(), launchBrowser()]);
  // axe is injected into the pages, which allow no script.
  shown = await browser.newPage({ reducedMotion: 'reduce', bypassCSP: true });
  await shown.addInitScript({ path: AXE });
});
after(async () => {
  await browser?.close();
  await states?.close();
});

/** Looks of texts whose contrast was judged: for any language, and separately for each accent. */
const judged = new Set<string>();

/** Finds faults of the open page, which is in `language`. */
async function faultsIn(language: Language): Promise<string[]> {
  const found: string[] = [];
  for (const [index, { colorScheme, width }] of LOOKS[language].entries()) {
    await shown.emulateMedia({ colorScheme });
    await shown.setViewportSize({ width, height: 800 });
    const { faults } = await pageFaults(shown, judged, index === 0 ? undefined : COLOUR_RULES);
    for (const fault of faults) found.push(`${language}, ${colorScheme}, ${width}: ${fault}`);
  }
  return found;
}

/** Judges the pages at addresses, by the name of their state. */
async function look(
  addresses: Readonly<Record<string, string>>,
  statuses: readonly number[],
  languages = Object.keys(LOOKS) as Language[],
): Promise<void> {
  const found: string[] = [];
  for (const language of languages) {
    await shown.setExtraHTTPHeaders({ 'accept-language': language });
    for (const [name, address] of Object.entries(addresses)) {
      const response = await shown.goto(address);
      assert.ok(statuses.includes(response?.status() ?? 0), `${name}: ${response?.status()}`);
      assert.equal(await shown.locator('html').getAttribute('lang'), language, name);
      for (const fault of await faultsIn(language)) found.push(`${name}, ${fault}`);
    }
  }
  assert.deepEqual(found, []);
}

test('no state of the payment page has accessibility faults', () => look(states.addresses, [200, 404]));

for (const accent of ['#ffcc00', '#0b1020', '#7f7f7f', '#0078d2', '#9b59b6']) {
  test(`the payment page with the accent ${accent} has no accessibility faults`, async () => {
    await states.setAccent(accent);
    const { 'to pay': toPay = '', paid = '' } = states.addresses;
    // An accent is combined with the colours of a scheme, for any language and width.
    await look({ 'to pay': toPay, paid }, [200], ['en']);
    for (const { colorScheme } of LOOKS.en) {
      await shown.emulateMedia({ colorScheme });
      await shown.goto(toPay);
      await shown.getByRole('button', { name: /^Pay/ }).hover();
      const { faults } = await pageFaults(shown, judged, COLOUR_RULES);
      assert.deepEqual(faults, [], `below the pointer, ${colorScheme}`);
    }
  });
}

test('the longest date of a year fits on one line of a phone, with its time zone', async () => {
  const found: string[] = [];
  await shown.setViewportSize({ width: 360, height: 800 });
  for (const language of Object.keys(LOOKS) as Language[]) {
    await shown.setExtraHTTPHeaders({ 'accept-language': language });
    await shown.goto(states.addresses.paid ?? '');
    const days = Array.from({ length: 12 }, (_, month) =>
      formatDayOf(Date.UTC(2026, month + 1, 0), { language, tag: language }),
    );
    const wrapped = await shown
      .locator('dd', { hasText: /\(UTC\)/ })
      .first()
      .evaluate((cell, texts) => {
        const lineHeight = Number.parseFloat(getComputedStyle(cell).lineHeight);
        return texts.filter((text) => {
          cell.textContent = text;
          return cell.getBoundingClientRect().height > 1.5 * lineHeight;
        });
      }, days);
    found.push(...wrapped);
  }
  assert.deepEqual(found, []);
});

test('pages follow the font size of the browser, and no word is cut beside an amount', async () => {
  const large = await launchWithLetters(24);
  const page = await large.newPage({ viewport: { width: 320, height: 568 } });
  const found: string[] = [];
  for (const language of Object.keys(LOOKS) as Language[]) {
    await page.setExtraHTTPHeaders({ 'accept-language': language });
    for (const [name, address] of Object.entries(states.addresses)) {
      await page.goto(address);
      const seen = await page.evaluate(() => ({
        size: getComputedStyle(document.body).fontSize,
        beyond: document.documentElement.scrollWidth - innerWidth,
      }));
      if (seen.size !== '22.5px' || seen.beyond > 0)
        found.push(`${name}, ${language}: ${JSON.stringify(seen)}`);
    }
  }
  await page.setExtraHTTPHeaders({ 'accept-language': 'de' });
  await page.goto(states.addresses.paid ?? '');
  const paid = await page
    .locator('.total dt')
    .evaluate(
      (term) => term.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(term).lineHeight),
    );
  await large.close();
  assert.deepEqual(found, []);
  assert.equal(Math.round(paid), 1, 'Bezahlt is on one line');
});

test('the page after an invalid card has no accessibility faults', async () => {
  await shown.setExtraHTTPHeaders({ 'accept-language': 'en' });
  await shown.goto(states.addresses['to pay'] ?? '');
  const card = shown.locator('input[name=card]').first();
  await card.evaluate((input) => {
    (input as HTMLInputElement).value = '1';
  });
  await shown.getByRole('button', { name: /^Pay/ }).click();
  await shown.getByRole('alert').waitFor();
  assert.deepEqual(await faultsIn('en'), []);
});

test('a waiting page shows the outcome by itself', async () => {
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

test('without its database, a page gets 503 with Retry-After, no internals, and no accessibility faults', async () => {
  const { 'not found': _, ...addresses } = states.addresses;
  await states.loseDatabase();
  for (const address of [addresses.paid ?? '', `${addresses['to pay']?.split('?')[0]}/receipt.pdf`]) {
    const response = await fetch(address, { headers: { accept: 'text/html' } });
    assert.equal(response.status, 503);
    assert.ok(Number(response.headers.get('retry-after')) > 0);
    assert.match(response.headers.get('content-type') ?? '', /^text\/html/);
    assert.doesNotMatch(await response.text(), /ECONN|postgres|127\.0\.0\.1|select/i);
  }
  await look({ 'without its database': addresses.paid ?? '' }, [503]);
});
