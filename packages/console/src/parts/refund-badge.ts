import type { Content } from '../http/html.ts';
import type { OrderRefund } from '../service/order.ts';
import { badge } from './badge.ts';

const STATES = {
  pending: () => badge('Pending', 'wait'),
  completed: () => badge('Completed', 'done'),
  failed: () => badge('Failed', 'bad'),
} as const;

/** States of a dispute: one that returns no money is won. */
const DISPUTES = {
  pending: () => badge('Open', 'wait'),
  completed: () => badge('Lost', 'bad'),
  failed: () => badge('Won', 'done'),
} as const;

/** The state of a refund, or of a dispute. */
export function refundBadge({ state, cause }: OrderRefund): Content {
  return (cause === 'dispute' ? DISPUTES : STATES)[state]();
}
