import type { StatementWithLines } from '@flight-offset/core';

/** Content of a printed statement. */
export interface StatementPdf {
  readonly statement: StatementWithLines;
  readonly merchantName: string;
  readonly sandbox: boolean;
}

/** Maximum number of printed lines: above it, the document has only the totals, and names the CSV. */
const MAX_PRINTED_LINES = 2000;

/** Number of lines to read for printing: one more than the maximum shows that there are too many. */
export const LINES_TO_READ: number = MAX_PRINTED_LINES + 1;

/** Prepares a statement for printing. @param statement a copy without lines is kept if there are too many to print. */
export function statementContent(
  statement: StatementWithLines,
  merchantName: string,
  sandbox: boolean,
): StatementPdf & { readonly kind: 'statement' } {
  const lines = statement.lines.length > MAX_PRINTED_LINES ? [] : statement.lines;
  return { kind: 'statement', statement: { ...statement, lines }, merchantName, sandbox };
}
