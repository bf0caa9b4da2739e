import type { Page } from 'playwright-core';

/** Slow 4G, as Lighthouse simulates it: 150 ms per round trip, 1.6 Mbit/s down, 750 kbit/s up. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000 };

const SLOWER = 6;

/** Metrics of a page so far. */
export interface Seen {
  /** Milliseconds to the largest contentful paint. */
  readonly largest: number;
  /** Milliseconds of the slowest interaction, from the input to the next paint; browsers report steps of 8. */
  readonly slowest: number;
  /** Cumulative layout shift. */
  readonly shift: number;
}

/**
 * Gives a page of Chromium the size, network and CPU of a slow phone. Call it before the page navigates.
 * @returns A function that reads the page's metrics.
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
