import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { CountsRefusedError } from '../../allotments/change-counts.ts';
import { claimOpening, finishOpening } from '../../payments/open-payment.ts';
import { onBothEngines } from '../../testing/engines.ts';
import { hasLockWait } from '../../testing/lock-wait.ts';
import { MERCHANT, openStore, type TestStore } from '../../testing/store.ts';
import { until } from '../../testing/until.ts';
import { createOrder } from '../create.ts';
import { holdForPayment } from '../hold.ts';
import { expireOrders } from './expire.ts';

/** Creates two expired orders. The first cannot be ended: it has more credits than its merchant has reserved. */
async function oneStuckOfTwo({ context, db, setNow }: TestStore): Promise<void> {
  for (let order = 0; order < 2; order += 1)
    await createOrder(context, MERCHANT, { emission_amount: 1, emission_unit: 'kgCO2' });
  const orders = await db.kysely.selectFrom('orders').select(['id', 'expires_at']).execute();
  const [stuck, other] = orders as [(typeof orders)[0], (typeof orders)[0]];
  await db.kysely
    .updateTable('allocations')
    .set({ grams: sql`grams + 1000000` })
    .where('order_id', '=', stuck.id)
    .execute();
  await db.kysely
    .updateTable('orders')
    .set({ expires_at: stuck.expires_at - 1 })
    .where('id', '=', stuck.id)
    .execute();
  setNow(other.expires_at);
}

onBothEngines('expired orders', ({ engine, database }) => {
  it('fail although the first one in line cannot, whose error is reported', async () => {
    const store = await openStore(await database());
    await oneStuckOfTwo(store);
    const faults: unknown[] = [];
    assert.equal(await expireOrders(store.context, { onFault: (error) => faults.push(error) }), 1);
    assert.ok(faults.length === 1 && faults[0] instanceof CountsRefusedError, String(faults));
    await store.db.close();
  });

  it('fail behind more stuck orders than fit into one batch', async () => {
    const store = await openStore(await database());
    await oneStuckOfTwo(store);
    assert.equal(await expireOrders(store.context, { limit: 1, onFault: () => {} }), 1);
    await store.db.close();
  });

  // SQLite has one writer at a time.
  it('stay pending if a payment was begun in time, though committed later', {
    skip: engine === 'sqlite',
  }, async (t) => {
    const url = await database();
    const [store, other] = [await openStore(url), await openStore(url)];
    t.after(() => Promise.all([store.db.close(), other.db.close()]));
    await createOrder(store.context, MERCHANT, { emission_amount: 1, emission_unit: 'kgCO2' });
    const order = await store.db.kysely.selectFrom('orders').selectAll().executeTakeFirstOrThrow();
    store.setNow(order.expires_at);
    other.setNow(order.expires_at - 1);
    const expired = await other.db.transaction(async (tx) => {
      const orderTtlMs = order.expires_at - order.created_at + 1;
      await holdForPayment(tx, { ...other.context, orderTtlMs }, order);
      const expiring = expireOrders(store.context);
      await until(() => hasLockWait(other.db), 'the expiry to wait');
      // The transaction would wait for a promise before its commit.
      return { expiring };
    });
    assert.equal(await expired.expiring, 0);
    assert.deepEqual(await store.db.kysely.selectFrom('orders').select('status').execute(), [
      { status: 'pending' },
    ]);
  });

  it('fail in the order of their expiry, whichever was created first', async () => {
    const { context, db, setNow } = await openStore(await database());
    for (let order = 0; order < 2; order += 1)
      await createOrder(context, MERCHANT, { emission_amount: 1, emission_unit: 'kgCO2' });
    const orders = db.kysely.selectFrom('orders').select(['id', 'expires_at']).orderBy('id');
    const [first, second] = (await orders.execute()) as [{ id: string; expires_at: number }, { id: string }];
    const later = { expires_at: first.expires_at + 1 };
    await db.kysely.updateTable('orders').set(later).where('id', '=', first.id).execute();
    setNow(later.expires_at);
    assert.equal(await expireOrders(context, { limit: 1 }), 1);
    const failed = db.kysely
      .selectFrom('orders')
      .select(['id', 'payment_status', 'settled_at'])
      .where('status', '=', 'failed');
    const ended = { id: second.id, payment_status: 'failed', settled_at: later.expires_at };
    assert.deepEqual(await failed.execute(), [ended]);
    await db.close();
  });

  it('have a payment checked at once if it was last checked before the expiry, else when it is due', async () => {
    const { context, db, setNow } = await openStore(await database());
    await createOrder(context, MERCHANT, { emission_amount: 1, emission_unit: 'kgCO2' });
    const { id, expires_at } = await db.kysely
      .selectFrom('orders')
      .select(['id', 'expires_at'])
      .executeTakeFirstOrThrow();
    const claimed = await claimOpening(context, 'bank', { id, merchant_id: MERCHANT });
    if (claimed.kind !== 'claimed') throw new Error(claimed.kind);
    const page = { reference: 'page', url: 'https://bank.example', expiresAt: 9e15 };
    await finishOpening(context, claimed, page);
    const end = Math.max(expires_at, claimed.order.expires_at);
    setNow(end + 1000);
    const checks = async (updated_at: number, check_at: number): Promise<number> => {
      await db.kysely.updateTable('payments').set({ updated_at, check_at }).execute();
      let count = 0;
      const mayExpireUnpaid = async (): Promise<boolean> => {
        count += 1;
        return false;
      };
      assert.equal(await expireOrders(context, { mayExpireUnpaid }), 0);
      return count;
    };
    assert.equal(await checks(end - 1, end + 9e6), 1);
    assert.equal(await checks(end, end + 9e6), 0);
    assert.equal(await checks(end, end + 1000), 1);
    await db.close();
  });

  it('stop at an order that cannot fail if nothing handles its error', async () => {
    const store = await openStore(await database());
    await oneStuckOfTwo(store);
    await assert.rejects(expireOrders(store.context), CountsRefusedError);
    await store.db.close();
  });
});
