import type { Database } from './engine.ts';

const kept = new WeakMap<Database, { version: number; values: Map<string, unknown> }>();
const MOST = 10_000;

/**
 * Keeps what was read for as long as nothing at all was written to the database, by whichever process. Where the
 * engine cannot tell (PostgreSQL, a database in memory) it is read each time. What is not there is not kept.
 */
export async function untilChanged<T>(
  db: Database,
  name: string,
  read: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const version = db.version?.();
  if (version === undefined) return read();
  let known = kept.get(db);
  if (known?.version !== version) {
    known = { version, values: new Map() };
    kept.set(db, known);
  }
  const value = (known.values.get(name) as T | undefined) ?? (await read());
  if (value !== undefined && known.values.size < MOST) known.values.set(name, value);
  return value;
}
