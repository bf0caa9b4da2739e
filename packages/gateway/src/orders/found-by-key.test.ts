import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { sql } from 'kysely';
import { readOrderParts } from '../projects/order-parts.ts';
import { onBothEngines } from '../testing/engines.ts';
import { MERCHANT, openStore, type TestStore } from '../testing/store.ts';
import { createOrder } from './create.ts';
import { completeOrders } from './end/complete.ts';
import { failPending } from './end/fail-pending.ts';
import { lockOrders, type OrderKey } from './end/lock-orders.ts';
import { markCompletedOrRead } from './end/mark-completed.ts';
import { schedulePaymentClosing } from './end/schedule-payment-closing.ts';
import { holdForPayment } from './hold.ts';

const COUNT = 400;

onBothEngines('orders that end', ({ engine, distributed, database }) => {
  // SQLite always reads by the key. Where rows are spread by merchant, the merchant leads to their shard.
  const skip = engine === 'sqlite' || distributed;

  async function open(t: TestContext): Promise<TestStore & { readonly keys: readonly OrderKey[] }> {
    const store = await openStore(await database());
    t.after(() => store.db.close());
    const bodies = await Promise.all(
      Array.from({ length: COUNT }, () =>
        createOrder(store.context, MERCHANT, { emission_amount: 1, emission_unit: 'kgCO2' }),
      ),
    );
    const keys = bodies.map(({ body }) => ({ id: JSON.parse(body).order_id, merchant_id: MERCHANT }));
    return { ...store, keys };
  }

  it('are found by their primary keys, whatever statistics PostgreSQL has', { skip }, async (t) => {
    const { db, context, keys } = await open(t);
    const paid = keys.slice(0, 2).map((key) => ({ ...key, at: context.now() }));
    const scanned = await db.transaction(async (tx) => {
      const { completed, allocated } = await markCompletedOrRead(tx, db, paid);
      await completeOrders(tx, context, completed, { allocated });
      await schedulePaymentClosing(tx, db, paid, context.now());
      const [held] = await lockOrders(tx, db, keys.slice(2, 4));
      await holdForPayment(tx, context, held!);
      await failPending(tx, context, keys[4]!);
      const { rows } = await sql<{ index: string }>`
        select relname as index from pg_class
        where relkind = 'i' and pg_stat_get_xact_numscans(oid) > 0
          and oid in (select indexrelid from pg_index where indrelid in ('orders'::regclass, 'payments'::regclass))
        order by relname`.execute(tx);
      return rows.map(({ index }) => index);
    });
    assert.deepEqual(scanned, ['orders_pkey', 'payments_order']);
  });

  it('are completed by statements that a connection plans once', { skip }, async (t) => {
    const { db, context, keys } = await open(t);
    const planned = await db.transaction(async (tx) => {
      for (const key of keys.slice(0, 10)) {
        const { completed, allocated } = await markCompletedOrRead(tx, db, [{ ...key, at: context.now() }]);
        await completeOrders(tx, context, completed, { allocated });
        await readOrderParts(tx, completed);
      }
      const { rows } = await sql<{ table: string; reused: number; anew: number }>`
        select substring(statement from '(?:update|from) "?(\\w+)"?') as table, generic_plans as reused, custom_plans as anew
        from pg_prepared_statements
        where statement like 'with updated as (update orders%' or statement like 'update "allocations"%' or statement like '%from "projects" where "id" = any%'
        order by 1`.execute(tx);
      return rows;
    });
    const once = { reused: 10, anew: 0 };
    assert.deepEqual(planned, [
      { table: 'allocations', ...once },
      { table: 'orders', ...once },
      { table: 'projects', ...once },
    ]);
  });
});
