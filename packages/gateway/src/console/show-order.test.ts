import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createOrder } from '../orders/create.ts';
import { onBothEngines } from '../testing/engines.ts';
import { MERCHANT, openStore, settleOrder } from '../testing/store.ts';
import { showOrderDetail } from './show-order.ts';

onBothEngines('an order at the console', ({ database }) => {
  it('leads to its receipt once it is paid, and never to a page on which it can be paid or cancelled', async () => {
    const store = await openStore(await database());
    const input = { emission_amount: 1, emission_unit: 'kgCO2' as const };
    const receiptOf = async (outcome?: 'completed' | 'failed'): Promise<string | undefined> => {
      const { order_id } = JSON.parse((await createOrder(store.context, MERCHANT, input)).body);
      if (outcome) await settleOrder(store, order_id, outcome);
      return (await showOrderDetail(store.context, MERCHANT, order_id))?.receiptPath;
    };
    assert.equal(await receiptOf(), undefined);
    assert.equal(await receiptOf('failed'), undefined);
    assert.match((await receiptOf('completed')) ?? '', /^\/pay\/[\w-]{43}$/);
    await store.db.close();
  });

  it('names the batch of its credits once that is published', async () => {
    const store = await openStore(await database());
    const { db, context } = store;
    const input = { emission_amount: 1, emission_unit: 'kgCO2' as const };
    const { order_id } = JSON.parse((await createOrder(context, MERCHANT, input)).body);
    await settleOrder(store, order_id, 'completed');
    const batch = { id: 'ret_1', project: 'wind', capacity: 1000, cutoff: 0, created_at: 0 };
    await db.kysely
      .insertInto('retirement_batches')
      .values({ ...batch, state: 'open' })
      .execute();
    await db.kysely.updateTable('allocations').set({ batch: 'ret_1' }).execute();
    const batchOf = async (): Promise<string | undefined> =>
      (await showOrderDetail(context, MERCHANT, order_id))?.allocations[0]?.batch;
    assert.equal(await batchOf(), undefined);
    const published = { state: 'published', document: 'x', root: 'x', published_at: 1 } as const;
    await db.kysely.updateTable('retirement_batches').set(published).execute();
    assert.equal(await batchOf(), 'ret_1');
    await db.close();
  });
});
