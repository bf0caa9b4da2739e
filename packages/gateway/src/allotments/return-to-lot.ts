import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Database } from '../store/engine.ts';
import { inTransaction } from '../store/transaction.ts';
import { HOUR_MS } from '../time-span.ts';
import { lockAllotment, updateAllotment } from './lock-allotment.ts';
import { readFreeGrams } from './read-allotments.ts';
import type { AllotmentKey } from './wanted.ts';

/** An allotment returns to its lot after this long without a draw, milliseconds. */
const IDLE_MS = HOUR_MS;

/** Options of {@link returnToLot}. */
export interface ReturnOptions {
  /** Maximum grams to return. */
  readonly atMost?: number;
  /** Grams that stay free. */
  readonly keep?: number | undefined;
  /**
   * Returns grams only if nothing was drawn since then, milliseconds since 1970. The merchant then no longer counts as
   * a holder of the lot.
   */
  readonly idleSince?: number;
}

/**
 * Returns free grams of an allotment to its lot, in its own transaction.
 * @returns the returned grams.
 */
export async function returnToLot(
  db: Database,
  key: AllotmentKey,
  { atMost = Number.POSITIVE_INFINITY, keep = 0, idleSince }: ReturnOptions,
): Promise<number> {
  return inTransaction(db, async (tx) => {
    const held = await lockAllotment(tx, key);
    if (!held?.allotment) return 0;
    const before = held.allotment;
    if (idleSince !== undefined && before.drawn_at > idleSince) return 0;
    const free = before.grams - before.grams_reserved - before.grams_allocated;
    const back = Math.min(atMost, Math.max(0, free - keep));
    const topped_up_at = idleSince === undefined ? before.topped_up_at : null;
    const changed = {
      ...before,
      grams: before.grams - back,
      grams_reported: before.grams_allocated,
      topped_up_at,
    };
    if (!isDeepStrictEqual(changed, before)) await updateAllotment(tx, held, changed);
    return back;
  });
}

/**
 * Returns free grams of a lot from the allotments of merchants, one merchant per transaction, until enough has gone
 * back.
 * @param grams to return.
 * @param kept grams to keep free, by merchant: they are about to be drawn.
 * @returns the returned grams.
 */
export async function returnFreeToLot(
  db: Database,
  lot: string,
  grams: number,
  kept: ReadonlyMap<string, number> = new Map(),
): Promise<number> {
  let back = 0;
  for (const { merchant_id } of await readFreeGrams(db.kysely, lot)) {
    if (back >= grams) break;
    back += await returnToLot(
      db,
      { merchant_id, lot },
      { atMost: grams - back, keep: kept.get(merchant_id) },
    );
  }
  return back;
}

/**
 * Returns the allotments from which nothing was drawn for an hour.
 * @param at milliseconds since 1970.
 * @returns their number, at most 100.
 */
export async function returnIdleToLots(db: Database, at: number): Promise<number> {
  const idleSince = at - IDLE_MS;
  const idle = await db.kysely
    .selectFrom('allotments')
    .select(['merchant_id', 'lot'])
    .where('drawn_at', '<=', idleSince)
    .where(({ or, eb }) =>
      or([
        eb('topped_up_at', 'is not', null),
        sql<boolean>`grams > grams_reserved + grams_allocated`,
        // Paid for after the allotment had returned: until the lot counts this as sold, it never seems sold out.
        sql<boolean>`grams_allocated <> grams_reported`,
      ]),
    )
    .orderBy('drawn_at')
    .limit(100)
    .execute();
  for (const key of idle) await returnToLot(db, key, { idleSince });
  return idle.length;
}
