import { type OffsetStore, PENDING_PREFIX } from './store.ts';

/** Number of writes after which a memory store deletes expired values. */
const PURGE_EVERY = 1000;

/**
 * A store in this process, for development and tests. A restart forgets all orders: their status is then unknown and
 * their callbacks never run, so use a persistent store in production.
 * @param now milliseconds since 1970, for tests. Default: `Date.now`.
 * @example
 * createOffset({ service, store: memoryStore() });
 */
export function memoryStore(now: () => number = () => Date.now()): OffsetStore {
  const entries = new Map<string, { value: string; expires: number }>();
  let writes = 0;

  function live(key: string): string | undefined {
    const entry = entries.get(key);
    return entry && entry.expires > now() ? entry.value : undefined;
  }

  function write(key: string, value: string, ttlSeconds: number): void {
    entries.set(key, { value, expires: now() + ttlSeconds * 1000 });
    if (++writes % PURGE_EVERY !== 0) return;
    for (const [name, { expires }] of entries) if (expires <= now()) entries.delete(name);
  }

  return {
    get: async (key) => live(key),
    set: async (key, value, ttlSeconds) => write(key, value, ttlSeconds),
    setIfAbsent: async (key, value, ttlSeconds) => {
      if (live(key) !== undefined) return false;
      write(key, value, ttlSeconds);
      return true;
    },
    delete: async (key, value) => {
      if (value === undefined || live(key) === value) entries.delete(key);
    },
    listPending: async () =>
      [...entries.keys()].filter((key) => key.startsWith(PENDING_PREFIX) && live(key) !== undefined),
  };
}
