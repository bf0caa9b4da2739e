/**
 * Gateways behind PgBouncer, above all in transaction mode, where no two transactions need to share a connection to the
 * server. Run with `pnpm test:pgbouncer`, if `PGBOUNCER` names its executable, of 1.21 or later; npm has none.
 */
import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { backUp, restore } from '../src/backup/back-up.ts';
import { BackupError } from '../src/backup/backup-error.ts';
import { sharesConnections } from '../src/backup/shares-connections.ts';
import { startGateway } from '../src/gateway.ts';
import { openDatabase } from '../src/store/open-database.ts';
import { keepStatement } from '../src/store/sql/prepared.ts';
import { callerOf } from '../src/testing/caller.ts';
import { assertConforms } from '../src/testing/conforms.ts';
import { POOL_SIZE, type Pooler, startPgbouncer } from '../src/testing/pgbouncer.ts';
import { type PostgresServer, startPostgres } from '../src/testing/postgres.ts';

const { PGBOUNCER = '' } = process.env;
const skip = PGBOUNCER === '' && 'PGBOUNCER does not name an executable of PgBouncer';

const ORDERS = '/offset-gateway/orders';

describe('behind PgBouncer', () => {
  let server: PostgresServer;
  let pooler: Pooler;
  let direct = '';
  let url = '';
  before(async () => {
    if (skip) return;
    server = await startPostgres();
    direct = await server.createDatabase();
    pooler = await startPgbouncer(PGBOUNCER, direct);
    ({ url } = pooler);
  });
  after(async () => {
    await pooler?.stop();
    await server?.stop();
  });

  const startTwo = (databaseUrl = url) => Promise.all([1, 2].map(() => startGateway({ databaseUrl })));

  it('two gateways take, pay and refund orders at the same time, over fewer connections than they open', {
    skip,
  }, async () => {
    const gateways = await startTwo();
    try {
      const callers = gateways.map((one) => callerOf(one.url));
      const orders = await Promise.all(
        Array.from({ length: 60 }, (_, index) =>
          callers[index % 2]?.post('/offset-gateway/orders', { emission_amount: 1 + index }),
        ),
      );
      for (const order of orders) assert.equal(order?.status, 201);
      const ids = orders.map((order) => order?.json.order_id);
      await Promise.all(
        ids.map((id, index) =>
          callers[index % 2]?.post(`/sandbox/orders/${id}/payment`, { outcome: 'completed' }),
        ),
      );
      const listed = await callers[0]?.get('/offset-gateway/orders?status=completed&limit=100');
      assert.equal(listed?.json.metadata.total_records, 60);
      const refund = await callers[1]?.post(`/offset-gateway/orders/${ids[0]}/refunds`, {});
      assert.equal(refund?.status, 201);
    } finally {
      await Promise.all(gateways.map((one) => one.close()));
    }
  });

  it('timeouts of statements and of idle transactions apply, and end with their transaction', {
    skip,
  }, async () => {
    const db = openDatabase(url, { statementTimeoutMs: 300, poolSize: 2 });
    const slow = db.kysely.transaction().execute((tx) => sql`select pg_sleep(30)`.execute(tx));
    await assert.rejects(slow, /statement timeout/);
    await assert.rejects(sql`select pg_sleep(30)`.execute(db.kysely), /has not responded/);
    const idle = db.kysely.transaction().execute(async (tx) => {
      await sql`select 1`.execute(tx);
      await setTimeout(2000);
      await sql`select 1`.execute(tx);
    });
    await assert.rejects(idle);
    const patient = openDatabase(url, { statementTimeoutMs: 0, poolSize: 4 });
    const shown = await Promise.all(
      Array.from(
        { length: 8 },
        async () =>
          (await sql<{ statement_timeout: string }>`show statement_timeout`.execute(patient.kysely)).rows[0],
      ),
    );
    for (const row of shown)
      assert.equal(row?.statement_timeout, '0', 'nothing is left on a shared connection');
    await patient.close();
    await db.close();
  });

  it('read-only connections are dropped, not left to the next transaction', {
    skip,
  }, async () => {
    const [database, name] = [direct, new URL(direct).pathname.slice(1)];
    const gateways = await startTwo();
    const client = new pg.Client(database);
    await client.connect();
    try {
      const order = async (index: number): Promise<number | undefined> =>
        (await callerOf(gateways[index % 2]?.url ?? '').post(ORDERS, { emission_amount: 1 })).status;
      const orders = (count: number) =>
        Promise.all(Array.from({ length: count }, (_, index) => order(index)));
      await client.query(`alter database ${name} set default_transaction_read_only = on`);
      // Open connections keep their setting, so they are ended: the pooler opens others, which refuse.
      await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`);
      for (const status of await orders(20)) assert.equal(status, 503);
      await client.query('set default_transaction_read_only = off');
      await client.query(`alter database ${name} reset default_transaction_read_only`);
      let refused = 0;
      for (let made = 0; made < 30; ) {
        if ((await order(made + refused)) === 201) made += 1;
        else refused += 1;
        assert.ok(refused <= POOL_SIZE, 'each connection to the server refuses once at most');
      }
    } finally {
      await client.end();
      await Promise.all(gateways.map((one) => one.close()));
    }
  });

  /** Changes every connection to the server as `pg_dump` does. */
  async function leaveWithoutTables(): Promise<void> {
    const others = Array.from({ length: POOL_SIZE }, () => new pg.Client(url));
    for (const client of others) {
      await client.connect();
      // Each client keeps its own connection to the server until all have one.
      await client.query('begin');
      await client.query("select set_config('search_path', '', false)");
    }
    for (const client of others) await client.query('commit');
    await Promise.all(others.map((client) => client.end()));
  }

  it('connections with a search_path without tables are dropped too', { skip }, async () => {
    const gateway = await startGateway({ databaseUrl: url });
    try {
      await leaveWithoutTables();
      const caller = callerOf(gateway.url);
      let failed = 0;
      for (let made = 0; made < 30; ) {
        if ((await caller.post(ORDERS, { emission_amount: 1 })).status === 201) made += 1;
        else failed += 1;
        assert.ok(failed <= POOL_SIZE, 'each connection to the server fails once at most');
      }
    } finally {
      await gateway.close();
    }
  });

  it('a gateway starts once each connection without tables was dropped', { skip }, async () => {
    await leaveWithoutTables();
    const start = () => startGateway({ databaseUrl: url });
    for (let failed = 0; ; failed += 1) {
      assert.ok(failed <= POOL_SIZE, 'each connection to the server fails once at most');
      const started = await start().catch((error: Error) => error);
      if (!(started instanceof Error)) return started.close();
      assert.match(started.message, /no schema has been selected/);
    }
  });

  it('a statement that was skipped after a failed one is prepared the next time', {
    skip,
  }, async () => {
    const db = openDatabase(url, { poolSize: 1 });
    const ask = (...texts: string[]) =>
      db.transaction((tx) => Promise.all(texts.map((text) => sql.raw(keepStatement(text)).execute(tx))));
    await assert.rejects(ask('select 1 / 0', 'select 2'), /division by zero/);
    await ask('select 2');
    await db.close();
  });

  it('backup and restore are refused: their tools would leave settings to the next user of a connection', {
    skip,
  }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'gateway-pooled-'));
    const file = join(folder, 'backup');
    const isRefused = (error: unknown): boolean =>
      error instanceof BackupError && /address of the server itself/.test(error.message);
    await assert.rejects(backUp(url, file, process.env), isRefused);
    assert.deepEqual(await readdir(folder), []);
    await writeFile(file, 'a dump');
    const empty = await startPgbouncer(PGBOUNCER, await server.createDatabase());
    await assert.rejects(restore(file, empty.url, process.env), isRefused);
    await empty.stop();
    assert.equal(await sharesConnections(direct), false);
    await rm(folder, { recursive: true });
  });

  it('a pooler without prepared statements is refused at start-up, with the setting that it needs', {
    skip,
  }, async () => {
    const migrated = await server.createDatabase();
    await (await startGateway({ databaseUrl: migrated })).close();
    for (const database of [await server.createDatabase(), migrated]) {
      const forgetful = await startPgbouncer(PGBOUNCER, database, { max_prepared_statements: 0 });
      await assert.rejects(startGateway({ databaseUrl: forgetful.url }), /max_prepared_statements above 0/);
      await forgetful.stop();
    }
  });

  it('two gateways conform together', { skip }, async () => {
    const gateways = await startTwo();
    try {
      await assertConforms(...gateways);
    } finally {
      await Promise.all(gateways.map((one) => one.close()));
    }
  });

  it('in session mode two gateways conform too, and a backup finds connections that are not shared', {
    skip,
  }, async () => {
    const session = await startPgbouncer(PGBOUNCER, await server.createDatabase(), {
      pool_mode: 'session',
      max_prepared_statements: 0,
      default_pool_size: 30,
    });
    assert.equal(await sharesConnections(session.url), false);
    const gateways = await startTwo(session.url);
    try {
      await assertConforms(...gateways);
    } finally {
      await Promise.all(gateways.map((one) => one.close()));
      await session.stop();
    }
  });
});
