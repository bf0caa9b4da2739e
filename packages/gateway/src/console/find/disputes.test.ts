import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createOrder } from '../../orders/create.ts';
import { onBothEngines } from '../../testing/engines.ts';
import { MERCHANT, openStore, settleOrder } from '../../testing/store.ts';
import { showOrderDetail } from '../show-order.ts';
import { findOrders } from './orders.ts';

onBothEngines('disputes in the list of orders', ({ database }) => {
  it("are those over the order's own money, open before lost, as on the page of the order", async () => {
    const store = await openStore(await database());
    const { db, context } = store;
    const of = async (
      ...refunds: readonly {
        readonly cause?: 'dispute' | 'requested';
        readonly state: 'pending' | 'completed' | 'failed';
        readonly order_minor?: number;
      }[]
    ): Promise<string | undefined> => {
      const input = { emission_amount: 1, emission_unit: 'kgCO2' as const };
      const { order_id } = JSON.parse((await createOrder(context, MERCHANT, input)).body);
      await settleOrder(store, order_id, 'completed');
      for (const [index, refund] of refunds.entries())
        await db.kysely
          .insertInto('refunds')
          .values({
            merchant_id: MERCHANT,
            order_id,
            payment_id: null,
            cause: 'dispute',
            order_minor: 1,
            ...refund,
            id: `rfd_${index}_${order_id}`,
            currency: 'INR',
            amount_minor: 1,
            grams: 0,
            credits: 'none',
            created_at: 0,
          })
          .execute();
      const set = { refunded_minor: 1, refund_pending_minor: 1 };
      await db.kysely.updateTable('orders').set(set).where('id', '=', order_id).execute();
      const list = { merchantId: MERCHANT, filter: { search: order_id }, cursor: undefined };
      const { rows } = await findOrders(db, context.now(), list);
      const shown = rows[0]?.dispute;
      assert.equal((await showOrderDetail(context, MERCHANT, order_id))?.dispute, shown);
      return shown;
    };
    assert.equal(await of({ state: 'pending' }), 'open');
    assert.equal(await of({ state: 'completed' }, { state: 'pending' }), 'open');
    assert.equal(await of({ state: 'completed' }, { state: 'failed' }), 'lost');
    assert.equal(await of({ state: 'failed' }), undefined);
    assert.equal(await of({ cause: 'requested', state: 'pending' }), undefined);
    assert.equal(await of({ state: 'pending', order_minor: 0 }), undefined);
    await db.close();
  });
});
