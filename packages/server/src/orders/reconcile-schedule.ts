import type { PendingEntry } from './record.ts';

const MINUTE = 60_000;

/** Waits between the checks of an order that stays open, milliseconds; the last one repeats. */
const WAITS = [0.5, 1, 2, 5, 10, 30, 60, 180, 360].map((minutes) => minutes * MINUTE);

/** How long an order that stays open is asked about, milliseconds: 30 days. */
export const GIVE_UP_MS: number = 30 * 24 * 60 * MINUTE;

/** When a new order is first asked about. */
export function firstCheck(now: number): PendingEntry {
  return { due: now + WAITS[0]!, checks: 0 };
}

/** When an order that was still open is asked about again. */
export function nextCheck({ checks }: PendingEntry, now: number): PendingEntry {
  return { due: now + WAITS[Math.min(checks + 1, WAITS.length - 1)]!, checks: checks + 1 };
}
