import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../engine.ts';
import { engineOf } from '../engine-of.ts';
import { mayBeDistributed } from '../is-distributed.ts';
import { isOneOf } from './is-one-of.ts';

/** A condition on the merchants of rows, and what tells a prepared statement with it from one with another. */
export interface OfMerchants {
  readonly condition: RawBuilder<boolean>;
  readonly variant: 'routed' | 'filtered';
}

/**
 * Whether rows which their identifiers find are of some merchants. PostgreSQL expects a few rows per merchant until a table
 * is analyzed: it would read an index by merchant from end to end, in place of looking up the identifiers. So this
 * condition is one that no index serves, except where rows are spread by merchant and it leads to their shard.
 */
export function ofMerchants(db: Database, column: string, merchants: readonly string[]): OfMerchants {
  if (db.engine === 'sqlite' || mayBeDistributed(db))
    return { condition: isOneOf(db.engine, column, merchants), variant: 'routed' };
  return { condition: sql`${unindexed(column)} = any(${merchants})`, variant: 'filtered' };
}

/** A column of text as an expression of the same value which no index of the column serves. */
export function unindexed(column: string): RawBuilder<string> {
  return sql`${sql.ref(column)} || ''`;
}

/**
 * A column of merchants, for a condition beside another that an index of few rows serves. Of two indexes SQLite may take the
 * merchant's, and read all that the merchant ever had.
 */
export function merchantOfFew(db: Pick<Kysely<never>, 'getExecutor'>, column: string): RawBuilder<string> {
  return engineOf(db) === 'sqlite' ? unindexed(column) : sql.ref(column);
}
