/** A top-up is for what is sold in this time, milliseconds. */
const SALES_MS = 10 * 60_000;
/** Over less than this time nobody can tell how fast a merchant sells, milliseconds. */
const MEASURED_MS = 60_000;
/** The part of a lot's free grams that all allotments together shall have free. */
const IDLE_SHARE = 1 / 4;

/** What the size of a top-up follows. Grams. */
export interface TopUpFacts {
  /** Free in the lot, allotted to nobody. */
  readonly pooled: number;
  /** Merchants who hold an allotment of the lot, this one included. */
  readonly holders: number;
  /** Free in the allotment. */
  readonly free: number;
  /** What shall be free at least; 0 for a top-up ahead of orders. */
  readonly wanted: number;
  /** Drawn since the last top-up. */
  readonly drawn: number;
  /** Time since the last top-up, milliseconds; undefined where there is none to measure from. */
  readonly elapsedMs: number | undefined;
}

/**
 * Grams that a merchant's allotment is topped up by: at least what is missing for an order, and ahead of orders what it
 * sells in ten minutes, so far as the lot has it. What merchants have free ahead of orders is at most a quarter
 * of what the lot had free, however many they are.
 * @returns 0 where nothing is missing, or the lot has less than that.
 */
export function topUpSize({ pooled, holders, free, wanted, drawn, elapsedMs = 0 }: TopUpFacts): number {
  const missing = Math.max(0, wanted - free);
  if (missing > pooled) return 0;
  const sold = (Math.max(0, drawn) + missing) * (SALES_MS / Math.max(MEASURED_MS, elapsedMs));
  const share = (pooled * IDLE_SHARE) / Math.max(1, holders);
  const ahead = Math.floor(Math.min(sold, share)) - free;
  return Math.max(missing, ahead);
}
