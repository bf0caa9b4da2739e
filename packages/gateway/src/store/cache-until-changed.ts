import { setImmediate } from 'node:timers/promises';
import type { Database } from './engine.ts';

const cached = new WeakMap<Database, { version: number; values: Map<string, unknown> }>();
const MAX_SIZE = 10_000;

/** Readings of one name. */
interface Readings {
  /** The reading under way. */
  readonly running?: Promise<unknown> | undefined;
  /** The reading that has not begun yet. */
  readonly waiting?: Promise<unknown> | undefined;
}

const readings = new WeakMap<Database, Map<string, Readings>>();

/**
 * Keeps a value for as long as no process writes anything to the database. If the engine cannot report writes
 * (PostgreSQL, a database in memory), all calls before a reading begins share it. A missing value is not kept.
 */
export async function cacheUntilChanged<T>(
  db: Database,
  name: string,
  read: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const version = db.version?.();
  if (version === undefined) return shareReading(db, name, read);
  let known = cached.get(db);
  if (known?.version !== version) {
    known = { version, values: new Map() };
    cached.set(db, known);
  }
  const value = (known.values.get(name) as T | undefined) ?? (await read());
  if (value !== undefined && known.values.size < MAX_SIZE) known.values.set(name, value);
  return value;
}

/**
 * How long a reading waits for the previous one, milliseconds: if a connection is silent, only its own requests wait.
 */
const MAX_WAIT_MS = 50;

const tooLong = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS));

/**
 * Reads once for all callers before the reading begins: none of them gets a value from before their call. It begins
 * once the previous reading has ended, so that many requests need few readings.
 */
function shareReading<T>(db: Database, name: string, read: () => Promise<T>): Promise<T> {
  const known = readings.get(db) ?? new Map<string, Readings>();
  readings.set(db, known);
  const { running, waiting } = known.get(name) ?? {};
  if (waiting) return waiting as Promise<T>;
  const next = begin();
  known.set(name, { running, waiting: next });
  return next;

  async function begin(): Promise<T> {
    // The error of the previous reading is for the callers that waited for it.
    await (running ? Promise.race([running.catch(() => {}), tooLong()]) : setImmediate());
    const now = { running: next };
    known.set(name, now);
    try {
      return await read();
    } finally {
      if (known.get(name) === now) known.delete(name);
    }
  }
}
