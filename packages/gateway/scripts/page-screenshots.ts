/**
 * Takes a screenshot of every page of the gateway that a traveller may see, in every state, and makes the receipt as a
 * PDF, in `screenshots/pages/`: `pnpm --filter @flight-offset/gateway screenshots:pages [look …]`, such as `320-dark`.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { launchBrowser } from '../../../scripts/chromium.ts';
import { type PageStates, startPageStates } from '../test/page-states.ts';

const FOLDER = fileURLToPath(new URL('../screenshots/pages', import.meta.url));

const LOOKS = {
  '1000-light': { locale: 'en', colorScheme: 'light', width: 1000 },
  '1000-dark': { locale: 'en', colorScheme: 'dark', width: 1000 },
  '320-light': { locale: 'en', colorScheme: 'light', width: 320 },
  '320-dark': { locale: 'en', colorScheme: 'dark', width: 320 },
  '320-rtl': { locale: 'ar', colorScheme: 'light', width: 320 },
  '440-german': { locale: 'de', colorScheme: 'light', width: 440 },
} as const;

/** Submits the payment with the test card that is declined. */
async function decline(page: Page, { addresses }: PageStates): Promise<void> {
  await page.goto(addresses['to pay'] ?? '');
  await page.locator('input[name=card]').last().check();
  await page.locator('button.main').click();
  await page.getByRole('alert').waitFor();
}

const chosen = process.argv.slice(2);
const states = await startPageStates();
const browser = await launchBrowser();
try {
  for (const [look, { locale, colorScheme, width }] of Object.entries(LOOKS)) {
    if (chosen.length > 0 && !chosen.includes(look)) continue;
    await mkdir(`${FOLDER}/${look}`, { recursive: true });
    const page = await browser.newPage({ locale, colorScheme, viewport: { width, height: 700 } });
    const shoot = (name: string): Promise<unknown> =>
      page.screenshot({ path: `${FOLDER}/${look}/${name.replaceAll(/\W+/g, '-')}.png`, fullPage: true });
    for (const [name, address] of Object.entries(states.addresses)) {
      await page.goto(address);
      await shoot(name);
    }
    await decline(page, states);
    await shoot('declined');
    await page.close();
    const receipt = new URL(states.addresses.paid ?? '');
    const pdf = await fetch(`${receipt.origin}${receipt.pathname}/receipt.pdf?lang=${locale}`);
    await writeFile(`${FOLDER}/receipt-${locale}.pdf`, new Uint8Array(await pdf.arrayBuffer()));
  }
} finally {
  await browser.close();
  await states.close();
}
