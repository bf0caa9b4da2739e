import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { createOrder } from '../orders/create.ts';
import { lockOrder } from '../orders/end/lock-orders.ts';
import { recordRefund } from '../refunds/record.ts';
import type { RefundRow } from '../store/schema.ts';
import type { Tx } from '../store/transaction.ts';
import { onBothEngines } from '../testing/engines.ts';
import { runDuringTransaction } from '../testing/lock-wait.ts';
import { addMerchant, MERCHANT, openStore, settleOrder, type TestStore } from '../testing/store.ts';
import { findAccent, findView } from './find-view.ts';
import { gramsHeld, refundedMinor } from './order-view.ts';

async function ordered({ context, db }: TestStore, merchant = MERCHANT) {
  const input = { emission_amount: 1, emission_unit: 'kgCO2' as const };
  const { order_id } = JSON.parse((await createOrder(context, merchant, input)).body);
  return db.kysely.selectFrom('orders').selectAll().where('id', '=', order_id).executeTakeFirstOrThrow();
}

onBothEngines('the view of a payment URL', ({ database, engine, distributed }) => {
  it('totals pending refunds first, then completed ones; an open dispute is no refund', async () => {
    const store = await openStore(await database());
    const { kysely } = store.db;
    const [order, other] = [await ordered(store), await ordered(store)];
    const rows: readonly (readonly [string, Partial<RefundRow>])[] = [
      [order.id, { state: 'completed', amount_minor: 100, order_minor: 90, settled_at: 5 }],
      [order.id, { state: 'completed', amount_minor: 3, order_minor: 3, settled_at: 6, payment_id: null }],
      [order.id, { state: 'completed', amount_minor: 50, settled_at: 7, cause: 'dispute' }],
      [order.id, { state: 'pending', amount_minor: 20, order_minor: 20 }],
      [order.id, { state: 'pending', amount_minor: 10 }],
      [order.id, { state: 'pending', amount_minor: 4, currency: 'EUR' }],
      [order.id, { state: 'pending', amount_minor: 500, cause: 'dispute' }],
      [order.id, { state: 'failed', amount_minor: 900, settled_at: 9 }],
      // A refund of so few grams that they cost less than half a minor unit.
      [order.id, { state: 'completed', amount_minor: 0, currency: 'KWD', settled_at: 9 }],
      [other.id, { state: 'completed', amount_minor: 7, settled_at: 8 }],
    ];
    const money = { currency: 'INR', amount_minor: 0 };
    for (const [index, { id: order_id }] of [order, other].entries())
      await kysely
        .insertInto('payments')
        .values({
          ...money,
          merchant_id: MERCHANT,
          id: `pay_${index}`,
          order_id,
          provider: 'sandbox',
          reference: `pay_${index}`,
          state: 'captured',
          payment_reference: null,
          redirect_url: null,
          check_at: null,
          created_at: 0,
          updated_at: 0,
        })
        .execute();
    for (const [index, [order_id, refund]] of rows.entries())
      await kysely
        .insertInto('refunds')
        .values({
          merchant_id: MERCHANT,
          id: `rfd_${index}`,
          order_id,
          payment_id: order_id === order.id ? 'pay_0' : 'pay_1',
          cause: 'requested',
          ...money,
          order_minor: 0,
          grams: 0,
          credits: 'none',
          state: 'pending',
          reason: null,
          provider: null,
          provider_reference: null,
          transaction_id: null,
          next_attempt_at: null,
          fault: null,
          created_at: 0,
          settled_at: null,
          ...refund,
        })
        .execute();
    const view = (await findView(store.db, order.payment_token)) ?? assert.fail();
    assert.equal(view.order.id, order.id);
    assert.deepEqual(view.refunds, [
      { money: { currency: 'EUR', amount_minor: 4 }, ofOrder: 0, byMerchant: false, doneAt: undefined },
      { money: { currency: 'INR', amount_minor: 30 }, ofOrder: 20, byMerchant: false, doneAt: undefined },
      { money: { currency: 'INR', amount_minor: 150 }, ofOrder: 90, byMerchant: false, doneAt: 7 },
      { money: { currency: 'INR', amount_minor: 3 }, ofOrder: 3, byMerchant: true, doneAt: 6 },
    ]);
    await store.db.close();
  });

  // SQLite cannot lock a single table.
  if (engine === 'postgres' && !distributed)
    it('shows a refund and the remaining credits consistently if the refund commits during the read', async () => {
      const store = await openStore(await database());
      const { db, context } = store;
      const order = await ordered(store);
      await settleOrder(store, order.id, 'completed');
      const refund = async (tx: Tx): Promise<void> => {
        await sql`lock table allocations in access exclusive mode`.execute(tx);
        const held = (await lockOrder(tx, context, order)) ?? assert.fail();
        const part = { currency: 'INR', amount_minor: 1, order_minor: 1, grams: 400 };
        await recordRefund(tx, context, held, { cause: 'requested', payment: undefined, ...part });
      };
      const view =
        (await runDuringTransaction(db, refund, () => findView(db, order.payment_token))) ?? assert.fail();
      assert.deepEqual([gramsHeld(view), refundedMinor(view)], [600, 1]);
      await db.close();
    });

  it('belongs to the merchant of its order, and does not exist for any other token', async () => {
    const store = await openStore(await database());
    const { db } = store;
    await addMerchant(db, 'merchant-b');
    for (const [accent, id] of [
      ['#aaaaaa', MERCHANT],
      ['#bbbbbb', 'merchant-b'],
    ] as const)
      await db.kysely.updateTable('merchants').set({ accent }).where('id', '=', id).execute();
    const order = await ordered(store, 'merchant-b');
    assert.equal((await findView(db, order.payment_token))?.merchant.id, 'merchant-b');
    assert.deepEqual(await findAccent(db, order.payment_token), { accent: '#bbbbbb' });
    for (const token of ['', order.id, `${order.payment_token}x`, 'x'.repeat(43), '%'.repeat(43), 'a\0']) {
      assert.equal(await findView(db, token), undefined);
      assert.equal(await findAccent(db, token), undefined);
    }
    await db.close();
  });
});
