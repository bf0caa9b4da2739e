import { type Kysely, sql } from 'kysely';
import type { Schema } from '../store/schema.ts';
import type { Delivery } from './claim.ts';
import { merchantOf } from './lanes.ts';
import { isOldestOpen } from './oldest-open.ts';

/** Undelivered webhooks of one lane. */
export interface WaitingLane {
  readonly lane: string;
  readonly count: number;
  /** Time of their earliest attempt, milliseconds since 1970. */
  readonly earliest: number;
}

/** Reads the lanes in which webhooks wait, sorted by their earliest attempt. */
export async function waitingLanes(db: Kysely<Schema>): Promise<WaitingLane[]> {
  return db
    .selectFrom('deliveries')
    .select(['lane', sql<number>`count(*)`.as('count'), sql<number>`min(next_attempt_at)`.as('earliest')])
    .where('state', '=', 'pending')
    .groupBy('lane')
    .orderBy('earliest')
    .orderBy('lane')
    .execute();
}

/**
 * Finds the webhook of a lane that has been due for the longest. Only the oldest open webhook of an order counts: the
 * others wait for their turn, however long the endpoint refuses it.
 * @returns undefined if none is due.
 */
function dueInLane(
  db: Kysely<Schema>,
  lane: string,
  at: number,
): Promise<Pick<Delivery, 'next_attempt_at' | 'url'> | undefined> {
  return db
    .selectFrom('deliveries')
    .select(['next_attempt_at', 'url'])
    .where('merchant_id', '=', merchantOf(lane))
    .where('lane', '=', lane)
    .where('state', '=', 'pending')
    .where('next_attempt_at', '<=', at)
    .where(isOldestOpen(db))
    .orderBy('next_attempt_at')
    .limit(1)
    .executeTakeFirst();
}

/**
 * Returns the time since when the first attempt in any lane has been due. Lanes whose earliest webhook comes later are
 * skipped, so usually one lane is read.
 * @param lanes from {@link waitingLanes}.
 * @param at now, milliseconds since 1970.
 * @returns milliseconds since 1970; null if none is due.
 */
export async function firstDue(
  db: Kysely<Schema>,
  lanes: readonly WaitingLane[],
  at: number,
): Promise<number | null> {
  let first: number | null = null;
  for (const { lane, earliest } of lanes) {
    if (earliest > (first ?? at)) break;
    const due = (await dueInLane(db, lane, at))?.next_attempt_at;
    if (due !== undefined && (first === null || due < first)) first = due;
  }
  return first;
}

/**
 * Lists merchants and origins with an attempt that has been due since `since` or longer, one per lane.
 * @param lanes from {@link waitingLanes}.
 * @param limit maximum number.
 */
export async function lanesBehind(
  db: Kysely<Schema>,
  lanes: readonly WaitingLane[],
  { since, limit }: { readonly since: number; readonly limit: number },
): Promise<string[]> {
  const behind: string[] = [];
  for (const { lane, earliest } of lanes) {
    if (earliest > since || behind.length >= limit) break;
    const due = await dueInLane(db, lane, since);
    if (due) behind.push(`${merchantOf(lane)} ${new URL(due.url).origin}`);
  }
  return behind.sort();
}
