/** A process keeps running while a newer version migrates its database. */
import assert from 'node:assert/strict';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { type ColumnMetadata, sql } from 'kysely';
import { startGateway } from '../index.ts';
import type { Database } from '../store/engine.ts';
import { migrate } from '../store/migrate.ts';
import { startBuyers } from '../testing/buyers.ts';
import { callerOf } from '../testing/caller.ts';
import { onBothEngines } from '../testing/engines.ts';
import { captureFaultLines } from '../testing/fault-lines.ts';
import { openWithLongTimeouts } from '../testing/open-with-long-timeouts.ts';
import { until } from '../testing/until.ts';
import { watchStore } from './store-watch.ts';

const ORDERS = '/offset-gateway/orders';

/** Returns the columns of every table by `table.column`. */
async function columnsOf({ kysely }: Database): Promise<Map<string, ColumnMetadata>> {
  const tables = await kysely.introspection.getTables();
  return new Map(
    tables.flatMap(({ name, columns }) => columns.map((one) => [`${name}.${one.name}`, one] as const)),
  );
}

it('a process whose database file was replaced refuses orders and is not ready', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-gone-'));
  const file = join(folder, 'gateway.sqlite');
  const lines = captureFaultLines();
  const gateway = await startGateway({ databaseUrl: `sqlite:${file}`, log: lines.log });
  try {
    const caller = callerOf(gateway.url);
    assert.equal((await caller.post(ORDERS, { emission_amount: 1 })).status, 201);
    await rename(file, `${file}.old`);
    await writeFile(file, '');
    await until(async () => (await caller.raw('/readyz')).status === 503, 'a process that is not ready');
    assert.equal((await caller.post(ORDERS, { emission_amount: 1 })).status, 503);
    assert.ok(lines.messages().some((line) => /file of the database was deleted/.test(line)));
  } finally {
    await gateway.close();
    await rm(folder, { recursive: true });
  }
});

it('a process that has lost its database reports it once, and never recovers', async () => {
  const db = openWithLongTimeouts('sqlite::memory:');
  await migrate(db);
  let isGone = true;
  const store = watchStore({ ...db, isGone: () => isGone }, false);
  assert.match((await store.check()) ?? '', /file of the database was deleted/);
  isGone = false;
  assert.deepEqual([await store.check(), store.isLost], [undefined, true]);
  await db.close();
});

onBothEngines('a newer version migrates the database', ({ database, emptyDatabase, distributed }) => {
  it('keeps every column of the oldest compatible schema, and requires no new value', {
    skip: distributed,
  }, async () => {
    const newest = openWithLongTimeouts(await emptyDatabase());
    await migrate(newest);
    const { value: until } = await newest.kysely
      .selectFrom('settings')
      .select('value')
      .where('name', '=', 'compatible_since')
      .executeTakeFirstOrThrow();
    const oldest = openWithLongTimeouts(await emptyDatabase());
    assert.ok((await migrate(oldest, { until })).includes(until), `${until} is a migration`);
    const [now, before] = [await columnsOf(newest), await columnsOf(oldest)];
    const tables = new Set([...before.keys()].map((name) => name.split('.')[0]));
    for (const [name, { dataType }] of before) assert.equal(now.get(name)?.dataType, dataType, name);
    for (const [name, { isNullable, hasDefaultValue }] of now) {
      const isNew = tables.has(name.split('.')[0]) && !before.has(name);
      const wasNullable = before.get(name)?.isNullable;
      if (isNew || wasNullable) assert.ok(isNullable || hasDefaultValue, `${name} asks for a value`);
    }
    await Promise.all([newest.close(), oldest.close()]);
  });

  it('by additions only: a running process goes on under load, but does not start again', {
    skip: distributed,
  }, async () => {
    const databaseUrl = await database();
    const gateway = await startGateway({ databaseUrl });
    const db = openWithLongTimeouts(databaseUrl);
    const buyers = startBuyers([gateway.url], 3);
    try {
      await buyers.paid(3);
      for (const statement of [
        `alter table orders add column further text not null default ''`,
        `alter table transactions add column further bigint`,
        'create table further (id text primary key)',
        `create index further_orders on orders (merchant_id, further) where further <> ''`,
        `insert into schema_migrations (name) values ('9999-further')`,
      ])
        await sql.raw(statement).execute(db.kysely);
      await buyers.paid(10);
      await buyers.stop();
      await buyers.check(databaseUrl);
      assert.equal((await callerOf(gateway.url).raw('/readyz')).status, 200);
      await assert.rejects(startGateway({ databaseUrl }), /A newer gateway .*9999-further/);
    } finally {
      await buyers.stop().catch(() => {});
      await db.close();
      await gateway.close();
    }
  });

  it('incompatibly: a running process refuses requests, is not ready and logs why', async () => {
    const databaseUrl = await database();
    const lines = captureFaultLines();
    const gateway = await startGateway({ databaseUrl, log: lines.log });
    const db = openWithLongTimeouts(databaseUrl);
    try {
      const caller = callerOf(gateway.url);
      assert.equal((await caller.post(ORDERS, { emission_amount: 1 })).status, 201);
      const value = '9999-more';
      await db.kysely.updateTable('settings').set({ value }).where('name', '=', 'compatible_since').execute();
      await until(async () => (await caller.raw('/readyz')).status === 503, 'a process that is not ready');
      const refused = await caller.post(ORDERS, { emission_amount: 1 });
      assert.deepEqual([refused.status, refused.json.error], [503, 50301]);
      assert.ok(Number(refused.headers.get('retry-after')) > 0);
      assert.equal((await caller.raw('/healthz')).status, 200);
      const { count } = await db.kysely
        .selectFrom('orders')
        .select(({ fn }) => fn.countAll().as('count'))
        .executeTakeFirstOrThrow();
      assert.equal(Number(count), 1);
      assert.ok(lines.messages().some((line) => /a newer gateway has changed the database/.test(line)));
      assert.equal(lines.faults(), 0, 'a line of its own, and none for the requests');
    } finally {
      await db.close();
      await gateway.close();
    }
  });
});
