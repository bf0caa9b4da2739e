import assert from 'node:assert/strict';
import { it } from 'node:test';
import { grams, minorUnits, priceOf } from '@flight-offset/core';
import fc from 'fast-check';
import { inRupees } from '../orders/in-rupees.ts';
import type { OrderRow, RefundRow } from '../store/schema.ts';
import { gramsOfPart, leftOf, missingShare, moneyLeftOf, priceOfPart } from './left-to-refund.ts';

it('parts of an order add up to its money, rupees and grams, in steps the provider can return', () => {
  const mass = fc.oneof(fc.integer({ min: 1, max: 1e7 }), fc.integer({ min: 1, max: 1e12 }));
  const perTonne = fc.integer({ min: 1, max: 1_000_000 });
  const shares = fc.array(fc.integer({ min: 0, max: 1000 }), { maxLength: 8 });
  const step = fc.constantFrom(1, 10, 100);
  fc.assert(
    fc.property(
      fc.tuple(mass, perTonne, step, shares, fc.nat(1e9)),
      ([all, price, each, parts, inr_minor]) => {
        const amount = priceOf(grams(all), minorUnits(price), each);
        const order = { amount_minor: amount, inr_minor, grams: all } as unknown as OrderRow;
        const refunds: RefundRow[] = [];
        let rupees = 0;
        for (const share of [...parts, 1000]) {
          const left = leftOf(order, refunds);
          const part = Math.floor((left.grams * share) / 1000);
          const order_minor = priceOfPart(left, part, each);
          assert.ok(order_minor >= 0 && order_minor <= left.minor && order_minor % each === 0);
          const back = gramsOfPart(left, order_minor);
          assert.ok(back >= 0 && back <= left.grams);
          rupees += inRupees(order, amount - left.minor + order_minor) - inRupees(order, amount - left.minor);
          refunds.push({ state: 'completed', order_minor, grams: part } as unknown as RefundRow);
        }
        assert.deepEqual(leftOf(order, refunds), { minor: 0, grams: 0 });
        assert.equal(rupees, inr_minor);
      },
    ),
    { numRuns: 20_000 },
  );
});

it('the money left of a payment is reduced by its own refunds, except failed ones', () => {
  const payment = { id: 'pay_1', received_currency: 'EUR', received_minor: 1500, kept_minor: 1000 };
  const refund = (amount_minor: number, order_minor: number, rest: Partial<RefundRow> = {}): RefundRow =>
    ({
      payment_id: 'pay_1',
      state: 'completed',
      currency: 'EUR',
      amount_minor,
      order_minor,
      ...rest,
    }) as RefundRow;
  const others = [refund(900, 0, { payment_id: 'pay_2' }), refund(900, 0, { state: 'failed' })];
  const [surplus, part] = [refund(200, 0, { state: 'pending' }), refund(300, 300)];
  assert.deepEqual(moneyLeftOf(payment, [...others, surplus, part]), { total: 1000, unkept: 300 });
  assert.equal(missingShare(payment, [...others, surplus, part]), 0);
  const [atProvider, half] = [refund(1000, 0), refund(200, 100)];
  assert.deepEqual(moneyLeftOf(payment, [...others, surplus, atProvider, half]), { total: 100, unkept: 0 });
  assert.equal(missingShare(payment, [...others, surplus, atProvider, half]), 800);
  const disputed = refund(1, 0, { state: 'pending', currency: 'USD' });
  assert.deepEqual(moneyLeftOf(payment, [part, disputed]), { total: 0, unkept: 0 });
  assert.equal(missingShare(payment, [...others, surplus, atProvider, half, disputed]), 800);
});
