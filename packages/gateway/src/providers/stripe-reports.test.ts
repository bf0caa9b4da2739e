import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { disputeReport, refundReport, reportOfStripeEvent, sessionReport } from './stripe-reports.ts';

const session = { id: 'cs_1', payment_status: 'unpaid' };

describe('reports from Stripe', () => {
  const failed = (status: string) => ({ status: 'complete', payment_intent: { id: 'pi_1', status } });
  const cases: readonly (readonly [change: object, state: string])[] = [
    [{ status: 'open' }, 'open'],
    [{ status: 'expired' }, 'closed'],
    [{ status: 'complete' }, 'processing'],
    [{ status: 'complete', payment_intent: 'pi_1' }, 'processing'],
    [failed('processing'), 'processing'],
    [failed('canceled'), 'closed'],
    [failed('requires_payment_method'), 'closed'],
    [{ ...failed('requires_payment_method'), payment_status: 'paid' }, 'paid'],
    // A card was declined, but the page accepts another.
    [{ ...failed('requires_payment_method'), status: 'open' }, 'open'],
    [{ status: 'expired', payment_status: 'paid' }, 'paid'],
  ];
  for (const [change, state] of cases)
    it(`${JSON.stringify(change)}: ${state}`, () =>
      assert.equal(sessionReport({ ...session, ...change }).state, state));

  it('an event of failure closes a session, unless it is paid', () => {
    for (const type of ['checkout.session.expired', 'checkout.session.async_payment_failed'])
      for (const [payment_status, state] of [
        ['unpaid', 'closed'],
        ['paid', 'paid'],
      ]) {
        const report = reportOfStripeEvent(type, { ...session, status: 'open', payment_status });
        assert.equal(report?.kind === 'payment' && report.state, state);
      }
    assert.equal(reportOfStripeEvent('constructor', session), undefined);
  });

  it('a session states its order, its payment and the money received', () => {
    const metadata = { payment_id: 'pay_1' };
    const money = { payment_intent: 'pi_1', amount_total: 5, currency: 'inr' };
    const report = sessionReport({ ...session, ...money, client_reference_id: 'ord_1', metadata });
    assert.deepEqual([report.orderId, report.paymentId, report.paymentReference], ['ord_1', 'pay_1', 'pi_1']);
    assert.deepEqual(report.received, { currency: 'INR', amount_minor: 5 });
  });
});

it('a refund is completed without a status, and pending with an unfinished one', () => {
  const refund = { id: 're_1', payment_intent: 'pi_1', amount: 1, currency: 'inr' };
  const states = ['succeeded', 'failed', 'canceled', 'pending', 'requires_action', undefined].map(
    (status) => refundReport({ ...refund, status })?.state,
  );
  assert.deepEqual(states, ['completed', 'failed', 'failed', 'pending', 'pending', 'completed']);
  const failed = { ...refund, status: 'failed', failure_reason: 'lost_or_stolen_card' };
  assert.equal(refundReport(failed)?.fault, 'lost_or_stolen_card');
  const faults = ['insufficient_funds', 'charge_pending'].map(
    (pending_reason) => refundReport({ ...refund, status: 'pending', pending_reason })?.fault,
  );
  assert.deepEqual(faults, ['insufficient_funds', undefined], 'held for want of money, or on its way');
});

it('refunds and disputes without a Payment Intent are ignored', () => {
  const one = { id: 're_1', payment_intent: null, amount: 1, currency: 'inr', status: 'succeeded' };
  assert.equal(refundReport(one), undefined);
  assert.equal(disputeReport(one), undefined);
  assert.equal(reportOfStripeEvent('charge.refunded', one), undefined);
});

it('a Payment Intent may be an object, and a dispute has its reason', () => {
  const one = { id: 'dp_1', payment_intent: { id: 'pi_1' }, amount: 1, currency: 'inr', status: 'lost' };
  const { paymentReference, reason } = disputeReport({ ...one, reason: 'fraudulent' }) ?? {};
  assert.deepEqual([paymentReference, reason], ['pi_1', 'fraudulent']);
});

it('a dispute took money only if it is lost, not if it is won, prevented or a warning', () => {
  const dispute = { id: 'dp_1', payment_intent: 'pi_1', amount: 1, currency: 'inr' };
  for (const [status, state] of [
    ['warning_needs_response', 'pending'],
    ['warning_under_review', 'pending'],
    ['warning_closed', 'failed'],
    ['needs_response', 'pending'],
    ['under_review', 'pending'],
    ['won', 'failed'],
    ['lost', 'completed'],
    ['prevented', 'failed'],
    ['of a later API', 'pending'],
  ])
    assert.equal(disputeReport({ ...dispute, status })?.state, state, status);
});
