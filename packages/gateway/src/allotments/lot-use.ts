import { type RawBuilder, sql } from 'kysely';
import type { Reads } from '../store/transaction.ts';

/** Free, reserved and allocated grams of a lot, over all merchants. */
export interface LotUse {
  readonly id: string;
  readonly project: string;
  readonly total: number;
  /** In no allotment, or in one but held by no order. */
  readonly free: number;
  /** The free grams that are in allotments. */
  readonly allottedFree: number;
  /** Held by pending orders. */
  readonly reserved: number;
  /** Of paid orders, retired at the registry or not yet. */
  readonly allocated: number;
}

/** SQL: grams of a lot that orders can hold in total. */
export const USABLE_GRAMS: RawBuilder<number> = sql<number>`grams_total - grams_unaccounted`;

const NONE = { grams: 0, reserved: 0, allocated: 0 };

/** Reads the use of every lot, over the allotments of all merchants. Not for use while an order is created. */
export async function readLotUse(db: Reads): Promise<LotUse[]> {
  const lots = await db
    .selectFrom('credit_lots')
    .select(['id', 'project', 'grams_total as total'])
    .select(USABLE_GRAMS.as('usable'))
    .orderBy('id')
    .execute();
  // Read apart: a distributed engine adds up allotments in their shards.
  const sums = await db
    .selectFrom('allotments')
    .select(({ fn }) => [
      'lot',
      fn.sum<number>('grams').as('grams'),
      fn.sum<number>('grams_reserved').as('reserved'),
      fn.sum<number>('grams_allocated').as('allocated'),
    ])
    .groupBy('lot')
    .execute();
  const byLot = new Map(sums.map((sum) => [sum.lot, sum]));
  return lots.map(({ usable, ...lot }) => {
    const { grams, reserved, allocated } = byLot.get(lot.id) ?? NONE;
    const allottedFree = grams - reserved - allocated;
    // Not calculated from the grams in no allotment: between the two queries, grams move to allotments and back.
    return { ...lot, free: usable - reserved - allocated, allottedFree, reserved, allocated };
  });
}
