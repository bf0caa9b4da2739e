import { type Kysely, SqliteAdapter } from 'kysely';
import type { Engine } from './engine.ts';
import type { Schema } from './schema.ts';

/**
 * The engine that queries run on, read from the adapter of the database or transaction, so that nobody has to pass it
 * along.
 */
export function engineOf(db: Pick<Kysely<Schema>, 'getExecutor'>): Engine {
  return db.getExecutor().adapter instanceof SqliteAdapter ? 'sqlite' : 'postgres';
}
