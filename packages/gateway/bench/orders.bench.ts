import type { Measure } from '../../../scripts/measure.ts';
import { type NewDatabase, onBothEngines } from './both-engines.ts';
import { burst, inTurn, middle, timesAsFast } from './drive.ts';
import { type Server, startServer } from './servers.ts';
import { createShot } from './shots.ts';

const COUNT = 600;
const CONNECTIONS = 16;

/** One gateway, or several on one database, beside two bare servers: one row an order, or all that an order moves. */
async function versus(where: string, database: NewDatabase, size = 1): Promise<Measure[]> {
  const servers: Server[] = [];
  async function start(...given: Parameters<typeof startServer>): Promise<string> {
    const server = await startServer(...given);
    servers.push(server);
    return server.url;
  }
  /** The floors need the tables and the merchant too: a gateway makes them and leaves. */
  async function bare(more: NodeJS.ProcessEnv): Promise<string> {
    const DATABASE_URL = await database();
    await (await startServer('gateway', { DATABASE_URL })).stop();
    return start('bare', { DATABASE_URL, ...more });
  }
  try {
    const DATABASE_URL = await database();
    const gateways: string[] = [];
    for (let index = 0; index < size; index += 1) gateways.push(await start('gateway', { DATABASE_URL }));
    const row = await bare({});
    const rows = await bare({ SAME_ROWS: '1' });
    let sent = 0;
    const run = (origins: readonly string[]) => () =>
      burst(origins, COUNT, CONNECTIONS, () => createShot(++sent));
    const { ours, ...floors } = await inTurn(9, { ours: run(gateways), row: run([row]), rows: run([rows]) });
    const name = `create an order, ${where}`;
    const bar = size === 1 ? { bar: { atLeast: 0.5 } } : {};
    const { perSecond, p50, p99 } = middle(ours);
    return [
      {
        name: `${name}: of bare Hono with one insert`,
        value: timesAsFast(ours, floors.row),
        unit: '×',
        ...bar,
      },
      {
        name: `${name}: of bare Hono with the same rows`,
        value: timesAsFast(ours, floors.rows),
        unit: '×',
        ...bar,
      },
      { name, value: perSecond, unit: 'op/s' },
      { name: `${name}: bare, one insert`, value: middle(floors.row).perSecond, unit: 'op/s' },
      { name: `${name}: bare, the same rows`, value: middle(floors.rows).perSecond, unit: 'op/s' },
      { name: `${name}: p50`, value: p50, unit: 'ms' },
      { name: `${name}: p99`, value: p99, unit: 'ms' },
    ];
  } finally {
    for (const server of servers) await server.stop();
  }
}

/** How many orders a second, beside a server which inserts one row and checks nothing. */
export async function bench(): Promise<readonly Measure[]> {
  return onBothEngines(async (engine, database) => {
    const one = await versus(engine, database);
    return engine === 'SQLite' ? one : [...one, ...(await versus(`${engine}, 3 processes`, database, 3))];
  });
}
