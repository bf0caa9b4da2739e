import { DAY_MS } from '../time-span.ts';

const MINUTE = 60_000;
const FIRST_MS = 5 * MINUTE;
/** The longest time between two checks of a payment, milliseconds. */
export const MAX_WAIT_MS: number = 6 * 60 * MINUTE;

/** How long to wait before a payment is checked (again). @param checked how often it has been checked. */
export function nextCheckMs(checked: number): number {
  return Math.min(FIRST_MS * 2 ** Math.min(checked, 16), MAX_WAIT_MS);
}

const FIRST_REFUND_MS = MINUTE / 2;

/** How long to wait before a refund is sent again. @param failed how often the provider has not accepted it. */
export function nextRefundMs(failed: number): number {
  return Math.min(FIRST_REFUND_MS * 2 ** Math.min(failed, 16), MAX_WAIT_MS);
}

/** How long to wait before a dispute, or a refund that the provider accepted, is checked. */
export function nextRefundCheckMs(checked: number): number {
  return Math.min(60 * MINUTE * 2 ** Math.min(checked, 16), DAY_MS);
}
