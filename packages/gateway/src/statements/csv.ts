import type { StatementLine } from '@flight-offset/core';
import { csvRow } from '../csv/cell.ts';
import { addToSums, NO_SUMS } from './add-to-sums.ts';
import type { FoundStatement } from './found-statement.ts';

/** Columns of a statement as CSV. */
const COLUMNS = [
  'statement',
  'number',
  'period',
  'currency',
  'kind',
  'at',
  'order_id',
  'refund_id',
  'reference',
  'kg',
  'amount',
  'product',
];

/**
 * Writes a statement as CSV (RFC 4180): a line per order and refund, then net and tax if the statement states a tax,
 * then the total.
 * @param pages its lines.
 */
export async function* statementCsv(
  found: FoundStatement,
  pages: AsyncIterable<readonly StatementLine[]>,
): AsyncGenerator<string> {
  const { id, number, period, currency } = found.statement;
  const head = [id, number, period, currency];
  const rowOf = ({ kind, at, order_id, refund_id, reference, grams, product, amount_minor }: StatementLine) =>
    csvRow([
      ...head,
      kind,
      at,
      order_id,
      refund_id ?? null,
      reference ?? null,
      grams / 1000,
      { minor: amount_minor, currency },
      product ?? 'carbon_credits',
    ]);
  yield csvRow(COLUMNS);
  let sums = NO_SUMS;
  for await (const lines of pages) {
    sums = addToSums(sums, lines);
    yield lines.map(rowOf).join('');
  }
  const { total_minor, tax } = found.withSums(sums);
  const sumRow = (kind: string, minor: number, reference: string | null = null) =>
    csvRow([...head, kind, null, null, null, reference, null, { minor, currency }, null]);
  if (tax) yield sumRow('net', tax.net_minor) + sumRow('tax', tax.tax_minor, `${tax.label} ${tax.rate}%`);
  yield sumRow('total', total_minor);
}
