import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { openDatabase } from '../../store/open-database.ts';
import { onBothEngines } from '../../testing/engines.ts';
import { freePort } from '../../testing/free-port.ts';
import { listenOnLoopback } from '../../testing/loopback.ts';
import { sharedPostgres, startPostgres } from '../../testing/postgres.ts';
import { createMigratedFile } from '../../testing/sqlite.ts';
import { openStore } from '../../testing/store.ts';
import { recordRun } from '../clock-skew.ts';
import type { CheckContext } from './check.ts';
import { databaseChecks } from './database.ts';

/** Bytes that PgBouncer reads at a time by default. */
const PKT_BUF = 4096;

it('a database with another collation is a fault', async (t) => {
  const server = await sharedPostgres();
  t.after(() => server.stop());
  const url = new URL(await server.createDatabase());
  const admin = openDatabase(url.href);
  t.after(() => admin.close());
  url.pathname += '_estonian';
  const name = sql.id(url.pathname.slice(1));
  await sql`create database ${name} template template0 locale_provider icu icu_locale 'et-EE'`.execute(
    admin.kysely,
  );
  const db = openDatabase(url.href);
  const check = databaseChecks.find(({ name }) => /every text/.test(name));
  const { state, detail } = (await check?.run({ db } as CheckContext)) ?? {};
  await db.close();
  await sql`drop database ${name}`.execute(admin.kysely);
  assert.equal(state, 'fault');
  assert.match(detail ?? '', /sorts text/);
});

it('a pooler that does not forward long statements whole is a fault, with the setting that fixes it', async (t) => {
  const server = await sharedPostgres();
  t.after(() => server.stop());
  const url = new URL(await server.createMigrated());
  const { port } = url;
  const pooler = createServer((client) => {
    const upstream = connect(Number(port), '127.0.0.1');
    for (const socket of [client, upstream]) socket.on('error', () => {});
    client.on('data', (chunk) => upstream.write(chunk.subarray(0, PKT_BUF)));
    client.on('close', () => upstream.destroy());
    upstream.pipe(client);
  });
  const listening = await listenOnLoopback(pooler);
  t.after(() => listening.close());
  url.port = String(listening.port);
  const db = openDatabase(url.href, { statementTimeoutMs: 500 });
  t.after(() => db.close());
  const { state, detail, next } = (await databaseChecks[0]?.run({ db } as CheckContext)) ?? {};
  assert.equal(state, 'fault');
  assert.match(detail ?? '', /has not responded/);
  assert.match(next ?? '', /pkt_buf/);
});

it('an unavailable server is a fault that names DATABASE_URL, also for a host with several addresses', async (t) => {
  for (const host of ['127.0.0.1', 'localhost']) {
    const db = openDatabase(`postgres://gateway@${host}:${await freePort()}/gateway`);
    t.after(() => db.close());
    const { state, detail, next } = (await databaseChecks[0]?.run({ db } as CheckContext)) ?? {};
    assert.equal(state, 'fault');
    assert.match(detail ?? '', /ECONNREFUSED/);
    assert.match(next ?? '', /DATABASE_URL/);
  }
});

it('a lost page of a SQLite file is a fault, though nothing else reads it', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-page-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'gateway.sqlite');
  await createMigratedFile(path);
  const [whole, damaged] = [openDatabase(`sqlite:${path}`), `${path}-damaged`];
  t.after(() => whole.close());
  const { rows } = await sql<{ rootpage: number; page_size: number }>`
    select rootpage, page_size from sqlite_schema, pragma_page_size where name = 'orders_status'`.execute(
    whole.kysely,
  );
  const [{ rootpage = 0, page_size = 0 } = {}] = rows;
  const bytes = await readFile(path);
  await writeFile(damaged, bytes.fill(0, (rootpage - 1) * page_size, rootpage * page_size));
  const db = openDatabase(`sqlite:${damaged}`);
  t.after(() => db.close());
  const check = databaseChecks.find(({ name }) => name === 'Database file is sound');
  const run = async (of: typeof db, readsAll: boolean) => check?.run({ db: of, readsAll } as CheckContext);
  assert.deepEqual(await run(whole, true), { state: 'ok' });
  // A serving process does not run it: it would hold up every order.
  assert.match((await run(db, false))?.detail ?? '', /^only the command doctor/);
  const { state, detail, next } = (await run(db, true)) ?? {};
  assert.equal(state, 'fault');
  assert.match(detail ?? '', new RegExp(`page ${rootpage}\\b`));
  assert.match(next ?? '', /restore the newest backup/);
});

onBothEngines('a database that takes no writes', ({ database, engine, distributed }) => {
  it('is a fault that names what to check', { skip: distributed }, async (t) => {
    const url = await database();
    const readOnly = openDatabase(url);
    t.after(() => readOnly.close());
    if (engine === 'sqlite') await sql`pragma query_only = on`.execute(readOnly.kysely);
    else {
      const other = openDatabase(url);
      const name = new URL(url).pathname.slice(1);
      await sql`alter database ${sql.id(name)} set default_transaction_read_only = on`.execute(other.kysely);
      await other.close();
    }
    const check = databaseChecks.find(({ name }) => name === 'Database is writable');
    const { state, detail, next } = (await check?.run({ db: readOnly } as CheckContext)) ?? {};
    assert.equal(state, 'fault');
    assert.match(detail ?? '', /read-?only/);
    assert.match(next ?? '', /^check that DATABASE_URL names the primary/);
  });
});

