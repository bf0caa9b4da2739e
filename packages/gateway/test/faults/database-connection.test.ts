/** The network between a gateway and its PostgreSQL fails: packets are lost silently, or the primary is demoted. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { type RunningGateway, startGateway } from '../../src/index.ts';
import { isDatabaseUnavailable } from '../../src/store/database-unavailable.ts';
import { openDatabase } from '../../src/store/open-database.ts';
import { type Caller, type CallerResponse, callerOf } from '../../src/testing/caller.ts';
import { type PostgresServer, startPostgres } from '../../src/testing/postgres.ts';
import { startProcess } from '../../src/testing/process.ts';
import { until } from '../../src/testing/until.ts';
import { type FaultProxy, startFaultProxy } from '../../torture/fault-proxy.ts';
import { createRandom } from '../../torture/random.ts';

const ORDERS = '/offset-gateway/orders';
const SOON = {
  GATEWAY_DATABASE_STATEMENT_TIMEOUT_SECONDS: '1',
  GATEWAY_DATABASE_CONNECT_TIMEOUT_SECONDS: '1',
};

describe('the connection to PostgreSQL', { timeout: 600_000 }, () => {
  let server: PostgresServer;
  let proxy: FaultProxy;
  before(async () => {
    server = await startPostgres();
    const { port } = new URL(await server.createDatabase());
    proxy = await startFaultProxy(Number(port), createRandom(1));
  });
  after(async () => {
    await proxy.close();
    await server.stop();
  });

  /** Makes a database. @returns its address, and another one through the proxy. */
  async function makeDatabase(): Promise<{ database: string; through: string }> {
    const database = await server.createDatabase();
    const url = new URL(database);
    url.port = String(proxy.port);
    return { database, through: url.href };
  }
  const order = (caller: Caller): Promise<CallerResponse> => caller.post(ORDERS, { emission_amount: 1 });
  async function responds(caller: Caller, path: string, status: number): Promise<void> {
    await until(async () => (await caller.raw(path)).status === status, `${path} ${status}`);
  }

  it('a connection that breaks between two statements is an error of the second, not the end of the process', async () => {
    const { database: url } = await makeDatabase();
    const [one, other] = [openDatabase(url, { poolSize: 1 }), openDatabase(url, { poolSize: 1 })];
    const work = one.kysely.transaction().execute(async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      const pid = rows[0]?.pid;
      await sql`select pg_terminate_backend(${pid})`.execute(other.kysely);
      // The server's message arrives while no query runs; without a listener, 'error' would be thrown here.
      await setTimeout(200);
      await sql`select 1`.execute(tx);
    });
    await assert.rejects(work, isDatabaseUnavailable);
    await sql`select 1`.execute(one.kysely);
    await Promise.all([one.close(), other.close()]);
  });

  describe('packets are lost in silence', () => {
    let gateway: RunningGateway;
    let caller: Caller;
    before(async () => {
      const { through } = await makeDatabase();
      gateway = await startGateway({ databaseUrl: through, environment: SOON });
      caller = callerOf(gateway.url);
    });
    after(() => gateway.close());

    it('requests and /readyz get 503; with packets passing again, orders are accepted and none is lost', async () => {
      const made = [await order(caller)];
      proxy.vanish();
      const refused = await Promise.all([order(caller), caller.get(ORDERS), caller.raw('/readyz')]);
      assert.deepEqual(
        refused.map(({ status }) => status),
        [503, 503, 503],
      );
      assert.equal((await caller.raw('/healthz')).status, 200);
      proxy.reappear();
      await responds(caller, '/readyz', 200);
      made.push(...(await Promise.all(Array.from({ length: 30 }, () => order(caller)))));
      for (const { status, json } of made) {
        assert.equal(status, 201);
        assert.equal((await caller.get(`${ORDERS}/${json.order_id}`)).status, 200);
      }
    });
  });

  it('SIGTERM ends a process with dead connections, with 0', async () => {
    const { through } = await makeDatabase();
    const gateway = await startProcess(through, SOON);
    await Promise.all(Array.from({ length: 20 }, () => order(callerOf(gateway.url))));
    proxy.vanish();
    assert.equal(await gateway.stop(), 0);
    proxy.reappear();
  });

  it('PostgreSQL ends the transactions of a process that it can no longer reach', async () => {
    const { database, through } = await makeDatabase();
    const gateway = await startGateway({ databaseUrl: through, environment: SOON });
    const caller = callerOf(gateway.url);
    await order(caller);
    const orders = Array.from({ length: 20 }, () => order(caller));
    await Promise.race(orders);
    proxy.vanish();
    await Promise.all(orders);
    const client = new pg.Client(database);
    await client.connect();
    const open = async (): Promise<number> => {
      const query = `select 1 from pg_stat_activity
        where xact_start is not null and pid <> pg_backend_pid() and datname = current_database()`;
      return (await client.query(query)).rowCount ?? 0;
    };
    await until(async () => (await open()) === 0, 'the end of the transaction');
    await client.end();
    proxy.reappear();
    await gateway.close();
  });

  it('a demoted primary gets 503 for requests and /readyz, and serves again once promoted', async () => {
    const { database } = await makeDatabase();
    // With so small a budget, each request takes its own share from a table that no standby has.
    const environment = { GATEWAY_RATE_LIMIT: '50' };
    const gateway = await startGateway({ databaseUrl: database, environment });
    try {
      const caller = callerOf(gateway.url);
      const { json } = await order(caller);
      const promote = await server.demote();
      await responds(caller, '/readyz', 503);
      const responses = await Promise.all([
        order(caller),
        caller.get(ORDERS),
        caller.post(`/sandbox/orders/${json.order_id}/payment`, { outcome: 'completed' }),
        caller.post(ORDERS, { emission_amount: 2 }, { 'idempotency-key': 'k' }),
      ]);
      for (const { status, json: body } of responses) assert.equal(status, 503, JSON.stringify(body));
      await promote();
      await responds(caller, '/readyz', 200);
      assert.equal((await order(caller)).status, 201);
    } finally {
      await gateway.close();
    }
  });

  it('connections to a primary that became read-only are replaced', async () => {
    const { database } = await makeDatabase();
    const client = new pg.Client(database);
    await client.connect();
    const name = new URL(database).pathname.slice(1);
    const gateway = await startGateway({
      databaseUrl: database,
      environment: { GATEWAY_DATABASE_POOL_SIZE: '1' },
    });
    try {
      const caller = callerOf(gateway.url);
      assert.equal((await order(caller)).status, 201);
      const pid = async (): Promise<number> => {
        const query = `select pid from pg_stat_activity
          where application_name = 'flight-offset-gateway' and datname = current_database()`;
        return (await client.query(query)).rows[0]?.pid;
      };
      await client.query(`alter database ${name} set default_transaction_read_only = on`);
      // An open connection keeps its setting; a new one gets the setting as after a failover.
      await client.query('select pg_terminate_backend($1)', [await pid()]);
      assert.equal((await order(caller)).status, 503);
      await client.query('set default_transaction_read_only = off');
      await client.query(`alter database ${name} reset default_transaction_read_only`);
      await until(async () => (await order(caller)).status === 201, 'an order');
    } finally {
      await client.end();
      await gateway.close();
    }
  });
});
