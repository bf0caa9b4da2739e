import { isDay } from '@flight-offset/core';
import type { Actor } from '../audit/actor.ts';
import type { Database } from '../store/engine.ts';
import { DAY_MS } from '../time-span.ts';
import { type Redelivered, redeliverFailed } from './redeliver.ts';

/** Maximum number of days in a range. */
const MAX_DAYS = 366;

/** The days are not a valid range. The message explains why. */
export class InvalidDaysError extends Error {
  override readonly name = 'InvalidDaysError';
  readonly code = 'invalid_days';
}

/**
 * Selects failed webhooks of a merchant by the days on which they were created, such as `2026-11-22`: UTC, first and
 * last day included.
 */
export interface FailedOnDays {
  readonly merchantId: string;
  readonly from: string;
  readonly to: string;
  /** Maximum number to send again, the oldest first. */
  readonly limit: number;
  /** Continues after {@link Redelivered.next} of the previous call. */
  readonly after?: number | undefined;
}

function startOf(day: string): number {
  if (!isDay(day)) throw new InvalidDaysError('Choose the first and the last day, such as 2026-11-22.');
  return Date.parse(day);
}

/**
 * Sends webhooks again that failed every attempt, or wait for a further one.
 * @param by who requests it, for the audit log.
 * @throws InvalidDaysError for an unreadable day, a range that ends before it begins, or one of more than 366 days.
 */
export async function redeliverFailedOnDays(
  db: Database,
  { merchantId, from, to, limit, after }: FailedOnDays,
  now: number,
  by: Actor,
): Promise<Redelivered> {
  const span = { from: startOf(from), until: startOf(to) + DAY_MS };
  if (span.until <= span.from)
    throw new InvalidDaysError('The last day must not be earlier than the first one.');
  if (span.until - span.from > MAX_DAYS * DAY_MS)
    throw new InvalidDaysError(`Choose at most ${MAX_DAYS} days.`);
  return redeliverFailed(db, { merchantId, ...span, limit, after }, now, by);
}
