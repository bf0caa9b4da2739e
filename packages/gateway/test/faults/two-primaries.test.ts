import assert from 'node:assert/strict';
import { createServer, type Socket } from 'node:net';
import { it } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { openDatabase } from '../../src/store/open-database.ts';
import { listenOnLoopback } from '../../src/testing/loopback.ts';
import { type PostgresServer, startPostgres } from '../../src/testing/postgres.ts';
import { until } from '../../src/testing/until.ts';
import { startFaultProxy } from '../../torture/fault-proxy.ts';
import { createRandom } from '../../torture/random.ts';

const PROBE_MS = 30_000;

/** Opens a database of that name. @returns the time at which its server started. */
async function startOf({ url }: PostgresServer, name: string): Promise<string> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(`create database "${name}"`);
  const { rows } = await client.query('select pg_postmaster_start_time()::text as started');
  await client.end();
  return rows[0].started;
}

it('connections follow their address to a new server while the old one responds, and stay if it leads to both', async (t) => {
  const [old, promoted] = [await startPostgres(), await startPostgres()];
  t.after(() => Promise.all([old.stop(), promoted.stop()]));
  const portOf = ({ url }: PostgresServer): number => Number(new URL(url).port);
  const [before, after] = [await startOf(old, 'gateway'), await startOf(promoted, 'gateway')];
  const proxy = await startFaultProxy(portOf(old), createRandom(1));
  t.after(() => proxy.close());
  const address = new URL(old.url);
  address.port = String(proxy.port);
  address.pathname = 'gateway';
  t.mock.timers.enable({ apis: ['setInterval'] });
  const db = openDatabase(address.href, { poolSize: 3 });
  t.after(() => db.close());
  const where = async (): Promise<string> => {
    const query = sql<{
      started: string;
    }>`select pg_postmaster_start_time()::text as started, pg_sleep(0.05)`;
    return (await query.execute(db.kysely)).rows[0]?.started ?? assert.fail();
  };
  const everywhere = (count = 3): Promise<string[]> => Promise.all(Array.from({ length: count }, where));
  assert.deepEqual(await everywhere(), [before, before, before]);
  proxy.setTarget(portOf(promoted));
  assert.deepEqual(await everywhere(), [before, before, before]);
  /** If a new connection was needed in the first period, the second has a probe. */
  const probed = (): void => {
    for (const _ of [1, 2]) t.mock.timers.tick(PROBE_MS);
  };
  await db.transaction(async () => {
    probed();
    const isLeft = async () => (await everywhere(2)).every((server) => server === after);
    await until(isLeft, 'the new server');
  });
  assert.deepEqual(
    await everywhere(),
    [after, after, after],
    'also the connection that was in use meanwhile',
  );

  // Like an address that leads to several servers in turn.
  proxy.setTarget(portOf(old));
  const ended = t.mock.method(pg.Client.prototype, 'end');
  probed();
  await until(async () => ended.mock.callCount() > 0, 'a probe');
  assert.deepEqual(await everywhere(), [after, after, after]);
});

it('connections are kept while the server takes no new ones', async (t) => {
  const server = await startPostgres();
  t.after(() => server.stop());
  const operator = openDatabase(server.url, { poolSize: 1 });
  t.after(() => operator.close());
  await sql`create role gateway login`.execute(operator.kysely);
  const address = new URL(server.url);
  address.username = 'gateway';
  t.mock.timers.enable({ apis: ['setInterval'] });
  const db = openDatabase(address.href, { poolSize: 2 });
  t.after(() => db.close());
  const useAll = () =>
    Promise.all([1, 2].map(() => sql`select pg_sleep(0.05)`.execute(db.kysely))).then(({ length }) => length);
  assert.equal(await useAll(), 2);
  await sql`alter role gateway connection limit 0`.execute(operator.kysely);
  for (let probes = 0; probes < 5; probes += 1) {
    t.mock.timers.tick(PROBE_MS);
    assert.equal(await useAll(), 2);
  }
});

it('if the address leads to a silent server, one connection at a time waits for it', async (t) => {
  const server = await startPostgres();
  t.after(() => server.stop());
  const callers = new Set<Socket>();
  let called = 0;
  const silent = createServer((caller) => {
    called += 1;
    callers.add(caller.on('error', () => {}).on('close', () => callers.delete(caller)));
    caller.resume();
  });
  const { port } = await listenOnLoopback(silent);
  t.after(() => silent.close());
  const proxy = await startFaultProxy(Number(new URL(server.url).port), createRandom(1));
  t.after(() => proxy.close());
  const address = new URL(server.url);
  address.port = String(proxy.port);
  t.mock.timers.enable({ apis: ['setInterval'] });
  const db = openDatabase(address.href, { poolSize: 1, connectTimeoutMs: 600_000 });
  t.after(() => db.close());
  await sql`select 1`.execute(db.kysely);
  proxy.setTarget(port);
  t.mock.timers.tick(PROBE_MS);
  for (const count of [1, 2, 3]) {
    t.mock.timers.tick(PROBE_MS);
    await until(async () => called === count && callers.size === 1, 'the next probe alone');
  }
});
