import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { OrderRow } from '../store/schema.ts';
import { onBothEngines } from '../testing/engines.ts';
import { MERCHANT, openStore, settleOrder, type TestStore } from '../testing/store.ts';
import { createOrder } from './create.ts';
import { expireOrders } from './end/expire.ts';
import { holdForPayment, isPastHold } from './hold.ts';

async function create(store: TestStore): Promise<OrderRow> {
  await createOrder(store.context, MERCHANT, { emission_amount: 1, emission_unit: 'kgCO2' });
  return store.db.kysely.selectFrom('orders').selectAll().executeTakeFirstOrThrow();
}

onBothEngines('credits', ({ database }) => {
  it('are held for a short while, and longer once a payment starts', async () => {
    const store = await openStore(await database());
    const { context } = store;
    const order = await create(store);
    assert.equal(order.expires_at, order.created_at + context.holdMs);
    store.setNow(order.expires_at - 1);
    const held = await holdForPayment(store.db.kysely, context, order);
    assert.equal(held?.expires_at, order.created_at + context.orderTtlMs);
    store.setNow(order.expires_at + 1);
    assert.equal(await expireOrders(context), 0);
    assert.ok(held && isPastHold(held, held.expires_at) && !isPastHold(held, held.expires_at - 1));
    store.setNow(held.expires_at);
    assert.equal(await expireOrders(context), 1);
    await store.db.close();
  });

  it('of an expired or settled order are not held for a payment', async () => {
    const store = await openStore(await database());
    const order = await create(store);
    store.setNow(order.expires_at);
    assert.equal(await holdForPayment(store.db.kysely, store.context, order), undefined);
    store.setNow(order.created_at);
    await settleOrder(store, order.id, 'failed');
    assert.equal(await holdForPayment(store.db.kysely, store.context, order), undefined);
    await store.db.close();
  });
});
