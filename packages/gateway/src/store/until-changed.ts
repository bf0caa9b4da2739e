import { setImmediate } from 'node:timers/promises';
import type { Database } from './engine.ts';

const kept = new WeakMap<Database, { version: number; values: Map<string, unknown> }>();
const MAX_SIZE = 10_000;
/** Reads which have not begun yet, by name. */
const readings = new WeakMap<Database, Map<string, Promise<unknown>>>();

/**
 * Keeps what was read for as long as nothing at all was written to the database, by whichever process. Where the
 * engine cannot tell (PostgreSQL, a database in memory) it is read again for all who ask in the same turn of the event
 * loop. What is not there is not kept.
 */
export async function untilChanged<T>(
  db: Database,
  name: string,
  read: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const version = db.version?.();
  if (version === undefined) return forAll(db, name, read);
  let known = kept.get(db);
  if (known?.version !== version) {
    known = { version, values: new Map() };
    kept.set(db, known);
  }
  const value = (known.values.get(name) as T | undefined) ?? (await read());
  if (value !== undefined && known.values.size < MAX_SIZE) known.values.set(name, value);
  return value;
}

/** Reads once for all who ask before the reading begins: none of them gets what was so before they called. */
function forAll<T>(db: Database, name: string, read: () => Promise<T>): Promise<T> {
  const waiting = readings.get(db) ?? new Map<string, Promise<unknown>>();
  readings.set(db, waiting);
  let reading = waiting.get(name) as Promise<T> | undefined;
  if (!reading) {
    reading = setImmediate().then(() => {
      waiting.delete(name);
      return read();
    });
    waiting.set(name, reading);
  }
  return reading;
}
