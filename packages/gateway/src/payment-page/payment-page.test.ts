import assert from 'node:assert/strict';
import { it } from 'node:test';
import { TEXTS } from '../pages/messages/texts.ts';
import type { OrderView, RefundTotal } from '../pages/order-view.ts';
import { paymentTitle } from './payment-page.ts';

const { completed, completedFree, refundingTitle, refundedTitle } = TEXTS.en;

/** The heading of a paid order of 100 INR of which that much was refunded, or is being refunded. Its credits are still there. */
function titleOf(refunded_minor: number, refund_pending_minor: number): string {
  const total = (amount_minor: number, doneAt?: number): RefundTotal[] =>
    amount_minor > 0
      ? [{ money: { currency: 'INR', amount_minor }, ofOrder: amount_minor, byMerchant: false, doneAt }]
      : [];
  const view = {
    order: { status: 'completed', grams: 1000, amount_minor: 10_000 },
    credits: [{ grams: 1000 }],
    refunds: [...total(refund_pending_minor), ...total(refunded_minor, 1)],
  };
  return paymentTitle(view as unknown as OrderView, { language: 'en', tag: 'en' }, false);
}

it('a payment that goes back whole is thanked for by no heading, from the request of its refund on', () => {
  assert.equal(titleOf(0, 0), completed);
  assert.equal(titleOf(0, 4000), completed);
  assert.equal(titleOf(4000, 5999), completed);
  assert.equal(titleOf(0, 10_000), refundingTitle);
  assert.equal(titleOf(4000, 6000), refundingTitle);
  assert.equal(titleOf(10_000, 0), refundedTitle);
});

it('an order that cost nothing is complete, and no payment is thanked for: it has no credits to return where it is of 0 kg', () => {
  for (const grams of [0, 1000]) {
    const order = { status: 'completed', grams, amount_minor: 0 };
    const view = { order, credits: [{ grams }], refunds: [] } as unknown as OrderView;
    assert.equal(paymentTitle(view, { language: 'en', tag: 'en' }, false), completedFree);
  }
});
