import type { StatementWithLines } from '@flight-offset/core';
import { csvRow } from '../csv/cell.ts';

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

/** A statement as CSV (RFC 4180): a line per order and refund, then one with the total. */
export function statementCsv({
  id,
  number,
  period,
  currency,
  total_minor,
  lines,
}: StatementWithLines): string {
  const head = [id, number, period, currency];
  const rows = lines.map(({ kind, at, order_id, refund_id, reference, grams, product, amount_minor }) => [
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
  const sum = { minor: total_minor, currency };
  const total = [...head, 'total', null, null, null, null, null, sum, null];
  return [COLUMNS, ...rows, total].map(csvRow).join('');
}
