import assert from 'node:assert/strict';
import { it } from 'node:test';
import { memoryStore } from '../stores/memory.ts';
import { testMerchant } from '../testing/merchant.ts';
import { ordersOfBooking, rememberBooking } from './booking-orders.ts';
import { createOrder } from './create-order.ts';

it('nothing belongs to what is no reference: a session without a booking has null or an empty one', async () => {
  const store = memoryStore();
  const written: string[] = [];
  const set: typeof store.set = (key, ...rest) => {
    written.push(key);
    return store.set(key, ...rest);
  };
  const shop = testMerchant({ store: { ...store, set } });
  for (const reference of [null, '', undefined] as (string | undefined)[]) {
    const [token = ''] = await shop.tokens();
    await createOrder(shop.offset, { token }, { reference });
  }
  assert.equal(written.filter((key) => key.startsWith('pending:')).length, 3);
  assert.deepEqual(
    written.filter((key) => key.startsWith('booking:')),
    [],
  );
});

it('of one reference for all that a merchant has, the newest hundred orders are its booking’s', async () => {
  const { offset } = testMerchant();
  for (let order = 1; order <= 102; order++) await rememberBooking(offset, 'website', `ord-${order}`);
  const orders = await ordersOfBooking(offset, 'website');
  assert.deepEqual([orders.length, orders[0], orders.at(-1)], [100, 'ord-3', 'ord-102']);
});
