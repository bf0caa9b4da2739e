import type { Product } from '@flight-offset/core';
import type { Kysely } from 'kysely';
import type { Stock } from '../projects/stock.ts';
import type { Engine } from '../store/engine.ts';
import type { Schema } from '../store/schema.ts';
import type { Tx } from '../store/transaction.ts';
import { type PendingLimits, type PendingQuota, pendingQuota, readHeldCredits } from './pending-limits.ts';

/** Grams that pending orders of merchants hold, by product and merchant. */
export type Held = Readonly<Record<Product, ReadonlyMap<string, number>>>;

/** What pending orders may hold of each product: certificates of fuel do not count as credits. */
export type PendingQuotas = Readonly<Record<Product, PendingQuota>>;

/**
 * Reads what pending orders of some merchants hold.
 * @param options `fuel`: whether certificates of fuel are read too; otherwise they count as nothing.
 */
export async function readHeld(
  tx: Tx | Kysely<Schema>,
  engine: Engine,
  merchantIds: readonly string[],
  { fuel }: { readonly fuel: boolean },
): Promise<Held> {
  const [carbon_credits, aviation_fuel] = await Promise.all([
    readHeldCredits(tx, engine, merchantIds),
    fuel ? readHeldFuel(tx, merchantIds) : new Map<string, number>(),
  ]);
  return { carbon_credits, aviation_fuel };
}

/** Counted from the orders themselves, which are few: an index holds those that are pending. */
async function readHeldFuel(
  tx: Tx | Kysely<Schema>,
  merchantIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await tx
    .selectFrom('orders')
    .select(({ fn }) => ['merchant_id', fn.sum<number>('grams').as('grams')])
    .where('merchant_id', 'in', [...new Set(merchantIds)])
    .where('product', '=', 'aviation_fuel')
    .where('status', '=', 'pending')
    .groupBy('merchant_id')
    .execute();
  return new Map(rows.map(({ merchant_id, grams }) => [merchant_id, Number(grams)]));
}

/** The quotas of each product, by the unsold stock of that product. */
export function pendingQuotas(limits: PendingLimits, held: Held, stock: Stock): PendingQuotas {
  const quota = (product: Product): PendingQuota =>
    pendingQuota(limits, held[product], stock.unsold(product));
  return { carbon_credits: quota('carbon_credits'), aviation_fuel: quota('aviation_fuel') };
}
