import type { Schema } from '../schema.ts';
import type { Tx } from '../transaction.ts';
import { insertRows, type Row } from './insert-rows.ts';

/** A row to insert into a table for each row of another table. */
export interface Copy {
  readonly into: keyof Schema;
  /** For each of its columns: the column of the other row to copy, or one text for all rows. */
  readonly columns: Readonly<Record<string, string | { readonly text: string }>>;
}

/** Inserts copies of rows that were read. */
export async function insertCopies(
  tx: Tx,
  { into, columns }: Copy,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  const entries = Object.entries(columns);
  const copies = rows.map((row) =>
    Object.fromEntries(
      entries.map(([column, from]) => [column, typeof from === 'string' ? row[from] : from.text]),
    ),
  );
  await insertRows(tx, { into, columns: Object.keys(columns) }, copies as Row[]);
}

/** SQL that inserts copies of the rows that the statement has just `updated`: they need not be read first. */
export function copyText({ into, columns }: Copy): string {
  const froms = Object.values(columns).map((from) => (typeof from === 'string' ? from : `'${from.text}'`));
  return `insert into ${into} (${Object.keys(columns).join(', ')}) select ${froms.join(', ')} from updated`;
}
