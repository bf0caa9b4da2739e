import type { Measure } from '../../../scripts/measure.ts';
import { createSealer } from '../src/credentials/seal.ts';
import { SANDBOX_MASTER_KEY } from '../src/sandbox.ts';
import { seedSandbox } from '../src/seed-sandbox.ts';
import { migrate } from '../src/store/migrate.ts';
import { openDatabase } from '../src/store/open-database.ts';
import type { NewDatabase } from './both-engines.ts';
import { burst, medianBurst, runInTurn, type Shot, timesAsFast } from './drive.ts';
import { fillWithOrders } from './many-orders.ts';
import { type Server, startServer } from './servers.ts';

/** Orders of the large database. The full size of an airline's year, 10 million, takes some minutes to make. */
const LARGE = Number(process.env.BENCH_ORDERS ?? 1_000_000);
const SIZES = [1000, LARGE] as const;

/** The number of orders as names of rows show it: `1 000 000`. */
export const LARGE_NAME: string = LARGE.toLocaleString('en').replaceAll(',', ' ');
/** Maximum ratio of a read's time on the large database; the larger one proves more, and is measured alone. */
const AT_MOST = LARGE >= 10_000_000 ? 1.2 : 2;

/** Reads whose cost should not grow with the orders of a database. */
export interface Reads<Query> {
  /** Names of the rows: of a read, and of its baseline. */
  readonly title: (name: string) => string;
  readonly against: string;
  readonly queries: Readonly<Record<string, Query>>;
  readonly requests: number;
  readonly rounds: number;
  /** Opens a gateway with this many orders. @returns the request for a query. */
  readonly open: (url: string, orders: number) => Promise<(query: Query) => Shot>;
}

/** Makes the tables and the sandbox's merchant, as a gateway's first start does. */
async function prepare(url: string): Promise<void> {
  const db = openDatabase(url);
  await migrate(db);
  await seedSandbox(db, createSealer(SANDBOX_MASTER_KEY));
  await db.close();
}

/** Measures reads over many orders, beside the same reads over a thousand. */
export async function bySize<Query>(
  database: NewDatabase,
  { title, against, queries, requests, rounds, open }: Reads<Query>,
): Promise<Measure[]> {
  const servers: Server[] = [];
  try {
    const shots: ((query: Query) => Shot)[] = [];
    for (const orders of SIZES) {
      const DATABASE_URL = await database();
      await prepare(DATABASE_URL);
      await fillWithOrders(DATABASE_URL, orders);
      const server = await startServer('gateway', { DATABASE_URL });
      servers.push(server);
      shots.push(await open(server.url, orders));
    }
    const measures: Measure[] = [];
    for (const [name, query] of Object.entries(queries)) {
      const [small, large] = servers.map(({ url }, index) => {
        const shot = shots[index]!(query);
        return () => burst([url], { count: requests, connections: 4 }, () => shot);
      });
      const results = await runInTurn(rounds, { small: small!, large: large! });
      measures.push(
        {
          name: `${title(name)}: time over ${against}`,
          value: timesAsFast(results.small, results.large),
          unit: '×',
          bar: { atMost: AT_MOST },
        },
        { name: `${title(name)}: p50`, value: medianBurst(results.large).p50, unit: 'ms' },
      );
    }
    return measures;
  } finally {
    for (const server of servers) await server.stop();
  }
}
