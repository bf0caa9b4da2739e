import { csvRow } from '../csv/cell.ts';
import type { PayoutLineRow } from '../store/schema.ts';
import type { Accounts } from './accounts.ts';
import type { ExportedLine } from './export-lines.ts';

/** Columns of the journal, in order. */
export const JOURNAL_COLUMNS = [
  'date',
  'payout',
  'bank_reference',
  'line',
  'order_id',
  'merchant_id',
  'merchant_reference',
  'account',
  'debit',
  'credit',
  'currency',
] as const;

/** An amount posted to an account: positive for a debit, negative for a credit. */
interface Posting {
  readonly account: string;
  readonly minor: number;
}

const GROSS_ACCOUNTS = {
  payment: 'contributions',
  refund: 'refunds',
  dispute: 'disputes',
  fee: 'fees',
  adjustment: 'other',
} as const satisfies Record<Exclude<PayoutLineRow['kind'], 'payout'>, keyof Accounts>;

/** Returns the double entries of a line: their sum is 0, since gross − fee − tax is net. */
export function postingsOf(line: PayoutLineRow, accounts: Accounts): Posting[] {
  // The transfer itself moves nothing more: each line is already posted to the bank account.
  if (line.kind === 'payout') return [];
  const isUnknown = line.state === 'unmatched' || line.state === 'resolved';
  const gross = accounts[isUnknown ? 'unmatched' : GROSS_ACCOUNTS[line.kind]];
  const postings = [
    { account: accounts.bank, minor: line.net_minor },
    { account: accounts.fees, minor: line.fee_minor },
    { account: accounts.fee_tax, minor: line.tax_minor },
    { account: gross, minor: -line.gross_minor },
  ];
  return postings.filter(({ minor }) => minor !== 0);
}

/** Formats the double entries of a line as CSV, one row per account. */
export function journalCsv({ line, record }: ExportedLine, accounts: Accounts): string {
  const shared = [
    line.settled_on,
    line.payout,
    line.bank_reference,
    line.id,
    record?.orderId ?? null,
    record?.merchantId ?? null,
    record?.orderReference ?? null,
  ];
  return postingsOf(line, accounts)
    .map(({ account, minor }) => {
      const amount = { minor: Math.abs(minor), currency: line.currency };
      return csvRow([
        ...shared,
        account,
        minor > 0 ? amount : null,
        minor < 0 ? amount : null,
        line.currency,
      ]);
    })
    .join('');
}