onBothEngines('a database that acknowledges before it is on disk', ({ database, engine, distributed }) => {
  it('is a warning with the settings to turn on, except in a sandbox', { skip: distributed }, async (t) => {
    const url = await database();
    if (engine === 'postgres') {
      const other = openDatabase(url);
      const name = new URL(url).pathname.slice(1);
      await sql`alter database ${sql.id(name)} set synchronous_commit = off`.execute(other.kysely);
      await other.close();
    }
    const db = openDatabase(url);
    t.after(() => db.close());
    const check = databaseChecks.find(({ name }) => name === 'Commits survive a loss of power');
    const [live, sandbox] = await Promise.all(
      [false, true].map((is) => check?.run({ db, config: { sandbox: is } } as CheckContext)),
    );
    assert.equal(sandbox?.state, 'ok');
    if (engine === 'sqlite') assert.equal(live?.state, 'ok');
    else assert.match(`${live?.state}: ${live?.detail}`, /^warning: fsync and synchronous_commit off/);
  });
});

it('names a transaction left open for 11 minutes, and a disabled autovacuum', async (t) => {
  const server = await sharedPostgres();
  t.after(() => server.stop());
  const url = await server.createMigrated();
  const db = openDatabase(url);
  t.after(() => db.close());
  const check = databaseChecks.find(({ name }) => name === 'Database removes dead rows');
  const config = { sandbox: false };
  const now = Date.now();
  const run = async (at: number) => check?.run({ db, config, now: () => at } as CheckContext);
  const person = await db.kysely.startTransaction().execute();
  await sql`select 1`.execute(person);
  assert.doesNotMatch((await run(now))?.detail ?? '', /transaction/);
  const found = await run(now + 11 * 60_000);
  assert.equal(found?.state, 'warning');
  assert.match(
    found?.detail ?? '',
    /process \d+ \(flight-offset-gateway, idle in transaction\) .* since \d{4}-/,
  );
  await person.rollback().execute();
  await sql`alter database ${sql.id(new URL(url).pathname.slice(1))} set track_counts = off`.execute(
    db.kysely,
  );
  const later = openDatabase(url);
  t.after(() => later.close());
  const { detail } = (await check?.run({ db: later, config, now: () => now } as CheckContext)) ?? {};
  assert.match(detail ?? '', /track_counts is off/);
});

it('names the grant that an account needs to see the transactions of others', async (t) => {
  const server = await startPostgres();
  t.after(() => server.stop());
  const url = new URL(server.url);
  const admin = new pg.Client(url.href);
  await admin.connect();
  await admin.query('create role serving login');
  url.username = 'serving';
  const db = openDatabase(url.href);
  const check = databaseChecks.find(({ name }) => name === 'Database removes dead rows');
  const run = (ahead: number) =>
    check?.run({ db, config: { sandbox: false }, now: () => Date.now() + ahead } as CheckContext);
  const hidden = await run(0);
  await admin.query('grant pg_read_all_stats to serving');
  await admin.query('begin; select 1');
  const shown = await run(11 * 60_000);
  await admin.end();
  await db.close();
  assert.match(hidden?.detail ?? '', /not shown without: grant pg_read_all_stats to serving$/);
  assert.match(shown?.detail ?? '', /\(, idle in transaction\) has had a transaction open/);
});

it('a standby that lags by 11 minutes or is unavailable is a fault', async (t) => {
  const server = await sharedPostgres();
  t.after(() => server.stop());
  const [url, replicaUrl] = [await server.createMigrated(), await server.createMigrated()];
  const away = `postgres://gateway@127.0.0.1:${await freePort()}/gateway`;
  const check = databaseChecks.find(({ name }) => name === 'Exports read from an up-to-date standby');
  const transaction = {
    id: 'txn_1',
    merchant_id: 'merchant-a',
    order_id: 'ord_1',
    created_at: 0,
    currency: 'EUR',
    amount_minor: 1,
    inr_minor: 100,
    grams: 1000,
  };
  const stateAt = async (GATEWAY_REPLICA_DATABASE_URL: string, at: number): Promise<string> => {
    const db = openDatabase(url, { replicaUrl: GATEWAY_REPLICA_DATABASE_URL });
    const checked = { db, config: { GATEWAY_REPLICA_DATABASE_URL }, now: () => at } as CheckContext;
    const { state, detail, next } = (await check?.run(checked)) ?? {};
    await db.close();
    if (state !== 'ok') assert.match(next ?? '', /GATEWAY_REPLICA_DATABASE_URL/);
    return `${state} ${detail ?? ''}`;
  };
  assert.match(await stateAt(replicaUrl, 0), /^ok/);
  const primary = openDatabase(url);
  t.after(() => primary.close());
  await primary.kysely.insertInto('transactions').values(transaction).execute();
  assert.match(await stateAt(replicaUrl, 60_000), /^ok/, 'it may lag');
  assert.match(await stateAt(replicaUrl, 11 * 60_000), /^fault it lacks txn_1/);
  assert.match(await stateAt(url, 11 * 60_000), /^ok/);
  assert.match(await stateAt(away, 60_000), /^fault .*ECONNREFUSED/);
});

onBothEngines('the clock of the machine', ({ database, engine }) => {
  it('is a fault beyond the difference at which a gateway refuses to start', async (t) => {
    const { db } = await openStore(await database());
    const { now } = Date;
    await recordRun(db, { now, check: async () => undefined });
    t.mock.method(Date, 'now', () => now() - 5000);
    const check = databaseChecks.find(({ name }) => name === 'Clocks agree');
    const stateAt = async (allowed: number): Promise<string | undefined> => {
      const checked = { db, config: { GATEWAY_MAX_CLOCK_SKEW_SECONDS: allowed } } as CheckContext;
      return check?.run(checked).then(
        ({ state }) => state,
        ({ message }) => message,
      );
    };
    assert.match(String(await stateAt(1)), /clock is 5 s behind/);
    assert.equal(await stateAt(60), engine === 'sqlite' ? 'ok' : 'warning');
    await db.close();
  });
});
