import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { disputeReport, linkReport, refundReport, reportOfRazorpayEvent } from './razorpay-reports.ts';

const paid = (status: string) => [{ payment_id: 'pay_1', amount: 100, status }];

describe('reports from Razorpay', () => {
  const cases: readonly (readonly [link: object, state: string, money?: string])[] = [
    [{ status: 'created' }, 'open'],
    [{ status: 'partially_paid' }, 'open'],
    [{ status: 'expired' }, 'closed'],
    [{ status: 'cancelled' }, 'closed'],
    [{ status: 'paid' }, 'paid'],
    [{ status: 'of a later API' }, 'open'],
    [{}, 'open'],
    [{ status: 'created', payments: paid('failed') }, 'open'],
    [{ status: 'created', payments: paid('authorized') }, 'processing'],
    [{ status: 'expired', payments: paid('authorized') }, 'processing'],
    [{ status: 'expired', payments: paid('captured') }, 'paid', 'pay_1'],
    [{ status: 'paid', payments: paid('authorized') }, 'paid'],
    [{ status: 'paid', payments: paid('refunded') }, 'paid', 'pay_1'],
    // Razorpay itself refunded money that came too late to pay the link.
    [{ status: 'expired', payments: paid('refunded') }, 'closed'],
  ];
  for (const [link, state, money] of cases)
    it(`${JSON.stringify(link)}: ${state}`, () => {
      const report = linkReport({ id: 'plink_1', ...link });
      assert.deepEqual([report.state, report.paymentReference], [state, money]);
    });

  it('an event states the state, whatever the status of the link in it', () => {
    const entity = { id: 'plink_1', status: 'created' };
    for (const [event, state] of [
      ['paid', 'paid'],
      ['cancelled', 'closed'],
      ['expired', 'closed'],
    ] as const) {
      const report = reportOfRazorpayEvent(`payment_link.${event}`, { payment_link: { entity } });
      assert.equal(report?.kind === 'payment' && report.state, state);
    }
    assert.equal(reportOfRazorpayEvent('payment_link.partially_paid', {}), undefined);
    assert.equal(reportOfRazorpayEvent('constructor', {}), undefined);
  });
});

it('money is that of the payment in the event, with the order and payment of the link', () => {
  const link = { id: 'plink_1', currency: 'INR', reference_id: 'pay_ours', notes: { order_id: 'ord_1' } };
  const money = { id: 'pay_2', amount: 7, currency: 'USD' };
  const { state: _, ...report } = linkReport({ ...link, payments: paid('captured') }, money);
  assert.deepEqual(report, {
    kind: 'payment',
    reference: 'plink_1',
    paymentId: 'pay_ours',
    orderId: 'ord_1',
    paymentReference: 'pay_2',
    received: { currency: 'USD', amount_minor: 7 },
  });
  // Links that others created on the same account.
  for (const notes of [[], null, { order_id: 7 }])
    assert.equal(linkReport({ ...link, notes }).orderId, undefined);
});

it('a refund is completed once processed, and pending while its status is unknown', () => {
  const states = ['processed', 'failed', 'pending', 'of a later API', undefined].map((status) => {
    const refund = { id: 'rfnd_1', payment_id: 'pay_1', amount: 1, currency: 'INR', status };
    return refundReport(refund).state;
  });
  assert.deepEqual(states, ['completed', 'failed', 'pending', 'pending', 'pending']);
});

it('a dispute took money if it is lost, or closed with a deduction', () => {
  const cases = [
    ['open', undefined, 'pending'],
    ['under_review', undefined, 'pending'],
    // Money that is deducted when the dispute begins, and returned if it is won.
    ['under_review', 1, 'pending'],
    ['won', undefined, 'failed'],
    ['won', 1, 'failed'],
    ['lost', undefined, 'completed'],
    ['closed', undefined, 'failed'],
    ['closed', 0, 'failed'],
    ['closed', 1, 'completed'],
    ['of a later API', undefined, 'pending'],
  ] as const;
  for (const [status, amount_deducted, state] of cases) {
    const dispute = {
      id: 'disp_1',
      payment_id: 'pay_1',
      amount: 1,
      currency: 'INR',
      status,
      amount_deducted,
    };
    assert.equal(disputeReport(dispute).state, state, `${status}, ${amount_deducted} deducted`);
  }
});

it('a dispute takes the deducted amount if that is less than it claimed', () => {
  const dispute = { id: 'disp_1', payment_id: 'pay_1', amount: 9, currency: 'INR' };
  const taken = [
    { status: 'open', amount_deducted: 0 },
    { status: 'open', amount_deducted: 4 },
    { status: 'lost', amount_deducted: 4 },
    { status: 'lost', amount_deducted: 0 },
    { status: 'closed', amount_deducted: 4 },
    { status: 'won', amount_deducted: 0 },
  ].map((one) => disputeReport({ ...dispute, ...one }).amount.amount_minor);
  assert.deepEqual(taken, [9, 9, 4, 9, 4, 9]);
});

it('a refund has our identifier, and a dispute its reason', () => {
  const money = { id: 'one_1', payment_id: 'pay_1', amount: 1, currency: 'INR', status: 'open' };
  assert.equal(refundReport({ ...money, receipt: 'rfd_1' }).refundId, 'rfd_1');
  assert.equal(disputeReport({ ...money, reason_code: 'fraud' }).reason, 'fraud');
});
