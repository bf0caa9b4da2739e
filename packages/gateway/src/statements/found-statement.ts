import type { Statement } from '@flight-offset/core';

/** The sums of lines. */
export type Sums = Pick<Statement, 'total_minor' | 'orders' | 'refunds'>;

/** A statement of a merchant, without its lines. */
export interface FoundStatement {
  readonly merchantId: string;
  /** The merchant's name when the statement was closed; for an open statement, the current name. */
  readonly merchantName: string;
  /** As in the merchant's row. */
  readonly sandbox: number;
  readonly statement: Statement;
  /** Returns the statement after its lines are read: an open one may have more lines by then. */
  withSums(sums: Sums): Statement;
}
