import type { Product } from '@flight-offset/core';
import { sql } from 'kysely';
import { releaseGrams } from '../allotments/draw.ts';
import { USABLE_GRAMS } from '../allotments/lot-use.ts';
import type { AllocationTable, OrderRow } from '../store/schema.ts';
import type { Insert } from '../store/sql/insert-rows.ts';
import { prepared } from '../store/sql/prepared.ts';
import type { Reads, Tx } from '../store/transaction.ts';

/** A lot of credits, and what is left of it. Grams. */
export interface LotStock {
  readonly id: string;
  readonly project: string;
  readonly product: Product;
  /** In nobody's allotment. */
  readonly pooled: number;
  /** Grams that orders can hold of it in total. */
  readonly usable: number;
  /** Not sold, so far as merchants have reported: free, or reserved by orders that may still fail. */
  readonly unsold: number;
  /** 1 if its project is on sale, in any currency. */
  readonly on_sale: number;
}

/** Grams of one lot for one order. */
export interface LotPart {
  readonly lot: string;
  readonly grams: number;
}

/**
 * Reads lots in the order in which they are used up.
 * @param which all, or without those that are sold out: their number only grows. Grams that a refund returns to these
 * count as sold for up to a minute.
 */
export async function readLots(
  tx: Reads,
  at: number,
  which: 'all' | 'with something left',
): Promise<LotStock[]> {
  const build = () =>
    tx
      .selectFrom('credit_lots')
      .innerJoin('projects', 'projects.id', 'project')
      .select(['credit_lots.id', 'project', 'product'])
      .select(sql<number>`${USABLE_GRAMS} - grams_allotted`.as('pooled'))
      .select(USABLE_GRAMS.as('usable'))
      .select(sql<number>`${USABLE_GRAMS} - grams_sold`.as('unsold'))
      .select(
        sql<number>`case when active = 1 and exists (
          select 1 from project_prices where project_prices.project = projects.id and effective_from <= ${at}
        ) then 1 else 0 end`.as('on_sale'),
      )
      .$if(which !== 'all', (lots) =>
        lots.where(sql<boolean>`(${USABLE_GRAMS} <> grams_allotted or ${USABLE_GRAMS} <> grams_sold)`),
      )
      .orderBy('credit_lots.id')
      .compile();
  return prepared(tx, `lots: ${which}`, build, [at]);
}

/** The insert of the credits that orders hold. */
export const ALLOCATIONS = {
  into: 'allocations',
  columns: ['merchant_id', 'order_id', 'lot', 'grams'],
} as const satisfies Insert;

/** An order, and the grams of each lot that were chosen for it. */
export interface Chosen {
  readonly row: Pick<OrderRow, 'id' | 'merchant_id'>;
  readonly parts: readonly LotPart[];
}

/** Returns the rows of the credits chosen for some orders: `reserveGrams` takes them from the allotments. */
export function allocationsOf(
  chosen: readonly Chosen[],
): Pick<AllocationTable, 'merchant_id' | 'order_id' | 'lot' | 'grams'>[] {
  return chosen.flatMap(({ row: { id, merchant_id }, parts }) =>
    parts.map((part) => ({ merchant_id, order_id: id, ...part })),
  );
}

/** Returns the credits of a failed order to its merchant's allotments. */
export async function releaseCredits(tx: Tx, order: Pick<OrderRow, 'id' | 'merchant_id'>): Promise<void> {
  const parts = await tx
    .deleteFrom('allocations')
    .where('merchant_id', '=', order.merchant_id)
    .where('order_id', '=', order.id)
    .returning(['merchant_id', 'lot', 'grams'])
    .execute();
  await releaseGrams(tx, parts);
}
