import type { StatementWithLines } from '@flight-offset/core';

/** What a printed statement is made of. */
export interface StatementPdf {
  readonly statement: StatementWithLines;
  readonly merchantName: string;
  readonly sandbox: boolean;
}

/** Maximum number of lines that are printed: with more of them the document has the totals, and names the CSV. */
const MAX_PRINTED_LINES = 2000;

/** How many lines are read for printing: one more than are printed shows that they are too many. */
export const LINES_TO_READ: number = MAX_PRINTED_LINES + 1;

/**
 * Prepares a statement for printing.
 * @param statement a copy without lines is kept where they are too many to print.
 */
export function statementContent(
  statement: StatementWithLines,
  merchantName: string,
  sandbox: boolean,
): StatementPdf & { readonly kind: 'statement' } {
  const lines = statement.lines.length > MAX_PRINTED_LINES ? [] : statement.lines;
  return { kind: 'statement', statement: { ...statement, lines }, merchantName, sandbox };
}
