import type { Kysely } from 'kysely';
import { engineOf } from '../engine-of.ts';
import type { Schema } from '../schema.ts';

type Reads = Pick<Kysely<Schema>, 'getExecutor'>;

/**
 * A query whose rows are locked until the transaction ends: other transactions hold or change them before or after it.
 * Rows that refer to them may be added meanwhile. SQLite has one writer at a time, so it needs no locks.
 */
export function holding<Q extends { forNoKeyUpdate(): Q }>(tx: Reads, query: Q): Q {
  return engineOf(tx) === 'postgres' ? query.forNoKeyUpdate() : query;
}

/** As {@link holding}, but transactions that add rows referring to these wait too. */
export function holdingKeys<Q extends { forUpdate(): Q }>(tx: Reads, query: Q): Q {
  return engineOf(tx) === 'postgres' ? query.forUpdate() : query;
}
