import { fromGrams, grams, type TaxSplit } from '@flight-offset/core';
import { type Amount, csvRow, jsonForCell, type Value } from '../../csv/cell.ts';
import { type OrderCredits, retirementStateOf } from '../../retirements/credits-of.ts';
import type { OrderRow } from '../../store/schema.ts';
import { inRupees } from '../in-rupees.ts';

/** Columns of the export, in order. */
export const CSV_COLUMNS = [
  'order_id',
  'created_at',
  'status',
  'payment_status',
  'emission_amount',
  'emission_unit',
  'tonnes',
  'amount_inr',
  'currency',
  'amount',
  'settlement',
  'reference',
  'variant',
  'metadata',
  'user_name',
  'user_email',
  'user_tax_id',
  'project',
  'retirement_state',
  'retirement_batches',
  'serials',
  'settled_at',
  'refunded_inr',
  'refund_pending_inr',
  'product',
  'aviation_fuel_tonnes',
  'portfolio',
  'projects',
  'transaction_id',
  'refunded',
  'refund_pending',
  'net',
  'tax',
  'tax_label',
  'tax_rate',
] as const;

function time(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

function joined(texts: readonly string[]): string | null {
  return texts.length > 0 ? texts.join(' ') : null;
}

/** Returns the allocated grams of each project, such as `wind:700`. */
function gramsByProject(credits: readonly OrderCredits[]): string[] {
  const sums = new Map<string, number>();
  for (const { project, grams: part } of credits) sums.set(project, (sums.get(project) ?? 0) + part);
  return [...sums].map(([project, sum]) => `${project}:${sum}`);
}

/**
 * Formats an order as a line of the export, with the columns of {@link CSV_COLUMNS}. Money is in whole units of its
 * currency with all decimals, so that software that guesses types does not take it for integers; times are in ISO 8601,
 * UTC.
 * @param credits allocated to the order.
 * @param transactionId of the purchase; undefined until the order is completed.
 */
export function csvLine(
  order: OrderRow,
  credits: readonly OrderCredits[],
  transactionId: string | undefined,
): string {
  const tonnes = fromGrams(grams(order.grams), 'tonCO2e');
  // Readers add up the column `tonnes`, so it holds credits alone.
  const isFuel = order.product === 'aviation_fuel';
  const split = order.tax === null ? undefined : (JSON.parse(order.tax) as TaxSplit);
  const money = (minor: number): Amount => ({ minor, currency: order.currency });
  const cells: Record<(typeof CSV_COLUMNS)[number], Value> = {
    order_id: order.id,
    created_at: time(order.created_at),
    status: order.status,
    payment_status: order.payment_status,
    emission_amount: order.emission_amount,
    emission_unit: order.emission_unit,
    tonnes: isFuel ? null : tonnes,
    amount_inr: { minor: order.inr_minor, currency: 'INR' },
    currency: order.currency,
    amount: money(order.amount_minor),
    settlement: order.settlement,
    reference: order.reference,
    variant: order.variant,
    metadata: order.metadata && jsonForCell(order.metadata),
    user_name: order.user_name,
    user_email: order.user_email,
    user_tax_id: order.user_tax_id,
    project: order.project,
    retirement_state: credits.length > 0 ? retirementStateOf(credits) : null,
    retirement_batches: joined(credits.flatMap(({ batch }) => batch ?? [])),
    serials: joined(credits.flatMap(({ retirements }) => retirements.flatMap(({ serials }) => serials))),
    settled_at: time(order.settled_at),
    refunded_inr: { minor: inRupees(order, order.refunded_minor), currency: 'INR' },
    refund_pending_inr: { minor: inRupees(order, order.refund_pending_minor), currency: 'INR' },
    product: order.product,
    aviation_fuel_tonnes: isFuel ? tonnes : null,
    portfolio: order.portfolio,
    projects: joined(gramsByProject(credits)),
    transaction_id: transactionId ?? null,
    refunded: money(order.refunded_minor),
    refund_pending: money(order.refund_pending_minor),
    net: split ? money(split.net_minor) : null,
    tax: split ? money(split.tax_minor) : null,
    tax_label: split?.label ?? null,
    tax_rate: split?.rate ?? null,
  };
  return csvRow(CSV_COLUMNS.map((name) => cells[name]));
}
