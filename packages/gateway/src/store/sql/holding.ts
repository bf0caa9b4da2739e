import type { Kysely } from 'kysely';
import { engineOf } from '../engine-of.ts';
import type { Schema } from '../schema.ts';

type Reads = Pick<Kysely<Schema>, 'getExecutor'>;

/**
 * A query whose rows are held until the transaction ends: whoever else holds or changes them comes before or after it. Rows
 * that refer to them may be added meanwhile. SQLite has one writer at a time, so that nothing is to be held there.
 */
export function holding<Q extends { forNoKeyUpdate(): Q }>(tx: Reads, query: Q): Q {
  return engineOf(tx) === 'postgres' ? query.forNoKeyUpdate() : query;
}

/** As {@link holding}; whoever adds rows that refer to these waits too. */
export function holdingKeys<Q extends { forUpdate(): Q }>(tx: Reads, query: Q): Q {
  return engineOf(tx) === 'postgres' ? query.forUpdate() : query;
}
