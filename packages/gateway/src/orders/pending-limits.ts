import { GRAMS_PER_CREDIT, type Grams } from '@flight-offset/core';
import { CompiledQuery, type Kysely } from 'kysely';
import { Problem } from '../problem.ts';
import type { Engine } from '../store/engine.ts';
import { prepared } from '../store/prepared.ts';
import type { Schema } from '../store/schema.ts';
import type { Tx } from '../store/transaction.ts';

/** How much of the stock orders may hold that nobody has paid yet: anyone can create those. */
export interface PendingLimits {
  /** Grams one order may hold. */
  readonly orderGrams: number;
  /** Part of the unsold stock, 0 to 1, that the pending orders of one merchant may hold. */
  readonly merchantShare: number;
  /** Grams they may hold, however large the stock is. */
  readonly merchantGrams: number;
}

/** What the pending orders of some merchants hold, and what they may hold. */
export interface PendingQuota {
  /** Grams a merchant's next order may hold: 0 where its pending orders hold all they may. */
  left(merchantId: string): number;
  /**
   * Refuses an order that would hold too much.
   * @throws Problem 40905 which says what the limit is.
   */
  check(merchantId: string, mass: Grams): void;
  /** Counts an order as one of those that hold credits. */
  add(merchantId: string, mass: Grams): void;
}

type HeldRow = { readonly merchant_id: string; readonly grams: number };

const heldBy = (merchants: string): string =>
  `select merchant_id, sum(pending_grams) as grams from order_totals
   where merchant_id ${merchants} and email = '' and tax_id = '' group by merchant_id`;
const QUERIES: Readonly<Record<Engine, string>> = {
  // One text for any number of merchants: it is prepared once. An array, since a subquery would have every row read.
  postgres: heldBy('= any($1)'),
  sqlite: heldBy('in (select value from json_each(?))'),
};
/** PostgreSQL plans a statement with a short array anew each time, which takes longer than running it. */
const OF_ONE = heldBy('= $1');

/**
 * Reads how many grams of carbon credits the pending orders of some merchants hold. Processes which create orders at the same moment do not see
 * each other's, so that together they may pass a merchant's limit by what they create at once, never the stock.
 */
export async function readHeldCredits(
  tx: Tx | Kysely<Schema>,
  engine: Engine,
  merchantIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const distinct = [...new Set(merchantIds)];
  const ofOne = engine === 'postgres' && distinct.length === 1;
  const text = ofOne ? OF_ONE : QUERIES[engine];
  const parameters = ofOne ? distinct : [engine === 'postgres' ? distinct : JSON.stringify(distinct)];
  const build = () => CompiledQuery.raw(text, parameters) as CompiledQuery<HeldRow>;
  const name = ofOne ? "held by a merchant's pending orders" : 'held by pending orders';
  const rows = await prepared(tx, name, build, parameters);
  return new Map(rows.map(({ merchant_id, grams }) => [merchant_id, grams]));
}

const tonnes = (grams: number): string => `${grams / GRAMS_PER_CREDIT} t`;

/** @param unsold grams on sale that are not sold, whether or not a pending order holds them. */
export function pendingQuota(
  limits: PendingLimits,
  held: ReadonlyMap<string, number>,
  unsold: number,
): PendingQuota {
  const sums = new Map(held);
  // Where the stock is small, one order may still hold as much as the limit of an order says.
  const ofStock = Math.max(limits.orderGrams, Math.floor(unsold * limits.merchantShare));
  const merchantGrams = Math.min(limits.merchantGrams, ofStock);
  const left = (merchantId: string): number =>
    Math.min(limits.orderGrams, Math.max(0, merchantGrams - (sums.get(merchantId) ?? 0)));

  return {
    left,
    check(merchantId, mass) {
      if (mass <= left(merchantId)) return;
      if (mass > limits.orderGrams) {
        const limit = tonnes(limits.orderGrams);
        throw new Problem(
          40905,
          `emission_amount is ${tonnes(mass)}, and one order may hold at most ${limit}; order less, or ask the operator to raise the limit`,
        );
      }
      const pending = tonnes(sums.get(merchantId) ?? 0);
      throw new Problem(
        40905,
        `your unpaid orders hold ${pending} of at most ${tonnes(merchantGrams)}; try again once some are paid or expired`,
      );
    },
    add(merchantId, mass) {
      sums.set(merchantId, (sums.get(merchantId) ?? 0) + mass);
    },
  };
}
