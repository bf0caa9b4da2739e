import type { Content } from '../http/html.ts';
import type { OrderSummary } from '../service/order.ts';
import { badge } from './badge.ts';

type Stated = Pick<OrderSummary, 'status' | 'amount' | 'refundedMinor' | 'refundPendingMinor' | 'dispute'>;

/** The state of an order, refunds and disputes included. */
export function orderBadge({ status, amount, refundedMinor, refundPendingMinor, dispute }: Stated): Content {
  if (status === 'pending') return badge('Pending', 'wait');
  if (status === 'failed') return badge('Failed', 'bad');
  // Before a refund under way: the bank sets a time for a response.
  if (dispute === 'open') return badge('Dispute open', 'wait');
  if (refundPendingMinor > 0) return badge('Refund pending', 'wait');
  if (refundedMinor === 0) return badge('Completed', 'done');
  if (dispute === 'lost') return badge('Dispute lost', 'bad');
  return refundedMinor >= amount.amount_minor
    ? badge('Refunded', 'plain')
    : badge('Partly refunded', 'plain');
}
