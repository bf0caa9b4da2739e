import type { TaxSplit } from '@flight-offset/core';
import { type RawBuilder, sql } from 'kysely';
import { splitTax } from '../merchants/tax.ts';
import type { Engine } from '../store/engine.ts';

/**
 * The tax rule that an order froze, without its amounts, in one spelling: lines with the same text are taxed together.
 */
export type FrozenRule = string;

/** The rule of an order that has no tax. */
const NO_TAX: FrozenRule = '';

/** The rule that a line's order froze when it was created, whatever the merchant's rule is now. */
export function frozenRule(engine: Engine): RawBuilder<FrozenRule> {
  const rule =
    engine === 'postgres'
      ? sql`(orders.tax::jsonb - 'net_minor' - 'tax_minor' - 'gross_minor')::text`
      : sql`json_remove(orders.tax, '$.net_minor', '$.tax_minor', '$.gross_minor')`;
  return sql<FrozenRule>`coalesce(${rule}, ${sql.lit(NO_TAX)})`;
}

/**
 * The tax within a sum of lines with one rule, rounded once; undefined where the rule is no tax.
 * @param total minor units.
 */
export function splitFrozen(total: number, rule: FrozenRule): TaxSplit | undefined {
  if (rule === NO_TAX) return undefined;
  const { label, rate, seller_id: sellerId } = JSON.parse(rule) as Omit<TaxSplit, `${string}_minor`>;
  // What was paid is gross, whether listed prices were net or gross.
  return splitTax(total, { mode: 'inclusive', label, rate, ...(sellerId === undefined ? {} : { sellerId }) });
}
