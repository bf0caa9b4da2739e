import type { Content } from '../http/html.ts';
import type { OrderPayment } from '../service/order.ts';
import { badge } from './badge.ts';

const BADGES = {
  opening: () => badge('Opening', 'wait'),
  started: () => badge('Started', 'wait'),
  captured: () => badge('Captured', 'done'),
  failed: () => badge('Failed', 'bad'),
} as const;

/** The state of a payment. */
export function paymentBadge(state: OrderPayment['state']): Content {
  return BADGES[state]();
}
