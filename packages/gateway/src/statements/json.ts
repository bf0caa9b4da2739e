import type { StatementLine } from '@flight-offset/core';
import { addToSums, NO_SUMS } from './add-to-sums.ts';
import type { FoundStatement } from './found-statement.ts';

/**
 * Writes a statement with its lines as JSON. Its sums come after the lines, since an open statement may have more lines
 * by then.
 * @param pages its lines.
 */
export async function* statementJson(
  found: FoundStatement,
  pages: AsyncIterable<readonly StatementLine[]>,
): AsyncGenerator<string> {
  const { id, number, period, currency, state } = found.statement;
  yield `${JSON.stringify({ id, number, period, currency, state }).slice(0, -1)},"lines":[`;
  let sums = NO_SUMS;
  for await (const lines of pages) {
    if (lines.length === 0) continue;
    yield `${sums === NO_SUMS ? '' : ','}${JSON.stringify(lines).slice(1, -1)}`;
    sums = addToSums(sums, lines);
  }
  const { total_minor, tax, orders, refunds, closed_at, paid_at } = found.withSums(sums);
  yield `],${JSON.stringify({ total_minor, tax, orders, refunds, closed_at, paid_at }).slice(1)}`;
}
