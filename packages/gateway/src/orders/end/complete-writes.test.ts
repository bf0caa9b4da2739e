import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { sql } from 'kysely';
import type { Tx } from '../../store/transaction.ts';
import { onBothEngines } from '../../testing/engines.ts';
import { MERCHANT, openStore } from '../../testing/store.ts';
import { createOrder } from '../create.ts';
import { asCompleted, completeOrders } from './complete.ts';
import { lockOrders } from './lock-orders.ts';

/** Counts the rows of totals that this connection has written, possibly in earlier transactions too. */
async function totalsWritten(tx: Tx): Promise<number> {
  const { rows } = await sql<{ written: number }>`
    select pg_stat_get_xact_tuples_inserted(oid) + pg_stat_get_xact_tuples_updated(oid) as written
    from pg_class where relname = 'order_totals'`.execute(tx);
  return rows[0]?.written ?? 0;
}

interface Updates {
  readonly rows: number;
  /** Updates that needed no entry in any index. */
  readonly withoutIndexes: number;
}

async function updatesOf(tx: Tx, table: string): Promise<Updates | undefined> {
  const { rows } = await sql<Updates>`
    select pg_stat_get_xact_tuples_updated(oid) as rows,
      pg_stat_get_xact_tuples_hot_updated(oid) as "withoutIndexes"
    from pg_class where relname = ${table}`.execute(tx);
  return rows[0];
}

/** Inspects a transaction that ends some new orders. */
async function endTogether(
  t: TestContext,
  url: string,
  count: number,
  look: (tx: Tx, end: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const { db, context } = await openStore(url);
  t.after(() => db.close());
  const bodies = await Promise.all(
    Array.from({ length: count }, (_, index) => {
      const user = { email: `traveller-${index}@x.example` };
      return createOrder(context, MERCHANT, { emission_amount: 1, emission_unit: 'kgCO2', user });
    }),
  );
  const keys = bodies.map(({ body }) => ({ id: JSON.parse(body).order_id, merchant_id: MERCHANT }));
  await db.transaction(async (tx) => {
    const orders = await lockOrders(tx, db, keys);
    const paid = orders.map((order) => asCompleted(order, context.now()));
    await look(tx, () => completeOrders(tx, context, paid));
  });
}

onBothEngines('the end of an order', ({ engine, distributed, database }) => {
  // Only PostgreSQL rewrites every index entry of a row, unless no index covers what changed and its page has room.
  const skip = engine === 'sqlite' || distributed;

  it('changes no index of its user, and one row of totals per merchant', { skip }, async (t) => {
    await endTogether(t, await database(), 16, async (tx, end) => {
      const before = await totalsWritten(tx);
      await end();
      assert.equal((await totalsWritten(tx)) - before, 1, 'one row of totals for all of them');
      assert.deepEqual(await updatesOf(tx, 'order_users'), { rows: 16, withoutIndexes: 16 });
    });
  });

  it('changes no index of its allocations, however many pages they fill', { skip }, async (t) => {
    await endTogether(t, await database(), 200, async (tx, end) => {
      await end();
      assert.deepEqual(await updatesOf(tx, 'allocations'), { rows: 200, withoutIndexes: 200 });
    });
  });

  it('counts an order that costs nothing on the row of totals on which it began', async () => {
    const { db, context } = await openStore(await database());
    for (let orders = 0; orders < 8; orders += 1)
      await createOrder(context, MERCHANT, { emission_amount: 0, emission_unit: 'kgCO2' });
    const rows = db.kysely.selectFrom('order_totals').select('completed_orders');
    assert.deepEqual(await rows.where('pending_orders', '<>', 0).execute(), []);
    await db.close();
  });
});
