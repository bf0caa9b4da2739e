import type { StatementLine } from '@flight-offset/core';
import type { Sums } from './found-statement.ts';

/** Sums of no lines. */
export const NO_SUMS: Sums = { total_minor: 0, orders: 0, refunds: 0 };

/** Adds lines to the sums of other lines. */
export function addToSums(sums: Sums, lines: readonly StatementLine[]): Sums {
  let { total_minor, orders, refunds } = sums;
  for (const { kind, amount_minor } of lines) {
    total_minor += amount_minor;
    if (kind === 'order') orders += 1;
    else refunds += 1;
  }
  return { total_minor, orders, refunds };
}
