import { join } from 'node:path';
import type { Measure } from '../../../scripts/measure.ts';
import { startPostgres } from '../src/testing/postgres.ts';
import { type Burst, burst, inTurn } from './drive.ts';
import { inFolder, type Server, startServer } from './servers.ts';
import { createShot } from './shots.ts';

const COUNT = 600;
const CONNECTIONS = 16;

function report(where: string, bar: boolean, ours: Burst, bare: Burst): Measure[] {
  const name = `create an order, ${where}`;
  return [
    {
      name: `${name}: of bare Hono with one insert`,
      value: ours.perSecond / bare.perSecond,
      unit: '×',
      ...(bar ? { bar: { atLeast: 0.5 } } : {}),
    },
    { name, value: ours.perSecond, unit: 'op/s' },
    { name: `${name}: bare`, value: bare.perSecond, unit: 'op/s' },
    { name: `${name}: p50`, value: ours.p50, unit: 'ms' },
    { name: `${name}: p99`, value: ours.p99, unit: 'ms' },
  ];
}

/** Gateways against one bare server, each on a database of its own. */
async function versus(where: string, urls: [gateway: string, bare: string], size = 1): Promise<Measure[]> {
  const servers: Server[] = [];
  try {
    const gateways: Server[] = [];
    for (let index = 0; index < size; index += 1) {
      gateways.push(await startServer('gateway', { DATABASE_URL: urls[0] }));
      servers.push(...gateways.slice(-1));
    }
    // The floor needs the tables and the merchant too: a gateway makes them and leaves.
    await (await startServer('gateway', { DATABASE_URL: urls[1] })).stop();
    const bare = await startServer('bare', { DATABASE_URL: urls[1] });
    servers.push(bare);
    let sent = 0;
    const run = (origins: readonly string[]) => () =>
      burst(origins, COUNT, CONNECTIONS, () => createShot(++sent));
    const results = await inTurn(5, {
      ours: run(gateways.map(({ url }) => url)),
      bare: run([bare.url]),
    });
    return report(where, size === 1, results.ours!, results.bare!);
  } finally {
    for (const server of servers) await server.stop();
  }
}

/** How many orders a second, beside a server which inserts one row and checks nothing. */
export async function bench(): Promise<readonly Measure[]> {
  const sqlite = await inFolder((folder) =>
    versus('SQLite', [`sqlite:${join(folder, 'ours.sqlite')}`, `sqlite:${join(folder, 'bare.sqlite')}`]),
  );
  const server = await startPostgres();
  try {
    const database = (): Promise<string> => server.createDatabase();
    const one = await versus('PostgreSQL', [await database(), await database()]);
    const three = await versus('PostgreSQL, 3 processes', [await database(), await database()], 3);
    return [...sqlite, ...one, ...three];
  } finally {
    await server.stop();
  }
}
