import { join } from 'node:path';
import type { Measure } from '../../../scripts/measure.ts';
import { SANDBOX } from '../src/sandbox.ts';
import { startPostgres } from '../src/testing/postgres.ts';
import { burst, inTurn, middle, type Shot, timesAsFast } from './drive.ts';
import { fillPostgres, fillSqlite } from './many-orders.ts';
import { inFolder, type Server, startServer } from './servers.ts';

const SIZES = [1000, 1_000_000] as const;
const QUERIES = { first: '', 'one user': '&email=user-7@x.example', failed: '&status=failed' };

async function versus(
  engine: string,
  database: (orders: number) => Promise<string>,
  fillIt: (url: string, orders: number) => Promise<void>,
): Promise<Measure[]> {
  const servers: Server[] = [];
  try {
    for (const orders of SIZES) {
      const url = await database(orders);
      await (await startServer('gateway', { DATABASE_URL: url })).stop();
      await fillIt(url, orders);
      servers.push(await startServer('gateway', { DATABASE_URL: url }));
    }
    const measures: Measure[] = [];
    for (const [name, query] of Object.entries(QUERIES)) {
      const shot: Shot = {
        method: 'GET',
        path: `/offset-gateway/orders?limit=20${query}`,
        headers: { 'x-api-key': SANDBOX.apiKey },
      };
      const [small, large] = servers.map(
        ({ url }) =>
          () =>
            burst([url], 300, 4, () => shot),
      );
      const results = await inTurn(9, { small: small!, large: large! });
      const what = `list 20 of 1 000 000, ${engine}, ${name}`;
      measures.push({
        name: `${what}: time over 20 of 1 000`,
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

/** What a page of a merchant's orders costs, whether it has a thousand of them or a million. */
export async function bench(): Promise<readonly Measure[]> {
  const sqlite = await inFolder((folder) =>
    versus('SQLite', async (orders) => `sqlite:${join(folder, `${orders}.sqlite`)}`, fillSqlite),
  );
  const server = await startPostgres();
  try {
    return [...sqlite, ...(await versus('PostgreSQL', () => server.createDatabase(), fillPostgres))];
  } finally {
    await server.stop();
  }
}
