import type { Statement, StatementLine, StatementWithLines } from '@flight-offset/core';
import type { Kysely } from 'kysely';
import type { Schema, StatementLineRow } from '../store/schema.ts';
import { addToSums, NO_SUMS } from './add-to-sums.ts';
import type { FoundStatement } from './found-statement.ts';

/** Lines per page, to bound the memory of a response. */
const PAGE = 1000;

/** Position of a line. */
export type LinePlace = Pick<StatementLineRow, 'created_at' | 'id'>;

/**
 * Reads lines of a statement, oldest first.
 * @param after position of the last line seen; undefined to start with the first.
 */
export async function readLines(
  db: Kysely<Schema>,
  { merchantId, statement: { id, currency, state } }: Pick<FoundStatement, 'merchantId' | 'statement'>,
  after: LinePlace | undefined,
  limit: number,
): Promise<StatementLineRow[]> {
  const isOpen = state === 'open';
  let query = db
    .selectFrom('statement_lines')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('currency', '=', currency)
    .where('statement_id', isOpen ? 'is' : '=', isOpen ? null : id);
  if (after) {
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('created_at', 'id'), '>', tuple(after.created_at, after.id)),
    );
  }
  return query.orderBy('created_at').orderBy('id').limit(limit).execute();
}

/**
 * Reads all lines of a statement, a page at a time.
 * @throws if an open statement was closed meanwhile: its lines are on another statement now.
 */
export async function* readPages(
  db: Kysely<Schema>,
  found: Pick<FoundStatement, 'merchantId' | 'statement'>,
): AsyncGenerator<StatementLine[]> {
  let rows = await readLines(db, found, undefined, PAGE);
  const [first] = rows;
  yield rows.map(lineJson);
  if (rows.length < PAGE) return;
  do {
    rows = await readLines(db, found, rows.at(-1), PAGE);
    yield rows.map(lineJson);
  } while (rows.length === PAGE);
  // If it was closed, the oldest line is gone with the others.
  const [oldest] = await readLines(db, found, undefined, 1);
  if (oldest?.id !== first?.id) throw new Error(`${found.statement.id} was closed while it was read`);
}

/** Returns a statement with its oldest lines, at most `most` of them. */
export async function withFirstLines(
  db: Kysely<Schema>,
  found: FoundStatement,
  most: number,
): Promise<StatementWithLines> {
  const lines = (await readLines(db, found, undefined, most)).map(lineJson);
  // Lines that were not read count only in the sums of the statement as found.
  return { ...(lines.length < most ? sumUp(found, lines) : found.statement), lines };
}

/** Returns a statement with all its lines, oldest first: for a single reader who waits for them. */
export async function withLines(db: Kysely<Schema>, found: FoundStatement): Promise<StatementWithLines> {
  const lines: StatementLine[] = [];
  for await (const page of readPages(db, found)) lines.push(...page);
  return { ...sumUp(found, lines), lines };
}

/** Returns a statement with the sums of exactly these lines. */
function sumUp(found: FoundStatement, lines: readonly StatementLine[]): Statement {
  return found.withSums(addToSums(NO_SUMS, lines));
}

/** Converts a line to its form in the interface. */
export function lineJson(row: StatementLineRow): StatementLine {
  return {
    kind: row.kind,
    order_id: row.order_id,
    ...(row.kind === 'refund' ? { refund_id: row.id } : {}),
    ...(row.reference === null ? {} : { reference: row.reference }),
    amount_minor: row.amount_minor,
    grams: row.grams,
    ...(row.product === 'carbon_credits' ? {} : { product: row.product }),
    at: new Date(row.created_at).toISOString(),
  };
}
