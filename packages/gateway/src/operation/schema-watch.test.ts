/** A process that runs while a newer version migrates its database. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { startGateway } from '../index.ts';
import { openDatabase } from '../store/engine.ts';
import { startBuyers } from '../testing/buyers.ts';
import { callerOf } from '../testing/caller.ts';
import { onBothEngines } from '../testing/engines.ts';
import { keepFaultLines } from '../testing/fault-lines.ts';
import { until } from '../testing/until.ts';

const ORDERS = '/offset-gateway/orders';

onBothEngines('a newer version migrates the database', ({ database, distributed }) => {
  it('and only adds to it: the process goes on under load, but does not start again', {
    skip: distributed,
  }, async () => {
    const databaseUrl = await database();
    const gateway = await startGateway({ databaseUrl });
    const db = openDatabase(databaseUrl);
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

  it('and asks for more than the process knows: it refuses requests, is not ready, and says why', async () => {
    const databaseUrl = await database();
    const lines = keepFaultLines();
    const gateway = await startGateway({ databaseUrl, log: lines.log });
    const db = openDatabase(databaseUrl);
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
    } finally {
      await db.close();
      await gateway.close();
    }
  });
});
