import type { StatementLineTable } from '../store/schema.ts';
import type { Copy } from '../store/sql/copies.ts';
import { insertRows } from '../store/sql/insert-rows.ts';
import type { Tx } from '../store/transaction.ts';

/** A line that is on no statement yet. */
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
 * Adds lines to each merchant's next statement. A line is named after its order or refund, so that the database refuses
 * a second line for the same one.
 */
export async function addLines(tx: Tx, lines: readonly NewLine[]): Promise<void> {
  await insertRows(
    tx,
    INTO,
    lines.map((line) => ({ ...line })),
  );
}

/** The line of a completed order, as {@link addLines} would add it. */
export const ORDER_LINE: Copy = {
  into: 'statement_lines',
  columns: {
    merchant_id: 'merchant_id',
    id: 'id',
    kind: { text: 'order' },
    product: 'product',
    order_id: 'id',
    reference: 'reference',
    currency: 'currency',
    amount_minor: 'amount_minor',
    grams: 'grams',
    created_at: 'settled_at',
  },
};
