/** Every page of the console in every state, light and dark, wide and narrow, as axe judges it; and by keyboard alone. */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';
import { launchOptions } from '../../../scripts/chromium.ts';
import { type ConsoleStates, startConsoleStates } from './console-states.ts';
import { pageFaults } from './page-faults.ts';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const LOOKS = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 1280 },
  { colorScheme: 'light', width: 320 },
  { colorScheme: 'dark', width: 320 },
] as const;

let states: ConsoleStates;
let browser: Browser;
before(async () => {
  [states, browser] = await Promise.all([startConsoleStates(), chromium.launch(await launchOptions())]);
});
after(async () => {
  await browser?.close();
  await states?.close();
});

async function signedIn(context: BrowserContext): Promise<BrowserContext> {
  const [name = '', value = ''] = states.cookie.split('=');
  await context.addCookies([{ name, value, url: states.url }]);
  return context;
}

for (const { colorScheme, width } of LOOKS) {
  test(`every page, ${colorScheme}, ${width} px`, async () => {
    const found: string[] = [];
    for (const pages of [states.openPages, states.pages]) {
      // axe is put into the pages, which let no script in.
      const context = await browser.newContext({
        colorScheme,
        viewport: { width, height: 800 },
        bypassCSP: true,
      });
      if (pages === states.pages) await signedIn(context);
      await context.addInitScript({ path: AXE });
      const page = await context.newPage();
      for (const [name, path] of Object.entries(pages)) {
        await page.goto(`${states.url}/console${path}`);
        for (const fault of await pageFaults(page)) found.push(`${name}: ${fault}`);
      }
      if (pages === states.pages)
        for (const [name, { path, fill = {}, button }] of Object.entries(states.forms)) {
          await page.goto(`${states.url}/console${path}`);
          for (const [field, text] of Object.entries(fill)) await page.locator(`[name=${field}]`).fill(text);
          await page.getByRole('button', { name: button, exact: true }).click();
          await page.waitForLoadState();
          for (const fault of await pageFaults(page)) found.push(`${name}: ${fault}`);
        }
      await context.close();
    }
    assert.deepEqual(found, []);
  });
}

test('without scripts and by keyboard alone one signs in, finds an order and replays its webhook', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${states.url}/console`);
  /** Presses Tab until the element is reached, then Enter. */
  const press = async (text: string): Promise<void> => {
    const target = page.getByText(text, { exact: true }).first();
    await target.waitFor();
    for (let tabs = 0; tabs < 80; tabs += 1) {
      await page.keyboard.press('Tab');
      const focused = await page.locator(':focus').allInnerTexts();
      if (focused.some((one) => one.trim() === text)) {
        await page.keyboard.press('Enter');
        await page.waitForLoadState();
        return;
      }
    }
    assert.fail(`${text} cannot be reached by keyboard`);
  };
  await press('Open the console');
  await press('Example Air');
  await press('Webhooks');
  await press('order.completed');
  await press('Replay');
  await page.getByText('The webhook was queued again.').waitFor();
  await context.close();
});
