import type { Measure } from '../../../scripts/measure.ts';
import { type NewDatabase, onBothEngines } from './both-engines.ts';
import { type Burst, burst, medianBurst, runInTurn, timesAsFast } from './drive.ts';
import { type Server, startServer } from './servers.ts';
import { createShot } from './shots.ts';

const COUNT = 600;
const CONNECTIONS = 16;
/** Larger numbers of buyers at a time: the more requests share a transaction, the less each costs. */
const MORE_CONNECTIONS = [64, 128];

/** Servers to compare: gateways on one database, and bare ones, each on its own. */
interface Contestants {
  /** Starts gateways. @returns their URLs. */
  gateways(size: number): Promise<readonly string[]>;
  /** Starts a floor. It needs the tables and the merchant too: a gateway makes them and stops. @returns its URL. */
  bare(more?: NodeJS.ProcessEnv): Promise<string>;
}

/** Compares servers, and stops them. */
async function withServers<T>(
  database: NewDatabase,
  compare: (contestants: Contestants) => Promise<T>,
): Promise<T> {
  const servers: Server[] = [];
  async function start(...given: Parameters<typeof startServer>): Promise<string> {
    const server = await startServer(...given);
    servers.push(server);
    return server.url;
  }
  try {
    return await compare({
      async gateways(size) {
        const DATABASE_URL = await database();
        const urls: string[] = [];
        for (let index = 0; index < size; index += 1) urls.push(await start('gateway', { DATABASE_URL }));
        return urls;
      },
      async bare(more = {}) {
        const DATABASE_URL = await database();
        await (await startServer('gateway', { DATABASE_URL })).stop();
        return start('bare', { DATABASE_URL, ...more });
      },
    });
  } finally {
    for (const server of servers) await server.stop();
  }
}

let sent = 0;

/** Returns a burst of creates. */
const run =
  (origins: readonly string[], connections = CONNECTIONS) =>
  (): Promise<Burst> =>
    burst(origins, { count: COUNT, connections }, () => createShot(++sent));

/** Minimum ratios for one row per order, by engine, and for several gateways on one database. */
const ONE_ROW = { SQLite: 0.9, PostgreSQL: 0.7, several: 0.6 } as const;
/** Minimum ratio for all rows of an order. */
const SAME_ROWS = 0.5;

/**
 * Compares one gateway, or several on one database, with two bare servers: one row per order, or all rows of an order.
 */
function versus(where: string, database: NewDatabase, oneRow: number, size = 1): Promise<Measure[]> {
  return withServers(database, async ({ gateways, bare }) => {
    const ours = await gateways(size);
    const row = await bare();
    const rows = await bare({ SAME_ROWS: '1' });
    const { gateway, ...floors } = await runInTurn(9, {
      gateway: run(ours),
      row: run([row]),
      rows: run([rows]),
    });
    const name = `create an order, ${where}`;
    const { perSecond, p50, p99 } = medianBurst(gateway);
    return [
      {
        name: `${name}: of bare Hono with one insert`,
        value: timesAsFast(gateway, floors.row),
        unit: '×',
        bar: { atLeast: oneRow },
      },
      {
        name: `${name}: of bare Hono with the same rows`,
        value: timesAsFast(gateway, floors.rows),
        unit: '×',
        bar: { atLeast: SAME_ROWS },
      },
      { name, value: perSecond, unit: 'op/s' },
      { name: `${name}: bare, one insert`, value: medianBurst(floors.row).perSecond, unit: 'op/s' },
      { name: `${name}: bare, the same rows`, value: medianBurst(floors.rows).perSecond, unit: 'op/s' },
      { name: `${name}: p50`, value: p50, unit: 'ms' },
      { name: `${name}: p99`, value: p99, unit: 'ms' },
    ];
  });
}

/** Compares one gateway with one bare insert, with more buyers at a time. */
function versusMany(where: string, database: NewDatabase): Promise<Measure[]> {
  return withServers(database, async ({ gateways, bare }) => {
    const ours = await gateways(1);
    const row = await bare();
    const measures: Measure[] = [];
    for (const connections of MORE_CONNECTIONS) {
      const { gateway, floor } = await runInTurn(5, {
        gateway: run(ours, connections),
        floor: run([row], connections),
      });
      const name = `create an order, ${where}, ${connections} connections`;
      measures.push(
        { name: `${name}: of bare Hono with one insert`, value: timesAsFast(gateway, floor), unit: '×' },
        { name, value: medianBurst(gateway).perSecond, unit: 'op/s' },
        { name: `${name}: p50`, value: medianBurst(gateway).p50, unit: 'ms' },
      );
    }
    return measures;
  });
}

/** Measures orders per second, beside a server that inserts one row and checks nothing. */
export async function bench(): Promise<readonly Measure[]> {
  return onBothEngines(async (engine, database) => {
    const one = await versus(engine, database, ONE_ROW[engine]);
    if (engine === 'SQLite') return one;
    const three = await versus(`${engine}, 3 processes`, database, ONE_ROW.several, 3);
    return [...one, ...three, ...(await versusMany(engine, database))];
  });
}
