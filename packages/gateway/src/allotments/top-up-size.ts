/** A top-up covers what sells in this time, milliseconds. */
const SALES_MS = 10 * 60_000;
/** A time shorter than this does not show how fast a merchant sells, milliseconds. */
const MEASURED_MS = 60_000;
/** The most that all allotments together should have free, as a share of the lot's free grams. */
const IDLE_SHARE = 1 / 4;

/** Facts that the size of a top-up depends on. Grams. */
export interface TopUpFacts {
  /** Free in the lot, allotted to nobody. */
  readonly pooled: number;
  /** Merchants who hold an allotment of the lot, this one included. */
  readonly holders: number;
  /** Free in the allotment. */
  readonly free: number;
  /** The least that must be free; 0 for a top-up ahead of orders. */
  readonly wanted: number;
  /** Drawn since the last top-up. */
  readonly drawn: number;
  /** Time since the last top-up, milliseconds; undefined if there is none to measure from. */
  readonly elapsedMs: number | undefined;
}

/**
 * Calculates the grams to top up an allotment with: at least those missing for an order, and ahead of orders those the
 * merchant sells in ten minutes, as far as the lot has them. However many merchants there are, all they have free ahead
 * of orders is at most a quarter of what the lot had free.
 * @returns 0 if nothing is missing, or the lot has less than what is missing.
 */
export function topUpSize({ pooled, holders, free, wanted, drawn, elapsedMs = 0 }: TopUpFacts): number {
  const missing = Math.max(0, wanted - free);
  if (missing > pooled) return 0;
  const sold = (Math.max(0, drawn) + missing) * (SALES_MS / Math.max(MEASURED_MS, elapsedMs));
  const share = (pooled * IDLE_SHARE) / Math.max(1, holders);
  const ahead = Math.floor(Math.min(sold, share)) - free;
  return Math.max(missing, ahead);
}
