import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import type { Tx } from '../store/transaction.ts';
import { onBothEngines } from '../testing/engines.ts';
import { MERCHANT, openStore } from '../testing/store.ts';
import { completed, completeOrders } from './complete.ts';
import { createOrder } from './create.ts';
import { lockOrders } from './lock-orders.ts';

const COUNT = 16;

/** Rows of totals that this connection has written, in its earlier transactions perhaps too. */
async function totalsWritten(tx: Tx): Promise<number> {
  const { rows } = await sql<{ written: number }>`
    select pg_stat_get_xact_tuples_inserted(oid) + pg_stat_get_xact_tuples_updated(oid) as written
    from pg_class where relname = 'order_totals'`.execute(tx);
  return rows[0]?.written ?? 0;
}

onBothEngines('the end of an order', ({ engine, distributed, database }) => {
  // Only PostgreSQL writes every index entry of a row anew, unless no index looks at what changed and its page has room.
  const skip = engine === 'sqlite' || distributed;
  it('changes no index of its allocation and of its user, and no totals but the merchant itself', {
    skip,
  }, async (t) => {
    const { db, context } = await openStore(await database());
    t.after(() => db.close());
    const bodies = await Promise.all(
      Array.from({ length: COUNT }, (_, index) => {
        const user = { email: `traveller-${index}@x.example` };
        return createOrder(context, MERCHANT, { emission_amount: 1, emission_unit: 'kgCO2', user });
      }),
    );
    const keys = bodies.map(({ body }) => ({ id: JSON.parse(body).order_id, merchant_id: MERCHANT }));

    const updated = await db.transaction(async (tx) => {
      const before = await totalsWritten(tx);
      const orders = await lockOrders(tx, db, keys);
      await completeOrders(
        tx,
        context,
        orders.map((order) => completed(order, { at: context.now() })),
      );
      const { rows } = await sql<{ table: string; rows: number; withoutIndexes: number }>`
        select relname as table, pg_stat_get_xact_tuples_updated(oid) as rows,
          pg_stat_get_xact_tuples_hot_updated(oid) as "withoutIndexes"
        from pg_class where relname in ('allocations', 'order_users') order by relname`.execute(tx);
      assert.equal((await totalsWritten(tx)) - before, 1, 'one row of totals for all of them');
      return rows;
    });

    const all = { rows: COUNT, withoutIndexes: COUNT };
    assert.deepEqual(updated, [
      { table: 'allocations', ...all },
      { table: 'order_users', ...all },
    ]);
  });
});
