/** Faults of PostgreSQL under load: no acknowledged order is lost, none doubled, and no gateway needs a restart. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { type PostgresServer, startPostgres } from '../../src/testing/postgres.ts';
import { until } from '../../src/testing/until.ts';
import { underLoad } from './under-load.ts';

/** Requests that have to wait fail early, so that tests are short. */
const SOON = {
  GATEWAY_DATABASE_STATEMENT_TIMEOUT_SECONDS: '1',
  GATEWAY_DATABASE_CONNECT_TIMEOUT_SECONDS: '1',
  GATEWAY_RATE_LIMIT: '1000000',
};

/** Begins a fault. @returns a function that ends it. */
type Inflict = (server: PostgresServer, databaseUrl: string) => Promise<() => Promise<void>>;

async function restart(server: PostgresServer): Promise<() => Promise<void>> {
  await server.pause();
  return () => server.resume();
}

async function stopAtOnce(server: PostgresServer): Promise<() => Promise<void>> {
  await server.crash();
  return () => server.resume();
}

/** Takes every connection of the server, including the gateway's. */
async function takeConnections({ url }: PostgresServer): Promise<() => Promise<void>> {
  const clients: pg.Client[] = [];
  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client(url);
    client.on('error', () => {});
    await client.connect();
    clients.push(client);
    return client;
  };
  const first = await connect();
  const throwOut = `select count(pg_terminate_backend(pid))::int as gone from pg_stat_activity
    where application_name = 'flight-offset-gateway'`;
  await until(async () => {
    try {
      while (true) await connect();
    } catch (error) {
      assert.equal((error as { code?: string }).code, '53300');
      return (await first.query(throwOut)).rows[0].gone === 0;
    }
  }, 'a server without a free connection');
  return async () => {
    await Promise.all(clients.map((client) => client.end()));
  };
}

/** Makes every statement on orders wait for longer than its time limit. */
async function lockOrders(_: PostgresServer, databaseUrl: string): Promise<() => Promise<void>> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query('begin');
  await client.query('lock table orders in access exclusive mode');
  return async () => {
    await client.query('rollback');
    await client.end();
  };
}

const FAULTS: readonly [name: string, inflict: Inflict, code: string, ready: 200 | 503][] = [
  ['a restart', restart, 'ECONNREFUSED', 503],
  ['an immediate stop', stopAtOnce, 'ECONNREFUSED', 503],
  ['too many connections', takeConnections, '53300', 503],
  ['statements that time out', lockOrders, '57014', 200],
];

describe('under load', { timeout: 900_000 }, () => {
  let server: PostgresServer;
  before(async () => {
    server = await startPostgres(30);
  });
  after(() => server.stop());

  for (const [name, inflict, code, ready] of FAULTS)
    it(`${name}: 503 with Retry-After, then recovery; nothing lost or doubled; one log line per cause and second`, async () => {
      const databaseUrl = await server.createDatabase();
      let unready = 0;
      const { lines, refused } = await underLoad({ databaseUrl, environment: SOON }, async (load) => {
        const readyz = async (): Promise<number> => {
          const status = await load.readyz();
          unready += Number(status === 503);
          return status;
        };
        const end = await inflict(server, databaseUrl);
        await load.buyers.refusals(30);
        assert.equal(await load.healthz(), 200);
        await until(async () => (await readyz()) === ready, `/readyz ${ready}`);
        await end();
        await until(async () => (await readyz()) === 200, 'readiness');
      });
      assert.ok(lines.causes().has(code), code);
      assert.equal(lines.faults(), refused + unready, 'the lines stand for every request that failed');
    });
});
