import type { PendingEntry } from './record.ts';

const MINUTE = 60_000;

/** Intervals between the checks of an order that stays pending, milliseconds; the last one repeats. */
const INTERVALS = [0.5, 1, 2, 5, 10, 30, 60, 180, 360].map((minutes) => minutes * MINUTE);

/** How long an order that stays pending is checked, milliseconds: 30 days. */
export const GIVE_UP_MS: number = 30 * 24 * 60 * MINUTE;

export function firstCheck(now: number): PendingEntry {
  return { due: now + INTERVALS[0]!, checks: 0 };
}

/** Schedules the next check of an order that is still pending. */
export function nextCheck({ checks }: PendingEntry, now: number): PendingEntry {
  return { due: now + INTERVALS[Math.min(checks + 1, INTERVALS.length - 1)]!, checks: checks + 1 };
}
