import type { LineKind, ReportLine } from './report-line.ts';
import type { ReportRow } from './report-row.ts';

/**
 * Columns of Stripe's itemized payout reconciliation report (`payout_reconciliation.itemized.5`) that an import needs.
 * `payment_intent_id` is not among the columns that are selected by default. Source:
 * https://docs.stripe.com/reports/report-types/payout-reconciliation
 */
export const STRIPE_COLUMNS: readonly string[] = [
  'automatic_payout_id',
  'automatic_payout_effective_at',
  'balance_transaction_id',
  'currency',
  'gross',
  'fee',
  'net',
  'reporting_category',
  'source_id',
  'payment_intent_id',
];

/** Kinds of lines by Stripe's reporting categories. A category that is missing here is an adjustment. */
const KINDS: ReadonlyMap<string, LineKind> = new Map([
  ['charge', 'payment'],
  ['charge_failure', 'refund'],
  ['refund', 'refund'],
  ['refund_failure', 'refund'],
  ['dispute', 'dispute'],
  ['dispute_reversal', 'dispute'],
  ['fee', 'fee'],
  ['network_cost', 'fee'],
  ['tax', 'fee'],
  ['payout', 'payout'],
  ['payout_reversal', 'payout'],
]);

/**
 * Reads a row of Stripe's report. Stripe has no column for the tax on its fees: the tax is a line of its own.
 * @throws ReportError that names the column, also if gross − fee is not net.
 */
export function stripeLine(row: ReportRow): ReportLine {
  const currency = row.currency('currency');
  const category = row.nonEmptyText('reporting_category');
  const kind = KINDS.get(category) ?? 'adjustment';
  const gross = row.amount('gross', currency);
  const fee = row.amount('fee', currency);
  const net = row.amount('net', currency);
  if (gross - fee !== net) throw row.fault('net', 'does not equal gross − fee');
  const shared = {
    id: row.identifier('balance_transaction_id'),
    payout: row.identifier('automatic_payout_id'),
    kind,
    paymentReference: row.text('payment_intent_id') === '' ? null : row.identifier('payment_intent_id'),
    reference: kind === 'refund' || kind === 'dispute' ? row.identifier('source_id') : null,
    currency,
    net,
    ...paidAmount(row, currency, gross),
    settledOn: row.date('automatic_payout_effective_at'),
    bankReference: null,
  };
  // Charges that belong to no single payment are a gross amount to Stripe, but a fee to the business that pays them.
  if (category === 'tax') return { ...shared, gross: 0, fee: 0, tax: 0 - net };
  if (kind === 'fee') return { ...shared, gross: 0, fee: 0 - net, tax: 0 };
  return { ...shared, gross, fee, tax: 0 };
}

/** Reads the amount that the payer paid: Stripe states it only if it converted the money. */
function paidAmount(
  row: ReportRow,
  currency: string,
  gross: number,
): Pick<ReportLine, 'paid' | 'paidCurrency'> {
  if (row.text('customer_facing_amount') === '') return { paidCurrency: currency, paid: gross };
  const paidCurrency = row.currency('customer_facing_currency');
  return { paidCurrency, paid: row.amount('customer_facing_amount', paidCurrency) };
}
