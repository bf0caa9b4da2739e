import type { StatementWithLines } from '@flight-offset/core';
import { csvCell } from '../csv/cell.ts';
import { decimalText } from '../csv/decimal-text.ts';

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
    // A number, which a spreadsheet must not take for a formula where it is below zero.
    decimalText(amount_minor, currency),
    product ?? 'carbon_credits',
  ]);
  const total = [...head, 'total', null, null, null, null, null, decimalText(total_minor, currency), null];
  return [COLUMNS, ...rows, total].map(line).join('');
}

function line(cells: readonly (string | number | null)[]): string {
  return `${cells.map((cell) => (typeof cell === 'string' && /^-?\d+(?:\.\d+)?$/.test(cell) ? cell : csvCell(cell))).join(',')}\r\n`;
}
