import type { TaxSplit } from '@flight-offset/core';
import { type RawBuilder, sql } from 'kysely';
import { splitTax } from '../merchants/tax.ts';
import type { Engine } from '../store/engine.ts';

/** What an order froze of a tax, without its amounts, in one spelling: lines with the same text are taxed together. */
export type FrozenRule = string;

/** The rule of an order that has no tax. */
const NO_TAX: FrozenRule = '';

/** The rule which the order of a line froze when it was created, whatever the merchant's is by now. */
export function frozenRule(engine: Engine): RawBuilder<FrozenRule> {
  const rule =
    engine === 'postgres'
      ? sql`(orders.tax::jsonb - 'net_minor' - 'tax_minor' - 'gross_minor')::text`
      : sql`json_remove(orders.tax, '$.net_minor', '$.tax_minor', '$.gross_minor')`;
  return sql<FrozenRule>`coalesce(${rule}, ${sql.lit(NO_TAX)})`;
}

/** The tax within a sum of lines with one rule, rounded once; undefined where they have none. @param total minor units. */
export function splitFrozen(total: number, rule: FrozenRule): TaxSplit | undefined {
  if (rule === NO_TAX) return undefined;
  const { label, rate, seller_id: sellerId } = JSON.parse(rule) as Omit<TaxSplit, `${string}_minor`>;
  // What was paid is gross, however the price was made of it.
  return splitTax(total, { mode: 'inclusive', label, rate, ...(sellerId === undefined ? {} : { sellerId }) });
}
