import type { Selectable } from 'kysely';
import type { Database } from '../store/engine.ts';
import type { AllotmentTable } from '../store/schema.ts';
import { inTransaction } from '../store/transaction.ts';
import { lockAllotment, updateAllotment } from './lock-allotment.ts';
import { topUpSize } from './top-up-size.ts';
import type { AllotmentKey, Wanted } from './wanted.ts';

const NONE = {
  grams: 0,
  grams_reserved: 0,
  grams_allocated: 0,
  grams_reported: 0,
  grams_drawn_before: 0,
  grams_topped_up: 0,
  topped_up_at: null,
  drawn_at: 0,
} as const satisfies Omit<Selectable<AllotmentTable>, keyof AllotmentKey>;

/**
 * Tops up a merchant's allotment from its lot, in its own transaction: killed at any point, it has done all or nothing.
 * @param wanted grams that must be free; 0 to top up ahead of orders, if less than half of the last top-up is free.
 * @param at milliseconds since 1970.
 * @returns how many grams the lot lacks for it; if any, nothing is changed.
 */
export async function topUp(db: Database, wanted: Wanted, at: number): Promise<number> {
  const { merchant_id, lot, grams } = wanted;
  return inTransaction(db, async (tx) => {
    const held = await lockAllotment(tx, wanted);
    if (!held) throw new Error(`there is no lot ${lot}`);
    const before = held.allotment ?? { merchant_id, lot, ...NONE };
    const used = before.grams_reserved + before.grams_allocated;
    const free = before.grams - used;
    const isEnough = grams === 0 ? 2 * free >= before.grams_topped_up : free >= grams;
    if (isEnough) return 0;
    const { grams_total, grams_allotted, grams_unaccounted, holders } = held.lot;
    const pooled = grams_total - grams_allotted - grams_unaccounted;
    const { topped_up_at: since } = before;
    const size = topUpSize({
      pooled,
      holders: holders + Number(since === null),
      free,
      wanted: grams,
      drawn: since === null ? 0 : used - before.grams_drawn_before,
      elapsedMs: since === null ? undefined : at - since,
    });
    if (size === 0) return Math.max(0, grams - free - pooled);
    await updateAllotment(tx, held, {
      ...before,
      grams: before.grams + size,
      grams_reported: before.grams_allocated,
      grams_drawn_before: used,
      grams_topped_up: size,
      topped_up_at: at,
      drawn_at: at,
    });
    return 0;
  });
}
