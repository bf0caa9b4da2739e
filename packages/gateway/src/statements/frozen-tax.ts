import type { TaxSplit } from '@flight-offset/core';
import { type RawBuilder, sql } from 'kysely';
import { splitTax } from '../merchants/tax.ts';
import type { Engine } from '../store/engine.ts';

/**
 * A tax rule that an order froze, without its amounts, in one spelling: lines with the same text are taxed together.
 */
export type FrozenRule = string;

/** Rule of an order without tax. */
const NO_TAX: FrozenRule = '';

/** Selects the rule that a line's order froze at its creation, whatever the merchant's rule is now. */
export function frozenRule(engine: Engine): RawBuilder<FrozenRule> {
  const rule =
    engine === 'postgres'
      ? sql`(orders.tax::jsonb - 'net_minor' - 'tax_minor' - 'gross_minor')::text`
      : sql`json_remove(orders.tax, '$.net_minor', '$.tax_minor', '$.gross_minor')`;
  return sql<FrozenRule>`coalesce(${rule}, ${sql.lit(NO_TAX)})`;
}

/**
 * Splits the tax from a sum of lines with one rule, rounded once; undefined if the rule has no tax.
 * @param total minor units.
 */
export function splitFrozen(total: number, rule: FrozenRule): TaxSplit | undefined {
  if (rule === NO_TAX) return undefined;
  const { label, rate, seller_id: sellerId } = JSON.parse(rule) as Omit<TaxSplit, `${string}_minor`>;
  // The paid total is gross, whether listed prices were net or gross.
  return splitTax(total, { mode: 'inclusive', label, rate, ...(sellerId === undefined ? {} : { sellerId }) });
}
