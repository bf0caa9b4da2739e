import type { Actor } from '../audit/actor.ts';
import { recordAudit } from '../audit/record.ts';
import type { Database } from '../store/engine.ts';
import { lockWork } from '../store/lock-work.ts';
import type { PayoutLineRow } from '../store/schema.ts';
import { inPages } from '../store/sql/in-pages.ts';
import { insertRows } from '../store/sql/insert-rows.ts';
import { inTransaction, type Tx } from '../store/transaction.ts';
import { findRecorded, findSettledTwice, matchLines, type UnmatchedCounts } from './find-unmatched.ts';
import { markLines } from './mark-lines.ts';
import { readReport } from './read-report.ts';
import { ReportError, type ReportingProvider, type ReportLine } from './report-line.ts';

/** A downloaded settlement report. */
export interface SettlementReport {
  readonly provider: ReportingProvider;
  readonly file: AsyncIterable<Uint8Array | string>;
}

/** Result of an import. */
export interface ImportedReport extends UnmatchedCounts {
  readonly lines: number;
  /** Lines that no earlier report had. */
  readonly added: number;
  readonly payouts: number;
}

/** Maximum number of lines of a report: it is checked as a whole before anything is stored. */
const MAX_LINES = 200_000;
const PAGE = 500;

interface NumberedRow {
  readonly row: PayoutLineRow;
  readonly line: number;
}

/**
 * Stores a settlement report, all of it or nothing. Lines that are already known stay as they are, so that a report can
 * be imported again and reports may overlap. If a known line lacks the amount that the payer paid, it is added.
 * @param by who imports it, for the audit log.
 * @throws ReportError if the report cannot be read, or if a line differs from one of an earlier report.
 */
export async function importReport(
  db: Database,
  { provider, file }: SettlementReport,
  now: number,
  by: Actor,
): Promise<ImportedReport> {
  // On SQLite, orders wait for the transaction, so the comparison is done before it as far as possible.
  const rows = await withMatchedState(db, await readRows(provider, file, now));
  const payouts = new Set(rows.map(({ row }) => row.payout)).size;
  return inTransaction(db, async (tx) => {
    // Two simultaneous reports may settle the same payment twice: the second one compared finds the lines of the first.
    // No payout is removed meanwhile, so known lines stay known.
    await lockWork(tx, 'payouts import');
    const added: PayoutLineRow[] = [];
    for (const page of inPages(rows, PAGE)) added.push(...(await store(tx, page)));
    await unmatchSettledTwice(tx, added);
    const ids = new Set(rows.map(({ row }) => row.id));
    const counts = await matchLines(tx, (line) => line.provider === provider && ids.has(line.id));
    const imported = { lines: rows.length, added: added.length, payouts, ...counts };
    if (added.length > 0)
      await recordAudit(tx, by, { action: 'payouts.imported', subject: provider, after: imported });
    return imported;
  });
}

async function readRows(
  provider: ReportingProvider,
  file: AsyncIterable<Uint8Array | string>,
  now: number,
): Promise<NumberedRow[]> {
  const rows = new Map<string, NumberedRow>();
  for await (const { entry, line } of readReport(provider, file)) {
    const row = rowOf(provider, entry, now);
    const known = rows.get(row.id);
    if (known && changesOf(known.row, row) !== '')
      throw new ReportError(
        `line ${line}: ${row.id} is also in line ${known.line}, with other values (${changesOf(known.row, row)})`,
      );
    rows.set(row.id, known ?? { row, line });
    if (rows.size > MAX_LINES) throw new ReportError(`the report has more than ${MAX_LINES} lines; split it`);
  }
  if (rows.size === 0) throw new ReportError('the report has no lines');
  return [...rows.values()];
}

/** Marks the lines that match the gateway's records. */
async function withMatchedState(db: Database, rows: readonly NumberedRow[]): Promise<NumberedRow[]> {
  const all: NumberedRow[] = [];
  for (const page of inPages(rows, PAGE)) {
    const lines = page.map(({ row }) => row);
    const isRecorded = await findRecorded(db.reader, lines);
    for (const { row, line } of page)
      all.push({ row: isRecorded(row) ? { ...row, state: 'matched' } : row, line });
  }
  return all;
}

