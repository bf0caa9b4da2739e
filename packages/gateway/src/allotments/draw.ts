import type { Tx } from '../store/transaction.ts';
import { type Changed, type CountChange, changeCounts } from './change-counts.ts';
import { type AllotmentKey, AllotmentShortError, nameOf, sumsInOrder, type Wanted } from './wanted.ts';

/**
 * Reserves grams in the allotments of some merchants. It locks them until the transaction ends, so that it comes last.
 * @returns those of which less than half of their last top-up is free now.
 * @throws AllotmentShortError where others were faster.
 */
export async function reserveGrams(tx: Tx, rows: readonly Wanted[], at: number): Promise<AllotmentKey[]> {
  const sums = sumsInOrder(rows);
  const changed = await changeCounts(
    tx,
    sums.map(({ grams, ...key }) => ({ ...key, reserved: grams, allocated: 0 })),
    at,
  );
  const short = without(sums, changed);
  if (short.length > 0) throw new AllotmentShortError(short, sums);
  return changed.filter(({ free, grams_topped_up }) => 2 * free < grams_topped_up);
}

/** Reserved grams are free again: their orders failed. */
export async function releaseGrams(tx: Tx, rows: readonly Wanted[]): Promise<void> {
  await move(tx, rows, ({ grams, ...key }) => ({ ...key, reserved: -grams, allocated: 0 }));
}

/** Reserved grams are allocated: their orders are paid. */
export async function allocateGrams(tx: Tx, rows: readonly Wanted[]): Promise<void> {
  await move(tx, rows, ({ grams, ...key }) => ({ ...key, reserved: -grams, allocated: grams }));
}

/** Allocated grams are free again: their orders are refunded. */
export async function returnGrams(tx: Tx, rows: readonly Wanted[]): Promise<void> {
  await move(tx, rows, ({ grams, ...key }) => ({ ...key, reserved: 0, allocated: -grams }));
}

/** Free grams are allocated at once: a refund bounced. The allotments are held, and have them. */
export async function allocateFree(tx: Tx, rows: readonly Wanted[]): Promise<void> {
  await move(tx, rows, ({ grams, ...key }) => ({ ...key, reserved: 0, allocated: grams }));
}

async function move(tx: Tx, rows: readonly Wanted[], changeOf: (sum: Wanted) => CountChange): Promise<void> {
  const sums = sumsInOrder(rows);
  const [missing] = without(sums, await changeCounts(tx, sums.map(changeOf), null));
  if (!missing) return;
  const { merchant_id, lot, grams } = missing;
  throw new Error(`the allotment of ${lot} that ${merchant_id} has cannot give or take ${grams} g`);
}

/** Those which were not changed. */
function without(sums: readonly Wanted[], changed: readonly Changed[]): Wanted[] {
  const names = new Set(changed.map(nameOf));
  return sums.filter((sum) => !names.has(nameOf(sum)));
}
