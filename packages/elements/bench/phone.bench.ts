import { readFileSync } from 'node:fs';
import { type Measure, median } from '../../../scripts/measure.ts';
import { ROOT } from '../scripts/bundler.ts';
import { site, visit } from '../test/site.ts';

/** Slow 4G, as Lighthouse simulates it: 150 ms per round trip, 1.6 Mbit/s down, 750 kbit/s up. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000 };

/** How many times slower the CPU is. */
const SLOWER = 6;

const booking = (
  widget: string,
): string => `<!doctype html><html lang="en"><head><title>Review and pay</title>
  <meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/reserve.css">
  ${widget && '<script type="module" src="/cdn/flight-offset-widget.js"></script>'}</head><body>
  <h1>Review and pay</h1>
  <p>${'Zürich to San Francisco and back, two travellers in economy, with one bag each. '.repeat(4)}</p>
  ${widget}<p>Total ₹1,42,300.00</p></body></html>`;

const WIDGET = `<flight-offset-widget endpoint="/offset" flights="LX38 ZRH-SFO 2026-12-14" passengers="2"></flight-offset-widget>`;

interface Seen {
  /** Milliseconds to the largest contentful paint. */
  readonly largest: number;
  /** Milliseconds of the slowest interaction, from the input to the next paint; browsers report steps of 8. */
  readonly slowest: number;
}

/** Loads a booking page on a slow phone, and uses the widget if there is one. */
async function load(widget: string): Promise<Seen> {
  const files = {
    '/': booking(widget),
    '/reserve.css': readFileSync(`${ROOT}src/cdn/reserve.css`, 'utf8'),
  };
  const running = await site({ files });
  try {
    return await visit(async (page) => {
      await page.setViewportSize({ width: 412, height: 823 });
      const session = await page.context().newCDPSession(page);
      await session.send('Network.enable');
      await session.send('Network.emulateNetworkConditions', SLOW_4G);
      await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
      await page.addInitScript(() => {
        const seen = { largest: 0, slowest: 0 };
        Object.assign(self, { seen });
        new PerformanceObserver((list) => {
          for (const { startTime } of list.getEntries()) seen.largest = startTime;
        }).observe({ type: 'largest-contentful-paint', buffered: true });
        new PerformanceObserver((list) => {
          for (const { duration } of list.getEntries()) seen.slowest = Math.max(seen.slowest, duration);
        }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
        addEventListener('offset-redirect', (event) => event.preventDefault());
      });
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
      return (await page.evaluate('seen')) as Seen;
    });
  } finally {
    await running.close();
  }
}

/** What a phone on slow 4G, with a CPU six times slower, waits for: the page, and each press. */
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
