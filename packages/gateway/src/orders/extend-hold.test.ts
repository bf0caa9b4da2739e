import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { readLotUse } from '../allotments/lot-use.ts';
import type { OrderRow } from '../store/schema.ts';
import { onBothEngines } from '../testing/engines.ts';
import { openWithLongTimeouts } from '../testing/open-with-long-timeouts.ts';
import { MERCHANT, openStore, settleOrder, type TestStore } from '../testing/store.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time-span.ts';
import { createOrder } from './create.ts';
import { expireOrders } from './end/expire.ts';
import { canExtendHold, extendHold } from './extend-hold.ts';
import { holdForPayment } from './hold.ts';

const GRAMS = 1000;
/** Ten times the limit of the test's store. */
const LONGEST_MS = 20 * HOUR_MS;

async function create(store: TestStore): Promise<OrderRow> {
  const { body } = await createOrder(store.context, MERCHANT, {
    emission_amount: GRAMS,
    emission_unit: 'kgCO2',
  });
  return find(store, JSON.parse(body).order_id);
}

const find = ({ db }: TestStore, id: string): Promise<OrderRow> =>
  db.kysely.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

onBothEngines('an order whose payer needs more time', ({ database }) => {
  it('is held for ten times the limit, however often it is requested, also once it is being paid', async () => {
    const store = await openStore(await database());
    const { context, db } = store;
    const order = await create(store);
    assert.ok(canExtendHold(context, order));
    for (const after of [0, context.holdMs - 1, LONGEST_MS / 2]) {
      store.setNow(order.created_at + after);
      const now = await find(store, order.id);
      assert.equal(await extendHold(context, now), 'done');
      assert.equal(await extendHold(context, order), 'done', 'from a page that was opened before');
      await holdForPayment(db.kysely, context, order);
      assert.equal((await find(store, order.id)).expires_at, order.created_at + LONGEST_MS);
    }
    store.setNow(order.created_at + LONGEST_MS - 1);
    assert.equal(await expireOrders(context), 0);
    store.setNow(order.created_at + LONGEST_MS);
    assert.equal(await expireOrders(context), 1);
    await db.close();
  });

  it('is held for at most a day, and for less if its operator has set a short limit', async () => {
    const store = await openStore(await database());
    for (const [orderTtlMs, longest] of [
      [5 * HOUR_MS, DAY_MS],
      [40 * MINUTE_MS, 400 * MINUTE_MS],
    ] as const) {
      const order = await create(store);
      await extendHold({ ...store.context, orderTtlMs }, order);
      assert.equal((await find(store, order.id)).expires_at, order.created_at + longest);
    }
    await store.db.close();
  });

  it('ends no earlier than its operator says', async () => {
    const store = await openStore(await database());
    const orders = { ...store.context, holdMs: 2 * DAY_MS, orderTtlMs: 2 * DAY_MS };
    const order = await create({ ...store, context: orders });
    assert.equal(order.expires_at, order.created_at + 2 * DAY_MS);
    assert.ok(!canExtendHold(orders, order));
    await extendHold(orders, { ...order, expires_at: order.created_at + 1 });
    assert.deepEqual(await find(store, order.id), order);
    await store.db.close();
  });

  it('is not revived once its time is over, or it has ended', async () => {
    const store = await openStore(await database());
    const order = await create(store);
    store.setNow(order.expires_at);
    await extendHold(store.context, order);
    assert.deepEqual(await find(store, order.id), order);
    store.setNow(order.created_at);
    await settleOrder(store, order.id, 'failed');
    await extendHold(store.context, order);
    assert.equal((await find(store, order.id)).expires_at, order.expires_at);
    await store.db.close();
  });

  it('gets none while the unpaid orders of its merchant hold more than half of what they may', async () => {
    const mass = GRAMS * 1000;
    for (const [stock, limits] of [
      [8 * mass, { merchantShare: 0.5 }],
      [1e12, { merchantGrams: 4 * mass }],
    ] as const) {
      const store = await openStore(await database(), stock);
      const context = { ...store.context, limits: { ...store.context.limits, ...limits } };
      const [first, second, third] = [await create(store), await create(store), await create(store)];
      assert.equal(await extendHold(context, first), 'scarce');
      assert.deepEqual(await find(store, first.id), first);
      await settleOrder(store, third.id, 'failed');
      assert.equal(await extendHold(context, first), 'done');
      assert.equal(await extendHold(context, second), 'done');
      const fourth = await create(store);
      assert.equal(await extendHold(context, fourth), 'scarce');
      assert.equal(await extendHold(context, await find(store, first.id)), 'done', 'it has its time');
      await store.db.close();
    }
  });

  it('has it or expires, where both happen at the same moment in two processes', async () => {
    const store = await openStore(await database());
    const db = openWithLongTimeouts(store.url);
    const outcomes = new Set<string>();
    for (let round = 0; round < 12; round += 1) {
      const order = await create(store);
      const at = order.expires_at;
      // Clocks differ a little: by that of the one the order has expired, by that of the other it has not.
      const [early, late] = [
        { ...store.context, now: () => at - 1 },
        { ...store.context, db, now: () => at },
      ];
      const [ahead, behind] = round % 2 === 0 ? [0, round] : [round, 0];
      await Promise.all([
        setTimeout(ahead).then(() => extendHold(early, order)),
        setTimeout(behind).then(() => expireOrders(late)),
      ]);
      const { status, expires_at } = await find(store, order.id);
      assert.equal(expires_at, status === 'failed' ? at : order.created_at + LONGEST_MS);
      const [lot] = await readLotUse(store.db.kysely);
      assert.equal(lot?.reserved, status === 'failed' ? 0 : GRAMS * 1000);
      outcomes.add(status);
      await settleOrder(store, order.id, 'failed');
    }
    assert.deepEqual([...outcomes].sort(), ['failed', 'pending']);
    await db.close();
    await store.db.close();
  });
});
