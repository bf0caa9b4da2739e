import { type Kysely, SqliteAdapter } from 'kysely';
import type { Engine } from './engine.ts';
import type { Schema } from './schema.ts';

/** The engine that queries run on: a database or a transaction knows it by its adapter, so that nobody passes it along. */
export function engineOf(db: Pick<Kysely<Schema>, 'getExecutor'>): Engine {
  return db.getExecutor().adapter instanceof SqliteAdapter ? 'sqlite' : 'postgres';
}
