import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { MerchantVisit } from '../../http/route.ts';
import { orderBadge } from '../../parts/order-badge.ts';
import type { OrderDetail, OrderRefund } from '../../service/order.ts';
import { refundsTable } from '../money/refunds.ts';
import { timeline } from './timeline.ts';

it('a dispute is shown as open, lost or won, not as a refund that failed', async () => {
  const amount = { currency: 'EUR', amount_minor: 744 };
  const unset = { reference: undefined, paidReference: undefined, reason: undefined, fault: undefined };
  const refund = { ...unset, id: 'rfd_1', orderId: 'ord_1', amount, grams: 1000, createdAt: 1 };
  const visit = { merchant: { id: 'air' } } as MerchantVisit;
  const shown = async (
    cause: OrderRefund['cause'],
    state: OrderRefund['state'],
    fault?: string,
  ): Promise<string> => {
    const refunds = [{ ...refund, cause, state, fault, settledAt: state === 'pending' ? undefined : 2 }];
    const order = { createdAt: 1, amount, grams: 1000, payments: [], allocations: [], webhooks: [], refunds };
    return `${await refundsTable(visit, refunds)} ${await timeline(order as unknown as OrderDetail)}`;
  };
  for (const [state, badge, title] of [
    ['pending', 'Open', 'Dispute of €7.44 opened'],
    ['completed', 'Lost', 'Dispute lost'],
    ['failed', 'Won', 'Dispute won'],
  ] as const) {
    const page = await shown('dispute', state);
    for (const text of [`>${badge}<`, title]) assert.ok(page.includes(text), page);
    assert.doesNotMatch(page, /Refund (?:completed|failed)/);
  }
  assert.match(await shown('requested', 'failed'), />Failed<.*>Requested<.*Refund failed/s);
  assert.match(await shown('requested', 'failed', 'lost_card'), /Refund failed.*€7\.44, lost_card/s);
  assert.match(await shown('provider', 'completed'), />Completed<.*Refund completed/s);
});

it('the list of orders shows a dispute as open or lost, and other refunds as pending or refunded', async () => {
  const order = { status: 'completed', amount: { currency: 'EUR', amount_minor: 744 } } as const;
  const shown = async (refundedMinor: number, refundPendingMinor: number, dispute?: 'open' | 'lost') =>
    /<span[^>]*>([^<]+)</.exec(
      String(await orderBadge({ ...order, refundedMinor, refundPendingMinor, dispute })),
    )?.[1];
  assert.equal(await shown(0, 744, 'open'), 'Dispute open');
  assert.equal(await shown(744, 0, 'lost'), 'Dispute lost');
  assert.equal(await shown(0, 744), 'Refund pending');
  assert.equal(await shown(744, 0), 'Refunded');
  assert.equal(await shown(0, 0), 'Completed');
});
