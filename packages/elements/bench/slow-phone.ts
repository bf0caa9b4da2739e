import type { Page } from 'playwright-core';

/** Slow 4G, as Lighthouse simulates it: 150 ms per round trip, 1.6 Mbit/s down, 750 kbit/s up. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000 };

/** How many times slower the CPU is. */
const SLOWER = 6;

/** What a page has shown until now. */
export interface Seen {
  /** Milliseconds to the largest contentful paint. */
  readonly largest: number;
  /** Milliseconds of the slowest interaction, from the input to the next paint; browsers report steps of 8. */
  readonly slowest: number;
  /** Cumulative layout shift. */
  readonly shift: number;
}

/**
 * Makes a page of Chromium that of a slow phone: its size, its network and its CPU. Call it before the page goes anywhere.
 * @returns what reads what the page has shown.
 */
export async function slowPhone(page: Page): Promise<() => Promise<Seen>> {
  await page.setViewportSize({ width: 412, height: 823 });
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', SLOW_4G);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await page.addInitScript(() => {
    const seen = { largest: 0, slowest: 0, shift: 0 };
    Object.assign(self, { seen });
    const observe = (type: string, use: (entry: PerformanceEntry) => void, more: object = {}): void => {
      new PerformanceObserver((list) => list.getEntries().forEach(use)).observe({
        type,
        buffered: true,
        ...more,
      });
    };
    observe('largest-contentful-paint', ({ startTime }) => {
      seen.largest = startTime;
    });
    observe(
      'event',
      ({ duration }) => {
        seen.slowest = Math.max(seen.slowest, duration);
      },
      { durationThreshold: 16 },
    );
    observe('layout-shift', (entry) => {
      seen.shift += (entry as PerformanceEntry & { value: number }).value;
    });
  });
  return async () => (await page.evaluate('seen')) as Seen;
}
