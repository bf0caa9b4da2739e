import { type Kysely, SqliteAdapter } from 'kysely';
import type { Engine } from './engine.ts';
import type { Schema } from './schema.ts';

/** Returns the engine of a database or transaction, read from its adapter: callers need not pass it along. */
export function engineOf(db: Pick<Kysely<Schema>, 'getExecutor'>): Engine {
  return db.getExecutor().adapter instanceof SqliteAdapter ? 'sqlite' : 'postgres';
}
