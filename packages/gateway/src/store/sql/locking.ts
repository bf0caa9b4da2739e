import type { Kysely } from 'kysely';
import { engineOf } from '../engine-of.ts';
import type { Schema } from '../schema.ts';

type Reads = Pick<Kysely<Schema>, 'getExecutor'>;

/**
 * Locks the rows of a query until the transaction ends: other transactions lock or change them before or after it. Rows
 * that refer to them may be added meanwhile. SQLite has one writer at a time, so it needs no locks.
 */
export function locking<Q extends { forNoKeyUpdate(): Q }>(tx: Reads, query: Q): Q {
  return engineOf(tx) === 'postgres' ? query.forNoKeyUpdate() : query;
}

/** As {@link locking}, but transactions that add rows referring to these wait too. */
export function lockingKeys<Q extends { forUpdate(): Q }>(tx: Reads, query: Q): Q {
  return engineOf(tx) === 'postgres' ? query.forUpdate() : query;
}
