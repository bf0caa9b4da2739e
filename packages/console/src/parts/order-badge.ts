import type { Content } from '../http/html.ts';
import type { OrderSummary } from '../service/order.ts';
import { badge } from './badge.ts';

type Stated = Pick<OrderSummary, 'status' | 'amount' | 'refundedMinor' | 'refundPendingMinor'>;

/** The state of an order, refunds included. */
export function orderBadge({ status, amount, refundedMinor, refundPendingMinor }: Stated): Content {
  if (status === 'pending') return badge('Pending', 'wait');
  if (status === 'failed') return badge('Failed', 'bad');
  if (refundPendingMinor > 0) return badge('Refund pending', 'wait');
  if (refundedMinor === 0) return badge('Completed', 'done');
  return refundedMinor >= amount.amount_minor
    ? badge('Refunded', 'plain')
    : badge('Partly refunded', 'plain');
}
