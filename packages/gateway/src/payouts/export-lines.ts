import type { Kysely } from 'kysely';
import { type Amount, csvRow } from '../csv/cell.ts';
import type { PayoutLineRow, Schema } from '../store/schema.ts';
import { findRecords, type MoneyRecord } from './find-records.ts';
import { findProblems } from './find-unmatched.ts';
import type { SettledBetween } from './list-payouts.ts';

/** Lines per page: as many as an export holds in memory. */
const PAGE = 500;

/** A line of a settlement report with the gateway's record of the same money, if it has one. */
export interface ExportedLine {
  readonly line: PayoutLineRow;
  readonly record: MoneyRecord | undefined;
}

/** Yields the lines settled between two dates, oldest first, each compared with the gateway's current records. */
export async function* settledLines(
  db: Kysely<Schema>,
  { from, to }: SettledBetween,
): AsyncGenerator<ExportedLine> {
  let last: PayoutLineRow | undefined;
  do {
    let query = db.selectFrom('payout_lines').selectAll();
    if (from !== undefined) query = query.where('settled_on', '>=', from);
    if (to !== undefined) query = query.where('settled_on', '<', to);
    if (last) {
      const { settled_on, provider, id } = last;
      query = query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('settled_on', 'provider', 'id'), '>', tuple(settled_on, provider, id)),
      );
    }
    const lines = await query.orderBy('settled_on').orderBy('provider').orderBy('id').limit(PAGE).execute();
    const unmatched = lines.filter(({ state }) => state === 'unmatched');
    const recordOf = await findRecords(db, lines);
    const problemIn = await findProblems(db, unmatched, recordOf);
    for (const line of lines) {
      // A record made after the import marks the line only at the next import.
      const isMatched = line.state === 'unmatched' && problemIn(line) === undefined;
      yield { line: isMatched ? { ...line, state: 'matched' } : line, record: recordOf(line) };
    }
    last = lines.length < PAGE ? undefined : lines.at(-1);
  } while (last);
}

/** Columns of the export of lines, in order. */
export const LINE_COLUMNS = [
  'settled_on',
  'provider',
  'payout',
  'bank_reference',
  'line',
  'kind',
  'payment_reference',
  'refund_reference',
  'order_id',
  'merchant_id',
  'merchant_reference',
  'currency',
  'gross',
  'fee',
  'fee_tax',
  'net',
  'paid_currency',
  'paid',
  'state',
] as const;

/** Formats a line as CSV. Amounts are decimal numbers with the digits of their currency. */
export function lineCsv({ line, record }: ExportedLine): string {
  const amount = (minor: number): Amount => ({ minor, currency: line.currency });
  return csvRow([
    line.settled_on,
    line.provider,
    line.payout,
    line.bank_reference,
    line.id,
    line.kind,
    line.payment_reference,
    line.reference,
    record?.orderId ?? null,
    record?.merchantId ?? null,
    record?.orderReference ?? null,
    line.currency,
    ...[line.gross_minor, line.fee_minor, line.tax_minor, line.net_minor].map(amount),
    line.paid_currency,
    { minor: line.paid_minor, currency: line.paid_currency },
    line.state,
  ]);
}
