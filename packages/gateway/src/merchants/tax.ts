import { type MinorUnits, minorUnits, type TaxSplit } from '@flight-offset/core';
import { sql } from 'kysely';
import * as z from 'zod';
import { engineOf } from '../store/engine-of.ts';
import { isOneOf, oneOf } from '../store/sql/is-one-of.ts';
import { prepared } from '../store/sql/prepared.ts';
import type { Reads } from '../store/transaction.ts';

/**
 * Tax rule of a merchant's prices, as the operator configures it; there is no default rate. `inclusive`: a price list
 * holds what is paid. `exclusive`: it holds net prices, and tax comes on top.
 */
export const taxRuleSchema = z.object({
  mode: z.enum(['inclusive', 'exclusive']),
  /** Percent, with at most four decimals. */
  rate: z.number().min(0).max(100).multipleOf(0.0001),
  label: z.string().min(1).max(40),
  sellerId: z.string().min(1).max(64).optional(),
});

/** Tax rule of a merchant's prices. */
export type TaxRule = z.output<typeof taxRuleSchema>;

/** Reads the tax rule in a merchant's row; undefined if there is no tax. */
export function parseTaxRule(stored: string | null): TaxRule | undefined {
  return stored === null ? undefined : taxRuleSchema.parse(JSON.parse(stored));
}

/**
 * Reads the tax rules of some merchants; those without tax have none. A single merchant has its own statement, as with
 * allotments.
 */
export async function readTaxRules(
  tx: Reads,
  merchantIds: readonly string[],
): Promise<ReadonlyMap<string, TaxRule>> {
  const engine = engineOf(tx);
  const merchants = [...new Set(merchantIds)];
  const [first] = merchants;
  const isOne = merchants.length === 1;
  const build = () =>
    tx
      .selectFrom('merchants')
      .select(['id', 'tax'])
      .where('tax', 'is not', null)
      .where(isOne ? sql<boolean>`id = ${first}` : isOneOf(engine, 'id', merchants))
      .compile();
  const name = isOne ? 'tax rule of a merchant' : 'tax rules of merchants';
  const rows = await prepared(tx, name, build, [isOne ? first : oneOf(engine, merchants)]);
  return new Map(rows.flatMap(({ id, tax }) => (tax === null ? [] : [[id, parseTaxRule(tax)!] as const])));
}

/** The denominator of rates: 19.25 % is 192,500 over {@link WHOLE}. */
const WHOLE = 1_000_000n;
const overWhole = (rate: number): bigint => BigInt(Math.round(rate * 10_000));

/** `value × numerator / denominator`, half up for amounts and half down for refunds, so that they mirror each other. */
function times(value: number, numerator: bigint, denominator: bigint): number {
  const size = BigInt(Math.abs(value));
  const rounded = Number((2n * size * numerator + denominator) / (2n * denominator));
  return value < 0 ? -rounded : rounded;
}

/** Returns the price the payer pays for a listed price, minor units: if prices are net, tax comes on top. */
export function grossPrice(listed: MinorUnits, rule: TaxRule | undefined): MinorUnits {
  if (rule?.mode !== 'exclusive') return listed;
  return minorUnits(times(listed, WHOLE + overWhole(rule.rate), WHOLE));
}

/**
 * Calculates the tax within an amount that was paid, or refunded (below zero), rounded once: net and tax always add up
 * to it.
 * @param gross minor units.
 */
export function splitTax(gross: number, rule: TaxRule | undefined): TaxSplit | undefined {
  if (!rule) return undefined;
  const net = times(gross, WHOLE, WHOLE + overWhole(rule.rate));
  return {
    label: rule.label,
    rate: rule.rate,
    net_minor: net,
    tax_minor: gross - net,
    gross_minor: gross,
    ...(rule.sellerId === undefined ? {} : { seller_id: rule.sellerId }),
  };
}
