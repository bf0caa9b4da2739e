import { join } from 'node:path';
import { type Measure, median } from '../../../scripts/measure.ts';
import { SANDBOX } from '../src/sandbox.ts';
import { startPostgres } from '../src/testing/postgres.ts';
import { burst, inTurn, middle, timesAsFast } from './drive.ts';
import { fillPostgres, fillSqlite } from './many-orders.ts';
import { inFolder, type Server, startServer } from './servers.ts';

const SIZES = [1000, 1_000_000] as const;
const PAGES = {
  first: '',
  'by e-mail address': '?search=user-7%40x.example',
  'by reference': '?search=EX7K2P',
  failed: '?status=failed',
  // In the middle of the orders.
  later: (orders: number): string => `?after=${1_700_000_000_000 + orders / 2}.ord_1`,
} as const;

/** The cookie of somebody who opened the console by one press. */
async function cookieOf(url: string): Promise<string> {
  const response = await fetch(`${url}/console/sign-in/sandbox`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: url },
  });
  return response.headers.get('set-cookie')?.split(';')[0] ?? '';
}

async function lists(
  engine: string,
  database: (orders: number) => Promise<string>,
  fill: (url: string, orders: number) => Promise<void>,
): Promise<Measure[]> {
  const servers: Server[] = [];
  try {
    const cookies: string[] = [];
    for (const orders of SIZES) {
      const url = await database(orders);
      await (await startServer('gateway', { DATABASE_URL: url })).stop();
      await fill(url, orders);
      const server = await startServer('gateway', { DATABASE_URL: url });
      servers.push(server);
      cookies.push(await cookieOf(server.url));
    }
    const measures: Measure[] = [];
    for (const [name, query] of Object.entries(PAGES)) {
      const [small, large] = servers.map(({ url }, index) => () => {
        const text = typeof query === 'string' ? query : query(SIZES[index] ?? 0);
        const path = `/console/merchants/${SANDBOX.merchantId}/orders${text}`;
        return burst([url], 100, 4, () => ({
          method: 'GET',
          path,
          headers: { cookie: cookies[index] ?? '' },
        }));
      });
      const results = await inTurn(7, { small: small!, large: large! });
      const what = `console: orders of 1 000 000, ${engine}, ${name}`;
      measures.push({
        name: `${what}: time over those of 1 000`,
        value: timesAsFast(results.small, results.large),
        unit: '×',
        bar: { atMost: 2 },
      });
      measures.push({ name: `${what}: p50`, value: middle(results.large).p50, unit: 'ms' });
    }
    return measures;
  } finally {
    for (const server of servers) await server.stop();
  }
}

/** What a console that nobody opens costs a gateway: its start and its memory over those without one. */
async function unopened(): Promise<Measure[]> {
  return inFolder(async (folder) => {
    const started: Record<'0' | '1', number[]> = { 0: [], 1: [] };
    const held: Record<'0' | '1', number[]> = { 0: [], 1: [] };
    for (let run = 0; run < 8; run += 1) {
      for (const on of ['0', '1'] as const) {
        const DATABASE_URL = `sqlite:${join(folder, 'start.sqlite')}`;
        const server = await startServer('gateway', { DATABASE_URL, GATEWAY_CONSOLE: on });
        if (run > 0) {
          started[on].push(server.startedIn);
          held[on].push(await server.memory());
        }
        await server.stop();
      }
    }
    const times = (of: typeof started): number => median(of[1]) / median(of[0]);
    const bar = { atMost: 1.1 };
    return [
      { name: 'console, unopened: cold start over that without it', value: times(started), unit: '×', bar },
      { name: 'console, unopened: memory over that without it', value: times(held), unit: '×', bar },
    ];
  });
}

/** What the console costs: pages over many orders, and a gateway whose console nobody opens. */
export async function bench(): Promise<readonly Measure[]> {
  const idle = await unopened();
  const sqlite = await inFolder((folder) =>
    lists('SQLite', async (orders) => `sqlite:${join(folder, `${orders}.sqlite`)}`, fillSqlite),
  );
  const server = await startPostgres();
  try {
    return [...idle, ...sqlite, ...(await lists('PostgreSQL', () => server.createDatabase(), fillPostgres))];
  } finally {
    await server.stop();
  }
}
