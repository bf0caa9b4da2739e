import { join } from 'node:path';
import { type Measure, median } from '../../../scripts/measure.ts';
import { SANDBOX } from '../src/sandbox.ts';
import { onBothEngines } from './both-engines.ts';
import { bySize, LARGE_NAME } from './by-size.ts';
import { startServer, withFolder } from './servers.ts';

/** Query of a page in a list of this many orders. */
type Page = (orders: number) => string;

const PAGES: Readonly<Record<string, Page>> = {
  first: () => '',
  'by e-mail address': () => '?search=user-7%40x.example',
  'by reference': () => '?search=EX7K2P',
  failed: () => '?status=failed',
  // In the middle of the orders.
  later: (orders) => `?after=${1_700_000_000_000 + orders / 2}.ord_1`,
};

/** Returns the cookie of a visitor who opened the console by its one button. */
async function cookieOf(url: string): Promise<string> {
  const response = await fetch(`${url}/console/sign-in/sandbox`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: url },
  });
  return response.headers.get('set-cookie')?.split(';')[0] ?? '';
}

/** Number of measured starts of each kind. */
const STARTS = 15;

/**
 * Measures the cost of a console that is not used: start time and memory of a gateway with it, above those without.
 * Starts with and without it alternate, in turned order from pair to pair, so that other load on the machine affects
 * both alike. A start is measured in processor time, which, unlike elapsed time, does not include waiting for other
 * programs.
 */
async function measureUnusedConsole(): Promise<Measure[]> {
  return withFolder(async (folder) => {
    const started: Record<'0' | '1', number[]> = { 0: [], 1: [] };
    const held: Record<'0' | '1', number[]> = { 0: [], 1: [] };
    for (let run = 0; run <= STARTS; run += 1) {
      for (const on of run % 2 === 0 ? (['0', '1'] as const) : (['1', '0'] as const)) {
        const DATABASE_URL = `sqlite:${join(folder, 'start.sqlite')}`;
        const server = await startServer('gateway', { DATABASE_URL, GATEWAY_CONSOLE: on });
        // The first start of each makes the tables, and compiles.
        if (run > 0) {
          started[on].push(await server.processorTime());
          held[on].push(await server.memory());
        }
        await server.stop();
      }
    }
    const times = (of: typeof started): number => median(of[1]) / median(of[0]);
    const bar = { atMost: 1.1 };
    return [
      {
        name: 'console, unopened: processor time of a cold start over that without it',
        value: times(started),
        unit: '×',
        bar,
      },
      { name: 'console, unopened: memory over that without it', value: times(held), unit: '×', bar },
    ];
  });
}

/** Measures the cost of the console: pages over many orders, and a gateway whose console is not used. */
export async function bench(): Promise<readonly Measure[]> {
  const idle = await measureUnusedConsole();
  const pages = await onBothEngines((engine, database) =>
    bySize<Page>(database, {
      title: (name) => `console: orders of ${LARGE_NAME}, ${engine}, ${name}`,
      against: 'those of 1 000',
      queries: PAGES,
      requests: 40,
      rounds: 5,
      async open(url, orders) {
        const headers = { cookie: await cookieOf(url) };
        const path = `/console/merchants/${SANDBOX.merchantId}/orders`;
        return (page) => ({ method: 'GET', path: path + page(orders), headers });
      },
    }),
  );
  return [...idle, ...pages];
}