function rowOf(provider: ReportingProvider, line: ReportLine, now: number): PayoutLineRow {
  const hasRecord = line.kind === 'payment' || line.kind === 'refund' || line.kind === 'dispute';
  return {
    provider,
    id: line.id,
    payout: line.payout,
    kind: line.kind,
    payment_reference: line.paymentReference,
    reference: line.reference,
    currency: line.currency,
    gross_minor: line.gross,
    fee_minor: line.fee,
    tax_minor: line.tax,
    net_minor: line.net,
    paid_currency: line.paidCurrency,
    paid_minor: line.paid,
    settled_on: line.settledOn,
    bank_reference: line.bankReference,
    state: hasRecord ? 'unmatched' : 'none',
    imported_at: now,
  };
}

const COLUMNS = [
  'provider',
  'id',
  'payout',
  'kind',
  'payment_reference',
  'reference',
  'currency',
  'gross_minor',
  'fee_minor',
  'tax_minor',
  'net_minor',
  'paid_currency',
  'paid_minor',
  'settled_on',
  'bank_reference',
  'state',
  'imported_at',
];

/**
 * Columns of a line that every report must repeat. The others were added by the gateway, or are missing in some
 * reports.
 */
const COMPARED = [
  ...(['payout', 'kind', 'currency', 'gross_minor', 'fee_minor', 'tax_minor', 'net_minor'] as const),
  'settled_on',
] as const;

/** Describes how a line differs from the known one; empty if it does not. */
function changesOf(known: PayoutLineRow, given: PayoutLineRow): string {
  return COMPARED.filter((column) => known[column] !== given[column])
    .map((column) => `${column} ${known[column]}, now ${given[column]}`)
    .join('; ');
}

/** Stores some lines. @returns the lines that are new. @throws ReportError if a known line differs. */
async function store(tx: Tx, rows: readonly NumberedRow[]): Promise<PayoutLineRow[]> {
  const insert = {
    into: 'payout_lines',
    columns: COLUMNS,
    ending: 'on conflict (provider, id) do nothing returning id',
  } as const;
  const inserted = await insertRows<{ id: string }>(
    tx,
    insert,
    rows.map(({ row }) => ({ ...row })),
  );
  const isNew = new Set(inserted.map(({ id }) => id));
  const added = rows.flatMap(({ row }) => (isNew.has(row.id) ? row : []));
  const known = new Map(rows.filter(({ row }) => !isNew.has(row.id)).map((one) => [one.row.id, one]));
  const [first] = rows;
  if (!first || known.size === 0) return added;
  const earlier = await tx
    .selectFrom('payout_lines')
    .selectAll()
    .where('provider', '=', first.row.provider)
    .where('id', 'in', [...known.keys()])
    .execute();
  for (const row of earlier) {
    const given = known.get(row.id);
    if (!given) continue;
    const changes = changesOf(row, given.row);
    if (changes !== '')
      throw new ReportError(
        `line ${given.line}: ${row.id} was imported earlier with other values (${changes})`,
      );
    if (lacksPaidAmount(row, given.row)) await addPaidAmount(tx, given.row);
  }
  return added;
}

/** Marks matched lines as unmatched if another line settled the same payment or refund too. */
async function unmatchSettledTwice(tx: Tx, added: readonly PayoutLineRow[]): Promise<void> {
  const matched = added.filter(({ state }) => state === 'matched');
  for (const page of inPages(matched, PAGE))
    await markLines(tx, page.filter(await findSettledTwice(tx, page)), { from: 'matched', to: 'unmatched' });
}

/** Whether a line states the amount paid in another currency, which an earlier report of the line left out. */
function lacksPaidAmount(known: PayoutLineRow, given: PayoutLineRow): boolean {
  const isLeftOut = known.paid_currency === known.currency && known.paid_minor === known.gross_minor;
  return isLeftOut && given.paid_currency !== given.currency;
}

async function addPaidAmount(
  tx: Tx,
  { provider, id, paid_currency, paid_minor }: PayoutLineRow,
): Promise<void> {
  await tx
    .updateTable('payout_lines')
    .set({ paid_currency, paid_minor })
    .where('provider', '=', provider)
    .where('id', '=', id)
    .execute();
}
