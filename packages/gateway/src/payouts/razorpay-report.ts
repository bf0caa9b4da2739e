import type { LineKind, ReportLine } from './report-line.ts';
import type { ReportRow } from './report-row.ts';

const FEE = 'fee (exclusive tax)';

/**
 * Columns of the settlement reconciliation report of Razorpay's dashboard which an import needs.
 * Source: https://razorpay.com/docs/payments/dashboard/reports/
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

/** What Razorpay's entities are; what is not here, such as a transfer, is an adjustment. */
const KINDS: ReadonlyMap<string, LineKind> = new Map([
  ['payment', 'payment'],
  ['refund', 'refund'],
  ['settlement', 'payout'],
]);

/**
 * Reads a row of Razorpay's report. Of a payment that is settled in full, fee credits or a monthly invoice pay the fee and the
 * tax which the row states: its transfer has none.
 * @throws ReportError that names the column, also where neither the amount nor what is left of it after fee and tax was settled.
 * @see https://razorpay.com/docs/payments/dashboard/account-settings/credits/
 */
export function razorpayLine(row: ReportRow): ReportLine {
  const currency = row.currency('currency');
  const dispute = row.text('dispute_id');
  const entity = row.filled('transaction_entity');
  // A dispute takes its money by an adjustment that names it.
  const kind = entity === 'adjustment' && dispute !== '' ? 'dispute' : (KINDS.get(entity) ?? 'adjustment');
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
    reference: kind === 'refund' ? id : kind === 'dispute' ? row.identifier('dispute_id') : null,
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
