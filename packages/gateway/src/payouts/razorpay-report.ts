import type { LineKind, ReportLine } from './report-line.ts';
import type { ReportRow } from './report-row.ts';

const FEE = 'fee (exclusive tax)';

/**
 * Columns that an import needs, from the settlement reconciliation report of Razorpay's dashboard. Source:
 * https://razorpay.com/docs/payments/dashboard/reports/
 */
export const RAZORPAY_COLUMNS: readonly string[] = [
  'transaction_entity',
  'entity_id',
  'amount',
  'currency',
  FEE,
  'tax',
  'debit',
  'credit',
  'settlement_id',
  'settled_at',
  'settlement_utr',
];

/** Kinds of lines by Razorpay's entities. An entity that is missing here, such as a transfer, is an adjustment. */
const KINDS: ReadonlyMap<string, LineKind> = new Map([
  ['payment', 'payment'],
  ['refund', 'refund'],
  ['settlement', 'payout'],
]);

/** A dispute takes its money through an adjustment that names the dispute. */
function kindOf(row: ReportRow): LineKind {
  const entity = row.nonEmptyText('transaction_entity');
  if (entity === 'adjustment' && row.text('dispute_id') !== '') return 'dispute';
  return KINDS.get(entity) ?? 'adjustment';
}

/** Returns Razorpay's identifier of the refund or dispute in a row. */
function referenceOf(row: ReportRow, kind: LineKind): string | null {
  if (kind === 'refund') return row.identifier('entity_id');
  return kind === 'dispute' ? row.identifier('dispute_id') : null;
}

/**
 * Reads a row of Razorpay's report. If a payment is settled in full, the fee and tax in its row are paid from fee
 * credits or by a monthly invoice, and its transfer has neither.
 * @throws ReportError that names the column, also if the settled amount is neither the amount nor the amount less fee
 * and tax.
 * @see https://razorpay.com/docs/payments/dashboard/account-settings/credits/
 */
export function razorpayLine(row: ReportRow): ReportLine {
  const currency = row.currency('currency');
  const kind = kindOf(row);
  const id = row.identifier('entity_id');
  const amount = row.amount('amount', currency);
  const fees = { fee: row.amount(FEE, currency), tax: row.amount('tax', currency) };
  const net = row.amount('credit', currency) - row.amount('debit', currency);
  const isCompared = kind === 'payment' || kind === 'refund';
  const stated = kind === 'refund' ? -amount : amount;
  const { fee, tax } = isCompared && net === stated ? { fee: 0, tax: 0 } : fees;
  const gross = net + fee + tax;
  if (isCompared && gross !== stated)
    throw row.fault(kind === 'payment' ? 'credit' : 'debit', `does not equal amount, ${FEE} and tax`);
  return {
    id,
    payout: row.identifier('settlement_id'),
    kind,
    paymentReference: kind === 'payment' ? id : null,
    reference: referenceOf(row, kind),
    currency,
    gross,
    fee,
    tax,
    net,
    paidCurrency: currency,
    paid: gross,
    settledOn: row.date('settled_at'),
    bankReference: row.text('settlement_utr') === '' ? null : row.text('settlement_utr').slice(0, 255),
  };
}
