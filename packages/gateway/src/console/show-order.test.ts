import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readWholeOrder } from '../cli/commands/whole-order.ts';
import { createOrder } from '../orders/create.ts';
import { onBothEngines } from '../testing/engines.ts';
import { MERCHANT, openStore, settleOrder } from '../testing/store.ts';
import { findOrders } from './find/orders.ts';
import { showOrderDetail } from './show-order.ts';

onBothEngines('an order at the console', ({ database }) => {
  it('links to its receipt once it is paid, and to no page before', async () => {
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

  it('is failed once it has expired, unless a payment is open: on its page, in the list and by command', async () => {
    const store = await openStore(await database());
    const { db, context } = store;
    const at = context.now();
    for (const state of [undefined, 'opening', 'started', 'failed'] as const) {
      const input = { emission_amount: 1, emission_unit: 'kgCO2', reference: state ?? 'none' } as const;
      const { order_id } = JSON.parse((await createOrder(context, MERCHANT, input)).body);
      const payment = { merchant_id: MERCHANT, id: `pay_${state}`, order_id, provider: 'stripe' };
      const money = { currency: 'INR', amount_minor: 1, created_at: at, updated_at: at };
      if (state !== undefined)
        await db.kysely
          .insertInto('payments')
          .values({
            ...payment,
            ...money,
            reference: state,
            payment_reference: null,
            redirect_url: null,
            state,
          })
          .execute();
    }
    const statesAt = async (now: number) => {
      store.setNow(now);
      const list = { merchantId: MERCHANT, filter: {}, cursor: undefined };
      const { rows } = await findOrders(db, now, list);
      for (const { id, status } of rows) {
        assert.equal((await showOrderDetail(context, MERCHANT, id))?.status, status);
        assert.equal((await readWholeOrder(db, id, now))?.status, status);
      }
      return Object.fromEntries(rows.map(({ reference, status }) => [reference, status]));
    };
    const pending = { none: 'pending', opening: 'pending', started: 'pending', failed: 'pending' };
    assert.deepEqual(await statesAt(at), pending);
    const { expires_at } = await db.kysely
      .selectFrom('orders')
      .select('expires_at')
      .executeTakeFirstOrThrow();
    assert.deepEqual(await statesAt(expires_at), { ...pending, none: 'failed', failed: 'failed' });
    await db.close();
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
