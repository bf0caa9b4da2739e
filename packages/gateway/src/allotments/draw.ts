import type { Tx } from '../store/transaction.ts';
import { type Changed, type CountChange, CountsRefusedError, changeCounts } from './change-counts.ts';
import { type AllotmentKey, AllotmentShortError, allotmentName, sumsInOrder, type Wanted } from './wanted.ts';

/**
 * Reserves grams in the allotments of some merchants. It locks them until the transaction ends, so call it last.
 * @returns the allotments with less than half of their last top-up now free.
 * @throws AllotmentShortError if other transactions were faster.
 */
export async function reserveGrams(tx: Tx, rows: readonly Wanted[], at: number): Promise<AllotmentKey[]> {
  const sums = sumsInOrder(rows);
  try {
    const changed = await change(
      tx,
      sums,
      ({ grams, ...key }) => ({ ...key, reserved: grams, allocated: 0 }),
      at,
    );
    return changed.filter(({ free, grams_topped_up }) => 2 * free < grams_topped_up);
  } catch (error) {
    if (!(error instanceof CountsRefusedError)) throw error;
    const refused = new Set(error.changes.map(allotmentName));
    throw new AllotmentShortError(
      sums.filter((sum) => refused.has(allotmentName(sum))),
      sums,
    );
  }
}

/** Frees reserved grams: their orders failed. */
export async function releaseGrams(tx: Tx, rows: readonly Wanted[]): Promise<void> {
  await move(tx, rows, ({ grams, ...key }) => ({ ...key, reserved: -grams, allocated: 0 }));
}

/** Allocates reserved grams: their orders are paid. */
export async function allocateGrams(tx: Tx, rows: readonly Wanted[]): Promise<void> {
  await move(tx, rows, ({ grams, ...key }) => ({ ...key, reserved: -grams, allocated: grams }));
}

/** Frees allocated grams: their orders are refunded. */
export async function returnGrams(tx: Tx, rows: readonly Wanted[]): Promise<void> {
  await move(tx, rows, ({ grams, ...key }) => ({ ...key, reserved: 0, allocated: -grams }));
}

/**
 * Allocates free grams at once, because a refund bounced. The caller holds the allotments, and they have enough free.
 */
export async function allocateFree(tx: Tx, rows: readonly Wanted[]): Promise<void> {
  await move(tx, rows, ({ grams, ...key }) => ({ ...key, reserved: 0, allocated: grams }));
}

async function move(tx: Tx, rows: readonly Wanted[], changeOf: (sum: Wanted) => CountChange): Promise<void> {
  await change(tx, sumsInOrder(rows), changeOf, null);
}

/** Changes existing allotments: a draw has read them, a return has drawn from them, and none is ever deleted. */
async function change(
  tx: Tx,
  sums: readonly Wanted[],
  changeOf: (sum: Wanted) => CountChange,
  drawnAt: number | null,
): Promise<Changed[]> {
  const changed = await changeCounts(tx, sums.map(changeOf), drawnAt);
  const names = new Set(changed.map(allotmentName));
  const missing = sums.find((sum) => !names.has(allotmentName(sum)));
  if (missing) throw new Error(`${missing.merchant_id} has no allotment of ${missing.lot}`);
  return changed;
}
