import { insertRows, type TableRows } from '../store/insert-rows.ts';
import type { StatementLineTable } from '../store/schema.ts';
import type { Tx } from '../store/transaction.ts';

/** A line before it is on a statement. */
export type NewLine = Omit<StatementLineTable, 'statement_id'>;

const INTO = {
  into: 'statement_lines',
  columns: [
    'merchant_id',
    'id',
    'kind',
    'product',
    'order_id',
    'reference',
    'currency',
    'amount_minor',
    'grams',
    'created_at',
  ],
} as const;

/**
 * Lines as they are inserted, into what the next statement of each merchant will hold. A line is named after its order or
 * refund, so that the database refuses a second one of the same.
 */
export function lineRows(lines: readonly NewLine[]): TableRows {
  return [INTO, lines.map((line) => ({ ...line }))];
}

/** Adds lines as {@link lineRows}. */
export async function addLines(tx: Tx, lines: readonly NewLine[]): Promise<void> {
  await insertRows(tx, ...lineRows(lines));
}
