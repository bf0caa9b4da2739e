import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createOrder } from '../orders/create.ts';
import { failPending } from '../orders/end/fail-pending.ts';
import type { OrderKey } from '../orders/end/lock-orders.ts';
import { extendHold } from '../orders/extend-hold.ts';
import type { PaymentRow } from '../store/schema.ts';
import { onBothEngines } from '../testing/engines.ts';
import { runDuringTransaction } from '../testing/lock-wait.ts';
import { MERCHANT, openStore, settleOrder, type TestStore } from '../testing/store.ts';
import { abandonOpening, claimOpening, finishOpening } from './open-payment.ts';

const PROVIDER = 'bank';
const MINUTE_MS = 60_000;

async function newOrder({ context }: TestStore): Promise<OrderKey> {
  const input = { emission_amount: 10, emission_unit: 'kgCO2' as const };
  const { order_id: id } = JSON.parse((await createOrder(context, MERCHANT, input)).body);
  return { id, merchant_id: MERCHANT };
}

async function claim({ context }: TestStore, order: OrderKey, provider = PROVIDER) {
  const opening = await claimOpening(context, provider, order);
  return opening.kind === 'claimed' ? opening : assert.fail(`the opening is ${opening.kind}`);
}

function pageOf({ context }: TestStore, name: string) {
  return { reference: name, url: `https://bank.example/${name}`, expiresAt: context.now() + 30 * MINUTE_MS };
}

async function payment(
  { db }: TestStore,
  { paymentId }: { readonly paymentId: string },
): Promise<PaymentRow> {
  const found = db.kysely.selectFrom('payments').selectAll().where('id', '=', paymentId);
  return found.executeTakeFirstOrThrow();
}

onBothEngines('the page of a payment', ({ database, engine }) => {
  it('is reused until it expires, and is due for a query after 5 minutes', async () => {
    const store = await openStore(await database());
    const { context } = store;
    const began = context.now();
    const order = await newOrder(store);
    const claimed = await claim(store, order);
    assert.equal((await payment(store, claimed)).check_at, began + MINUTE_MS, 'should nobody go on');
    assert.equal(await finishOpening(context, claimed, pageOf(store, 'page')), 'open');
    const { state, check_at } = await payment(store, claimed);
    assert.deepEqual([state, check_at], ['started', began + 5 * MINUTE_MS]);
    const again = await claimOpening(context, PROVIDER, order);
    assert.equal(again.kind === 'open' && again.url, 'https://bank.example/page');
    store.setNow(began + 30 * MINUTE_MS);
    assert.equal((await claimOpening(context, PROVIDER, order)).kind, 'stale');
    await abandonOpening(context, claimed);
    assert.equal((await payment(store, claimed)).state, 'started', 'what has a page is not given up');
    await store.db.close();
  });

  it('is replaced by one that lasts longer once its payer has requested more time, and for no other reason', async () => {
    for (const [ttlHours, hasMore] of [
      [2, true],
      [2, false],
      [48, false],
    ] as const) {
      const store = await openStore(await database());
      const context = { ...store.context, orderTtlMs: ttlHours * 60 * MINUTE_MS };
      const order = await newOrder(store);
      const opening = await claimOpening(context, PROVIDER, order);
      if (opening.kind !== 'claimed') assert.fail(opening.kind);
      // As Stripe does: with its order, and after a day at the latest.
      const left = Math.min(opening.order.expires_at - context.now(), 24 * 60 * MINUTE_MS) - MINUTE_MS;
      await finishOpening(context, opening, { ...pageOf(store, 'page'), expiresAt: context.now() + left });
      if (hasMore) await extendHold(context, opening.order);
      const again = await claimOpening(context, PROVIDER, order);
      assert.equal(again.kind, hasMore ? 'stale' : 'open');
      await store.db.close();
    }
  });

  it('is opened by one request at a time; after a minute another takes over and the first is late', async () => {
    const store = await openStore(await database());
    const { context } = store;
    const order = await newOrder(store);
    const slow = await claim(store, order);
    const neighbour = await claim(store, await newOrder(store));
    assert.deepEqual(await claimOpening(context, PROVIDER, order), { kind: 'waiting' });
    store.setNow(context.now() + MINUTE_MS);
    const next = await claim(store, order);
    const { state, check_at } = await payment(store, slow);
    assert.deepEqual([state, check_at], ['failed', null]);
    assert.equal((await payment(store, neighbour)).state, 'opening', 'that of another order is left alone');
    await abandonOpening(context, neighbour);
    assert.equal(await finishOpening(context, slow, pageOf(store, 'slow')), 'late');
    assert.equal((await payment(store, slow)).state, 'failed');
    assert.equal(await finishOpening(context, next, pageOf(store, 'next')), 'open');
    await store.db.close();
  });

  it('at a replaced provider stays started while another is opened', async () => {
    const store = await openStore(await database());
    const order = await newOrder(store);
    const before = await claim(store, order, 'replaced');
    await finishOpening(store.context, before, pageOf(store, 'before'));
    await claim(store, order);
    assert.equal((await payment(store, before)).state, 'started');
    await store.db.close();
  });

  it('is not opened for an expired order, nor shown if the order has ended meanwhile', async () => {
    const store = await openStore(await database());
    const { context } = store;
    const [order, late] = [await newOrder(store), await newOrder(store)];
    const claimed = await claim(store, order);
    await settleOrder(store, order.id, 'completed');
    assert.equal(await finishOpening(context, claimed, pageOf(store, 'page')), 'over');
    const { state, check_at } = await payment(store, claimed);
    assert.deepEqual([state, check_at], ['failed', null]);
    if (engine === 'postgres') {
      const cancelled = await newOrder(store);
      const begun = await claim(store, cancelled);
      const outcome = await runDuringTransaction(
        store.db,
        (tx) => failPending(tx, context, cancelled),
        () => finishOpening(context, begun, pageOf(store, 'cancelled')),
      );
      assert.equal(outcome, 'over');
    }
    const open = await claim(store, late);
    await finishOpening(context, open, { ...pageOf(store, 'open'), expiresAt: 9e15 });
    store.setNow(open.order.expires_at);
    assert.deepEqual(await claimOpening(context, PROVIDER, late), { kind: 'over' });
    await store.db.close();
  });
});
