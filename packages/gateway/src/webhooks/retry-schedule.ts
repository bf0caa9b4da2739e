/** Seconds between attempts, according to Standard Webhooks 1.0: the first entry follows the first attempt. */
export const RETRY_SECONDS: readonly number[] = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];

/** Fraction by which a wait varies either way, so that deliveries do not all return at once. */
const JITTER = 0.2;

/** Maximum factor by which a receiver's Retry-After may lengthen a wait. */
const MOST_RETRY_AFTER = 2;

/** Longest time between two attempts of a webhook, milliseconds. */
export const LONGEST_WAIT_MS: number = MOST_RETRY_AFTER * Math.max(...RETRY_SECONDS) * 1000;

/**
 * Returns the wait after a failed attempt, milliseconds; undefined after the last.
 * @param attempts number of attempts so far.
 * @param retryAfterMs the receiver's Retry-After: honoured up to twice the wait of the schedule.
 */
export function nextWaitMs(
  attempts: number,
  retryAfterMs: number | undefined,
  random: () => number = Math.random,
): number | undefined {
  const seconds = RETRY_SECONDS[attempts - 1];
  if (seconds === undefined) return undefined;
  const base = seconds * 1000;
  if (retryAfterMs !== undefined)
    return Math.round(Math.min(Math.max(retryAfterMs, base), MOST_RETRY_AFTER * base));
  return Math.round(base * (1 + JITTER * (2 * random() - 1)));
}
