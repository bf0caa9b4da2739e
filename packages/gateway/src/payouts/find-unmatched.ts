import type { Kysely } from 'kysely';
import { decimalText } from '../csv/decimal-text.ts';
import type { PayoutLineRow, Schema } from '../store/schema.ts';
import { findRecords, type MoneyRecord } from './find-records.ts';
import { type LineKey, markLines } from './mark-lines.ts';

/** Lines that are compared at once. */
const PAGE = 500;

/** Money in a settlement report that the gateway did not record, or recorded differently. */
export interface Unmatched {
  readonly line: PayoutLineRow;
  readonly problem: string;
}

/** Pages of the lines that were unmatched when they were imported. */
async function* readUnmatchedPages(db: Kysely<Schema>): AsyncGenerator<PayoutLineRow[]> {
  let last: PayoutLineRow | undefined;
  do {
    let query = db.selectFrom('payout_lines').selectAll().where('state', '=', 'unmatched');
    if (last) {
      const { provider, id } = last;
      query = query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('provider', 'id'), '>', tuple(provider, id)),
      );
    }
    const rows = await query.orderBy('provider').orderBy('id').limit(PAGE).execute();
    if (rows.length > 0) yield rows;
    last = rows.length < PAGE ? undefined : rows.at(-1);
  } while (last);
}

/**
 * Finds payments and refunds that have more than one line: the provider settled them twice. A bounced refund has a
 * second line, which returns its money.
 */
export async function findSettledTwice(
  db: Kysely<Schema>,
  lines: readonly PayoutLineRow[],
): Promise<(line: PayoutLineRow) => boolean> {
  const references = lines.flatMap(({ payment_reference }) => payment_reference ?? []);
  if (references.length === 0) return () => false;
  const rows = await db
    .selectFrom('payout_lines')
    .select(['kind', 'payment_reference', 'reference'])
    .where('provider', 'in', [...new Set(lines.map(({ provider }) => provider))])
    .where('payment_reference', 'in', references)
    .where(({ or, and, eb }) =>
      or([eb('kind', '=', 'payment'), and([eb('kind', '=', 'refund'), eb('gross_minor', '<', 0)])]),
    )
    .groupBy(['provider', 'kind', 'payment_reference', 'reference'])
    .having(({ fn, eb }) => eb(fn.countAll(), '>', 1))
    .execute();
  const twice = new Set(rows.map(nameOf));
  return (line) => (line.kind === 'payment' || line.gross_minor < 0) && twice.has(nameOf(line));
}

function nameOf(line: Pick<PayoutLineRow, 'kind' | 'payment_reference' | 'reference'>): string {
  return `${line.kind} ${line.payment_reference} ${line.reference}`;
}

/** Returns why a line differs from the gateway's record; undefined if it does not. */
function problemOf(
  line: PayoutLineRow,
  record: MoneyRecord | undefined,
  isTwice: boolean,
): string | undefined {
  if (!record) return `the gateway has no such ${line.kind}`;
  if (isTwice) return `the ${line.kind} was settled twice`;
  // A dispute takes money, returns it and charges for it: the only check is that it is known.
  if (line.kind === 'dispute') return undefined;
  const { currency, amount } = record;
  if (currency === null || amount === null) return 'the gateway does not know its amount';
  if (line.paid_currency !== currency) {
    // For a bounced refund, Stripe states the returned amount only in the currency of the payout.
    if (line.kind === 'refund' && line.gross_minor > 0) return undefined;
    const columns = 'customer_facing_amount and customer_facing_currency';
    const advice = line.provider === 'stripe' ? `; export the columns ${columns} too` : '';
    return `settled in ${line.paid_currency}, paid in ${currency}${advice}`;
  }
  if (Math.abs(line.paid_minor) !== amount)
    return `the gateway recorded ${decimalText(amount, currency)} ${currency}`;
  return undefined;
}

/**
 * Compares lines with the gateway's current records.
 * @param recordOf from {@link findRecords}, for these lines at least.
 * @returns why a line differs; undefined if it does not.
 */
export async function findProblems(
  db: Kysely<Schema>,
  lines: readonly PayoutLineRow[],
  recordOf: (line: PayoutLineRow) => MoneyRecord | undefined,
): Promise<(line: PayoutLineRow) => string | undefined> {
  const twice = await findSettledTwice(db, lines);
  return (line) => problemOf(line, recordOf(line), twice(line));
}

/**
 * Compares lines, each by itself, with the gateway's current records.
 * @param lines at most a few hundred.
 * @returns whether a line that was unmatched when it was imported matches by now.
 */
export async function findRecorded(
  db: Kysely<Schema>,
  lines: readonly PayoutLineRow[],
): Promise<(line: PayoutLineRow) => boolean> {
  const compared = lines.filter(({ state }) => state === 'unmatched');
  const recordOf = await findRecords(db, compared);
  return (line) => line.state === 'unmatched' && problemOf(line, recordOf(line), false) === undefined;
}

/** Compares the lines that were unmatched with the gateway's current records, page by page. */
async function* compareUnmatched(
  db: Kysely<Schema>,
): AsyncGenerator<{ readonly line: PayoutLineRow; readonly problem: string | undefined }> {
  for await (const lines of readUnmatchedPages(db)) {
    const problemIn = await findProblems(db, lines, await findRecords(db, lines));
    for (const line of lines) yield { line, problem: problemIn(line) };
  }
}

/**
 * Finds money in settlement reports that differs from what the gateway recorded. Reads only lines that were unmatched.
 * @param limit maximum number of lines; by default all.
 */
export async function findUnmatched(
  db: Kysely<Schema>,
  limit = Number.POSITIVE_INFINITY,
): Promise<Unmatched[]> {
  const unmatched: Unmatched[] = [];
  for await (const { line, problem } of compareUnmatched(db)) {
    if (problem !== undefined) unmatched.push({ line, problem });
    if (unmatched.length >= limit) break;
  }
  return unmatched;
}

/** Numbers of lines that differ from the gateway's records. */
export interface UnmatchedCounts {
  /** Lines of the report. */
  readonly unmatched: number;
  /** Lines of earlier reports. */
  readonly unmatched_earlier: number;
}

/**
 * Marks the lines that match the gateway's records.
 * @param isOfReport whether a line is of the report that is being imported.
 * @returns the numbers of lines that are still unmatched.
 */
export async function matchLines(
  db: Kysely<Schema>,
  isOfReport: (line: PayoutLineRow) => boolean,
): Promise<UnmatchedCounts> {
  const matched: LineKey[] = [];
  const counts = { unmatched: 0, unmatched_earlier: 0 };
  for await (const { line, problem } of compareUnmatched(db)) {
    if (problem === undefined) matched.push({ provider: line.provider, id: line.id });
    else counts[isOfReport(line) ? 'unmatched' : 'unmatched_earlier'] += 1;
  }
  // A line that was resolved meanwhile stays resolved: the audit log names it.
  await markLines(db, matched, { from: 'unmatched', to: 'matched' });
  return counts;
}
