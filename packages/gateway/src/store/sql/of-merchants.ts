import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../engine.ts';
import { engineOf } from '../engine-of.ts';
import { mayBeDistributed } from '../is-distributed.ts';
import { isOneOf } from './is-one-of.ts';

/** A condition on the merchants of rows, and the part of a statement's name that stands for it. */
export interface OfMerchants {
  readonly condition: RawBuilder<boolean>;
  readonly variant: 'routed' | 'filtered';
}

/**
 * SQL for whether rows found by their identifiers belong to given merchants. PostgreSQL expects a few rows per merchant
 * until a table is analyzed: it would read an index by merchant from end to end instead of looking up the identifiers.
 * So no index serves this condition, unless rows are spread by merchant and it leads to their shard.
 */
export function ofMerchants(db: Database, column: string, merchants: readonly string[]): OfMerchants {
  if (db.engine === 'sqlite' || mayBeDistributed(db))
    return { condition: isOneOf(db.engine, column, merchants), variant: 'routed' };
  return { condition: sql`${unindexed(column)} = any(${merchants})`, variant: 'filtered' };
}

/** A text column as an expression of the same value that no index of the column serves. */
export function unindexed(column: string): RawBuilder<string> {
  return sql`${sql.ref(column)} || ''`;
}

/**
 * A merchant column, for a condition beside another that an index with few rows serves. Of the two indexes, SQLite
 * might choose the merchant's and read everything that the merchant ever had.
 */
export function merchantOfFew(db: Pick<Kysely<never>, 'getExecutor'>, column: string): RawBuilder<string> {
  return engineOf(db) === 'sqlite' ? unindexed(column) : sql.ref(column);
}
