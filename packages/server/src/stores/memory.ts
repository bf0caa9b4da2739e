import { type OffsetStore, OPEN_PREFIX } from './store.ts';

/** After how many writes a memory store throws out what has expired. */
const SWEEP_EVERY = 1000;

/**
 * A store in this process, for development and tests. A restart forgets which orders there were: their status is
 * then unknown here and their callbacks are not made up for, so use a lasting store in production.
 */
export function memoryStore(now: () => number = Date.now): OffsetStore {
  const entries = new Map<string, { value: string; expires: number }>();
  let writes = 0;

  function live(key: string): string | undefined {
    const entry = entries.get(key);
    return entry && entry.expires > now() ? entry.value : undefined;
  }

  function write(key: string, value: string, ttlSeconds: number): void {
    entries.set(key, { value, expires: now() + ttlSeconds * 1000 });
    if (++writes % SWEEP_EVERY !== 0) return;
    for (const [name, { expires }] of entries) if (expires <= now()) entries.delete(name);
  }

  return {
    get: async (key) => live(key),
    set: async (key, value, ttlSeconds) => write(key, value, ttlSeconds),
    add: async (key, value, ttlSeconds) => {
      if (live(key) !== undefined) return false;
      write(key, value, ttlSeconds);
      return true;
    },
    delete: async (key) => void entries.delete(key),
    open: async () =>
      [...entries.keys()].filter((key) => key.startsWith(OPEN_PREFIX) && live(key) !== undefined),
  };
}
