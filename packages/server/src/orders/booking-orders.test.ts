import assert from 'node:assert/strict';
import { it } from 'node:test';
import { memoryStore } from '../stores/memory.ts';
import type { BareService } from '../testing/bare-service.ts';
import { testMerchant } from '../testing/merchant.ts';
import { ordersOfBooking, recordOrderOfBooking } from './booking-orders.ts';
import { createOrder } from './create-order.ts';

it('stores no booking for a missing reference, such as null or an empty one of a session without a booking', async () => {
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

it('keeps the newest hundred orders of a reference that the merchant uses for all its bookings', async () => {
  const { offset } = testMerchant();
  for (let order = 1; order <= 102; order++) await recordOrderOfBooking(offset, 'website', `ord-${order}`);
  const orders = await ordersOfBooking(offset, 'website');
  assert.deepEqual([orders.length, orders[0], orders.at(-1)], [100, 'ord-3', 'ord-102']);
});

it('lists an order of a booking once, also after several concurrent calls remember it', async () => {
  const { offset } = testMerchant();
  await Promise.all([1, 2, 3].map(() => recordOrderOfBooking(offset, 'EX7K2P', 'ord-1')));
  assert.deepEqual(await ordersOfBooking(offset, 'EX7K2P'), ['ord-1']);
});

it('an order whose create response was lost belongs to the booking of its first request, also if the repeat names none', async () => {
  let lost = false;
  const fetch = async (request: Request, service: BareService): Promise<Response> => {
    const response = await service.fetch(request);
    if (lost || request.method !== 'POST' || !request.url.endsWith('/orders')) return response;
    lost = true;
    throw new TypeError('fetch failed');
  };
  const { offset, tokens } = testMerchant({}, { fetch });
  const [token = ''] = await tokens();
  await assert.rejects(createOrder(offset, { token }, { reference: 'EX7K2P' }));
  const { orderId } = await createOrder(offset, { token });
  assert.deepEqual(await ordersOfBooking(offset, 'EX7K2P'), [orderId]);
});
