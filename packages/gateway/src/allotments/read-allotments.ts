import { sql } from 'kysely';
import { engineOf } from '../store/engine-of.ts';
import { isOneOf, oneOf } from '../store/sql/is-one-of.ts';
import { prepared } from '../store/sql/prepared.ts';
import type { Reads } from '../store/transaction.ts';
import type { AllotmentKey, Wanted } from './wanted.ts';

/** Grams of a lot that a merchant has. */
export interface Allotted extends AllotmentKey {
  /** Grams that nothing holds. */
  readonly free: number;
  /** Grams that pending orders hold. */
  readonly reserved: number;
  /** Grams of paid orders that the lot's `grams_sold` does not count yet; negative after refunds. */
  readonly unreported: number;
}

const FREE = sql<number>`grams - grams_reserved - grams_allocated`;

/**
 * Reads the allotments of some merchants, except those that are used up. A single merchant has its own statement:
 * PostgreSQL plans a statement with a short array anew each time, which takes longer than running it.
 */
export async function readAllotments(tx: Reads, merchantIds: readonly string[]): Promise<Allotted[]> {
  const engine = engineOf(tx);
  const merchants = [...new Set(merchantIds)];
  const [first] = merchants;
  const isOne = merchants.length === 1;
  const build = () =>
    tx
      .selectFrom('allotments')
      .select(['merchant_id', 'lot', 'grams_reserved as reserved', FREE.as('free')])
      .select(sql<number>`grams_allocated - grams_reported`.as('unreported'))
      .where(isOne ? sql<boolean>`merchant_id = ${first}` : isOneOf(engine, 'merchant_id', merchants))
      // The row of a lot that is sold out is never deleted.
      .where(sql<boolean>`(grams <> grams_allocated or grams_allocated <> grams_reported)`)
      .compile();
  const name = isOne ? 'allotments of a merchant' : 'allotments of merchants';
  return prepared(tx, name, build, [isOne ? first : oneOf(engine, merchants)]);
}

/**
 * Reads how many grams of each lot the orders of all merchants hold or have been allocated. The rest of the lot's total
 * is free somewhere. One statement reads it, so that grams that move between a lot and its allotments meanwhile are not
 * missed. It queries every shard, so it is not for every order.
 */
export async function readUsedGrams(tx: Reads): Promise<ReadonlyMap<string, number>> {
  const rows = await tx
    .selectFrom('allotments')
    .select(['lot', sql<number>`sum(grams_reserved + grams_allocated)`.as('used')])
    .groupBy('lot')
    .execute();
  return new Map(rows.map(({ lot, used }) => [lot, used]));
}

/**
 * Reads the free grams in every merchant's allotment of a lot, starting with the allotment that was drawn from longest
 * ago. It queries every shard, so it is for rare cases only, such as the last grams of a lot.
 */
export async function readFreeGrams(tx: Reads, lot: string): Promise<Wanted[]> {
  return tx
    .selectFrom('allotments')
    .select(['merchant_id', 'lot', FREE.as('grams')])
    .where('lot', '=', lot)
    .where(sql<boolean>`grams > grams_reserved + grams_allocated`)
    .orderBy('drawn_at')
    .orderBy('merchant_id')
    .execute();
}
