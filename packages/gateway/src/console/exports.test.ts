import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { it } from 'node:test';
import { changeMerchant } from '../merchants/change.ts';
import { createOrder } from '../orders/create.ts';
import { confirmOrder } from '../settlement/confirm.ts';
import { MERCHANT, openStore } from '../testing/store.ts';
import { exportOrders } from './export-orders.ts';
import { moneyOf } from './money.ts';

it('an export stops reading once its caller has left', async () => {
  const { db, context } = await openStore('sqlite::memory:');
  await changeMerchant(db, MERCHANT, {
    settings: { settlement: 'merchant' },
    limits: [{ currency: 'INR', limit_minor: 1_000_000 }],
  });
  const wanted = { emission_amount: 1, emission_unit: 'kgCO2' } as const;
  const { body } = await createOrder(context, MERCHANT, wanted);
  await confirmOrder(context, { merchantId: MERCHANT, orderId: JSON.parse(body).order_id });
  const exportsOf = {
    orders: (signal: AbortSignal) => exportOrders(db, MERCHANT, {}, signal),
    statement: async (signal: AbortSignal) =>
      (await moneyOf(context).exportStatement(MERCHANT, 'open_INR', signal))!.csv,
  };
  for (const [name, start] of Object.entries(exportsOf)) {
    const { signal } = new AbortController();
    assert.match(await text(await start(signal)), /INR/, name);
    const left = async () => text(await start(AbortSignal.abort()));
    await assert.rejects(left(), { name: 'AbortError' }, name);
  }
  await db.close();
});
