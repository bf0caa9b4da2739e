/** Each step of the booking and the booked page, checked with axe in light and dark. */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, launchWithLetters } from '../../../scripts/chromium.ts';
import { paleFields } from '../../../scripts/pale-fields.ts';
import { type Stack, startStack } from './stack.ts';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const PAGES = ['/#trip', '/#travellers', '/#review', '/booked.html', '/booked.html?reference=NONE00'];

let stack: Stack;
let browser: Browser;

before(async () => {
  stack = await startStack();
  browser = await launchBrowser();
});

after(async () => {
  await browser?.close();
  await stack?.close();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`no page has violations which axe knows of (${colorScheme})`, async () => {
    const found: string[] = [];
    for (const address of PAGES) {
      const page = await browser.newPage({ colorScheme, reducedMotion: 'reduce' });
      await page.goto(stack.airline + address);
      if (address === '/#review') await page.locator('flight-offset-widget:state(ready)').waitFor();
      await page.addScriptTag({ path: AXE });
      const violations = await page.evaluate(async () => {
        const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
        return (await axe.run({ resultTypes: ['violations'] })).violations;
      });
      for (const { id, nodes } of violations)
        found.push(`${address}: ${id} at ${nodes[0]?.target.join(' ')}`);
      found.push(...(await paleFields(page)));
      await page.close();
    }
    assert.deepEqual(found, []);
  });
}

test('in forced colours the button changes while the payment is under way', async () => {
  const page = await browser.newPage({ forcedColors: 'active', reducedMotion: 'reduce' });
  await page.goto(`${stack.airline}/#review`);
  await page.locator('flight-offset-widget:state(ready)').waitFor();
  await page.route(`${stack.merchant}/bookings`, () => {});
  const pay = page.getByRole('button', { name: /^Pay/ });
  const colour = (): Promise<string> => pay.evaluate((button) => getComputedStyle(button).color);
  const before = await colour();
  await pay.click();
  assert.notEqual(await colour(), before);
  await page.close();
});

test('the whole booking can be made by keyboard', async () => {
  const page = await browser.newPage();
  await page.goto(`${stack.airline}/#trip`);
  await page.locator('#trip-title').waitFor();
  await page.locator('#cabin').focus();
  await page.keyboard.press('ArrowDown');
  await page.locator('#trip-form').getByRole('button', { name: 'Continue' }).focus();
  await page.keyboard.press('Enter');
  // The new step's heading has the focus, so that a screen reader announces the step.
  await page.locator('#travellers-title:focus').waitFor();
  await page.locator('#travellers-form').getByRole('button', { name: 'Continue' }).focus();
  await page.keyboard.press('Enter');
  await page.locator('#review-title:focus').waitFor();
  const widget = page.locator('flight-offset-widget:state(ready)');
  await widget.getByRole('checkbox').focus();
  await page.keyboard.press('Space');
  assert.equal(await widget.getByRole('checkbox').isChecked(), true);
  assert.match(page.url(), /cabin=premiumEconomy/);
  await page.close();
});

test('a long name stays inside its card and the page on a phone', async () => {
  const page = await browser.newPage({ viewport: { width: 320, height: 800 } });
  await page.goto(`${stack.airline}/#travellers`);
  await page.locator('#names input').fill('Wolfeschlegelsteinhausenbergerdorffwelchevoralternwaren');
  await page.locator('#travellers-form').getByRole('button', { name: 'Continue' }).click();
  await page.locator('#review-travellers').getByText('Wolfe').waitFor();
  const beyond = await page
    .locator('.card:visible')
    .evaluateAll((cards) => cards.map((card) => card.scrollWidth - card.clientWidth));
  assert.ok(
    beyond.every((pixels) => pixels <= 0),
    String(beyond),
  );
  await page.getByRole('button', { name: /^Pay/ }).click();
  await page.locator('#booked-lead').getByText('Wolfe').waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320);
  await page.close();
});

/** Finds content of a page that is beyond its edges at a width. */
async function overflowAt(page: Page, width: number): Promise<string[]> {
  const found: string[] = [];
  await page.setViewportSize({ width, height: 800 });
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  if (beyond > 0) found.push(`scrolls sideways by ${beyond} px`);
  const cards = await page
    .locator('.card:visible')
    .evaluateAll((all) => all.filter((card) => card.scrollWidth > card.clientWidth).length);
  if (cards > 0) found.push('something is beyond its card');
  const skip = await page.locator('.skip').evaluateAll(([link]) => link?.getBoundingClientRect().bottom);
  if (skip !== undefined && skip > 0) found.push('the skip link is seen');
  return found;
}

for (const letters of [24, 32])
  test(`pages use the browser's font size of ${letters} px, and each page still fits`, async () => {
    const large = await launchWithLetters(letters);
    const found: string[] = [];
    for (const address of PAGES) {
      const page = await large.newPage();
      await page.goto(stack.airline + address);
      if (address === '/#review') await page.locator('flight-offset-widget:state(ready)').waitFor();
      const size = await page.evaluate(() => getComputedStyle(document.body).fontSize);
      if (size !== `${letters}px`) found.push(`${address}: ${size}`);
      for (const width of [320, 390, 1280])
        for (const fault of await overflowAt(page, width)) found.push(`${address}, ${width} px: ${fault}`);
      await page.close();
    }
    await large.close();
    assert.deepEqual(found, []);
  });

test('a phone has the smaller headings and margins', async () => {
  const page = await browser.newPage({ viewport: { width: 390, height: 800 } });
  await page.goto(`${stack.airline}/#trip`);
  const styleOf = (selector: string, name: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((one, name) => getComputedStyle(one).getPropertyValue(name), name);
  assert.equal(await styleOf('h1', 'font-size'), '25px');
  assert.equal(await styleOf('.card', 'padding'), '18px 16px');
  await page.close();
});
