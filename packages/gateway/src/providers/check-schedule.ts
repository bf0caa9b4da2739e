import { DAY_MS } from '../time-span.ts';

const MINUTE = 60_000;
const FIRST_MS = 5 * MINUTE;
/** Longest time between two checks of a payment, milliseconds. */
export const MAX_WAIT_MS: number = 6 * 60 * MINUTE;

/** Returns the wait before the next check of a payment, milliseconds. @param checked number of earlier checks. */
export function nextCheckMs(checked: number): number {
  return Math.min(FIRST_MS * 2 ** Math.min(checked, 16), MAX_WAIT_MS);
}

const FIRST_REFUND_MS = MINUTE / 2;

/** Returns the wait before a refund is sent again, milliseconds. @param failed number of failed attempts. */
export function nextRefundMs(failed: number): number {
  return Math.min(FIRST_REFUND_MS * 2 ** Math.min(failed, 16), MAX_WAIT_MS);
}

/** Returns the wait before the next check of a dispute, or of an accepted refund, milliseconds. */
export function nextRefundCheckMs(checked: number): number {
  return Math.min(60 * MINUTE * 2 ** Math.min(checked, 16), DAY_MS);
}
