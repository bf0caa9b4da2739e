import { readFileSync } from 'node:fs';
import { type Measure, median } from '../../../scripts/measure.ts';
import { ROOT } from '../scripts/bundler.ts';
import { site, visit } from '../test/site.ts';

const PAGE = `<!doctype html><html lang="en"><head><title>Booking</title>
  <meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/reserve.css">
  <script type="module" src="/watch.js"></script></head><body>
  <flight-offset-widget endpoint="/offset" flights="LX38 ZRH-SFO 2026-12-14"></flight-offset-widget><p>Below</p>
  </body></html>`;

/** Loads the element, and measures the milliseconds from its script to its first paint. */
const WATCH = `
  self.shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  await import('/cdn/flight-offset-widget.js');
  const arrived = performance.now();
  const widget = document.querySelector('flight-offset-widget');
  await widget.updateComplete;
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  self.painted = performance.now() - arrived;`;

interface Seen {
  readonly painted: number;
  readonly shift: number;
}

async function load(slower: number): Promise<Seen> {
  const files = {
    '/': PAGE,
    '/watch.js': WATCH,
    '/reserve.css': readFileSync(`${ROOT}src/cdn/reserve.css`, 'utf8'),
  };
  const running = await site({ files });
  try {
    return await visit(async (page) => {
      const session = await page.context().newCDPSession(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
      await page.goto(running.origin);
      await page.getByRole('checkbox').waitFor();
      await page.waitForFunction('self.painted > 0');
      return (await page.evaluate('({ painted, shift })')) as Seen;
    });
  } finally {
    await running.close();
  }
}

/** Measures the time from the script to the first paint, and the layout shift until the offer is shown, in Chromium. */
export async function bench(): Promise<readonly Measure[]> {
  const measures: Measure[] = [];
  for (const [name, slower, most] of [
    ['first picture after its script', 1, 50],
    ['first picture after its script, CPU 4 times slower', 4, 200],
  ] as const) {
    const seen: Seen[] = [];
    for (let run = 0; run < 5; run += 1) seen.push(await load(slower));
    measures.push({
      name,
      value: median(seen.map(({ painted }) => painted)),
      unit: 'ms',
      bar: { atMost: most },
    });
    measures.push({
      name: `${name}: layout shift until the offer stands`,
      value: Math.max(...seen.map(({ shift }) => shift)),
      unit: '',
      bar: { atMost: 0 },
    });
  }
  return measures;
}
