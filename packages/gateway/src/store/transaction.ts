import type { Transaction } from 'kysely';
import type { Database } from './engine.ts';
import type { Schema } from './schema.ts';

/** A running transaction, or the database outside of one: what queries are asked of. */
export type Tx = Transaction<Schema>;

const TRIES = 5;
/** PostgreSQL: serialization failure and deadlock; SQLite: another process holds the lock. */
const TRANSIENT = new Set(['40001', '40P01', 'SQLITE_BUSY', 'SQLITE_BUSY_SNAPSHOT']);

function isTransient(error: unknown): boolean {
  return error instanceof Error && 'code' in error && TRANSIENT.has(String(error.code));
}

/** Runs `work` in one transaction; repeats it where the database asks for that. */
export async function inTransaction<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.kysely.transaction().execute(work);
    } catch (error) {
      if (tries >= TRIES || !isTransient(error)) throw error;
    }
  }
}
