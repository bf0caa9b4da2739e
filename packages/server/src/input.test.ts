import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cancelForBooking } from './bookings/cancel-for-booking.ts';
import { confirmWithBooking } from './bookings/confirm-with-booking.ts';
import type { CheckoutError } from './checkout-error.ts';
import { contributeLaterLink } from './later/link.ts';
import { readListQuery } from './orders/back-office.ts';
import { createOrder } from './orders/create-order.ts';
import { quote } from './quote/quote.ts';
import { testMerchant, ZRH_SFO } from './testing/merchant.ts';

test('refuses text that no service can store before any call, and names its field', async () => {
  const { offset, service, tokens } = testMerchant();
  const token = (await tokens())[0]!;
  const reference = 'EX7K2P';
  const flights = [ZRH_SFO];
  const later = {
    handlerUrl: 'https://air.example/offset',
    expiresAt: new Date(offset.now() + 1000),
    flights,
  };
  const half = '\ud83d';
  const calls: [field: string, call: () => unknown][] = [
    ['user.name', () => createOrder(offset, { token, user: { name: half } })],
    ['user.tax_id', () => createOrder(offset, { token, user: { tax_id: 'a\0b' } })],
    ['metadata.a', () => quote(offset, { flights, metadata: { a: half } })],
    ['metadata', () => quote(offset, { flights, metadata: { [half]: 'a' } })],
    ['reference', () => confirmWithBooking(offset, { token, reference: half })],
    ['user.name', () => confirmWithBooking(offset, { token, reference, user: { name: '\0' } })],
    ['reason', () => cancelForBooking(offset, { reference, reason: '\0' })],
    ['reference', () => contributeLaterLink(offset, { ...later, reference: half })],
    ['email', () => readListQuery(new URLSearchParams({ email: 'a\0' }))],
  ];
  for (const [field, call] of calls) {
    await assert.rejects(
      async () => call(),
      (error: CheckoutError) => {
        assert.deepEqual([error.code, error.field], ['bad_request', field]);
        return true;
      },
    );
  }
  assert.deepEqual(service.orders, []);
  assert.ok((await createOrder(offset, { token, user: { name: 'Zoë 😀' } })).orderId);
});
