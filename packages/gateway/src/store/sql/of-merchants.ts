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
 * Returns SQL for whether rows found by their identifiers belong to given merchants. PostgreSQL expects a few rows per
 * merchant until a table is analyzed: it would read an index by merchant from end to end instead of looking up the
 * identifiers. So no index serves this condition, unless rows are spread by merchant and it leads to their shard.
 */
export function ofMerchants(db: Database, column: string, merchants: readonly string[]): OfMerchants {
  if (db.engine === 'sqlite' || mayBeDistributed(db))
    return { condition: isOneOf(db.engine, column, merchants), variant: 'routed' };
  return { condition: sql`${unindexed(column)} = any(${merchants})`, variant: 'filtered' };
}

/** Returns an expression with the value of a text column that no index of the column serves. */
export function unindexed(column: string): RawBuilder<string> {
  return sql`${sql.ref(column)} || ''`;
}

/**
 * Returns a merchant column, for a condition beside a more selective one. Of the two indexes, SQLite might choose the
 * merchant's and read all rows of the merchant.
 */
export function merchantOfFew(db: Pick<Kysely<never>, 'getExecutor'>, column: string): RawBuilder<string> {
  return engineOf(db) === 'sqlite' ? unindexed(column) : sql.ref(column);
}
