const MINUTE = 60_000;
const FIRST_MS = 5 * MINUTE;
const MAX_WAIT_MS = 6 * 60 * MINUTE;

/** How long to wait before a provider is asked (again) what became of a payment. @param asked how often it was. */
export function nextCheckMs(asked: number): number {
  return Math.min(FIRST_MS * 2 ** Math.min(asked, 16), MAX_WAIT_MS);
}

const FIRST_REFUND_MS = MINUTE / 2;

/** How long to wait before a refund is asked for again. @param failed how often it was not taken. */
export function nextRefundMs(failed: number): number {
  return Math.min(FIRST_REFUND_MS * 2 ** Math.min(failed, 16), MAX_WAIT_MS);
}

const DAY_MS = 24 * 60 * MINUTE;

/** How long to wait before a provider is asked about a refund it took, or a dispute. */
export function nextRefundCheckMs(asked: number): number {
  return Math.min(60 * MINUTE * 2 ** Math.min(asked, 16), DAY_MS);
}
