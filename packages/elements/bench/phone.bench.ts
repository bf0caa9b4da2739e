import { readFileSync } from 'node:fs';
import { type Measure, median } from '../../../scripts/measure.ts';
import { ROOT } from '../scripts/bundler.ts';
import { site, visit } from '../test/site.ts';
import { type Seen, slowPhone } from './slow-phone.ts';

const booking = (
  widget: string,
): string => `<!doctype html><html lang="en"><head><title>Review and pay</title>
  <meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/reserve.css">
  ${widget && '<script type="module" src="/cdn/flight-offset-widget.js"></script>'}</head><body>
  <h1>Review and pay</h1>
  <p>${'Zürich to San Francisco and back, two travellers in economy, with one bag each. '.repeat(4)}</p>
  ${widget}<p>Total ₹1,42,300.00</p></body></html>`;

const WIDGET = `<flight-offset-widget endpoint="/offset" flights="LX38 ZRH-SFO 2026-12-14" passengers="2"></flight-offset-widget>`;

/** Loads a booking page on a slow phone, and uses the widget if there is one. */
async function load(widget: string): Promise<Seen> {
  const files = {
    '/': booking(widget),
    '/reserve.css': readFileSync(`${ROOT}src/cdn/reserve.css`, 'utf8'),
  };
  const running = await site({ files });
  try {
    return await visit(async (page) => {
      const seen = await slowPhone(page);
      await page.addInitScript(() => addEventListener('offset-redirect', (event) => event.preventDefault()));
      await page.goto(running.origin, { waitUntil: 'networkidle' });
      if (widget) {
        const box = page.getByRole('checkbox');
        await box.waitFor();
        await page.locator('summary').click();
        await page.getByText('8 of 10 estimates').waitFor();
        await box.click();
        await page.getByRole('radio', { name: '50%', exact: false }).first().click();
        await page.getByRole('button', { name: /^Pay / }).click();
        await page.waitForTimeout(500);
      }
      return seen();
    });
  } finally {
    await running.close();
  }
}

/** Measures the waits on a phone with slow 4G and a CPU six times slower: for the page, and for each press. */
export async function bench(): Promise<readonly Measure[]> {
  const [without, beside]: [Seen[], Seen[]] = [[], []];
  for (let run = 0; run < 5; run += 1) {
    without.push(await load(''));
    beside.push(await load(WIDGET));
  }
  const largest = (seen: readonly Seen[]): number => median(seen.map((one) => one.largest));
  return [
    { name: 'largest contentful paint without the widget', value: largest(without), unit: 'ms' },
    { name: 'largest contentful paint with the widget', value: largest(beside), unit: 'ms' },
    {
      name: 'slowest interaction: details, tick, option, payment',
      value: median(beside.map((one) => one.slowest)),
      unit: 'ms',
      bar: { atMost: 100 },
    },
  ];
}
