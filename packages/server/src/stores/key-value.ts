import { type OffsetStore, PENDING_PREFIX } from './store.ts';

/** Anything that keeps strings for 400 days: a cache of your framework, a file, a key-value service. */
export interface KeyValue {
  get(key: string): Promise<string | null | undefined> | string | null | undefined;
  set(key: string, value: string, ttlSeconds: number): Promise<unknown> | unknown;
}

/** Key under which the names of pending orders are kept. */
const INDEX = 'pending-orders';

/** What is written in place of a deleted value. */
const GONE = '';

const YEAR = 365 * 86_400;

/**
 * A store on any pair of `get` and `set`. Such a pair cannot write "only if absent", so writes are serialised here:
 * orders and callbacks are single within one process. With several processes, use a store whose `setIfAbsent` is
 * atomic, such as `redisStore` or `kyselyStore`.
 * @example
 * const store = keyValueStore({ get: (key) => cache.get(key), set: (key, text, ttl) => cache.set(key, text, { ttl }) });
 */
export function keyValueStore(cache: KeyValue): OffsetStore {
  let last: Promise<unknown> = Promise.resolve();

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = last.then(work, work);
    last = mine;
    return mine;
  }

  async function read(key: string): Promise<string | undefined> {
    const value = await cache.get(key);
    return value === null || value === GONE ? undefined : value;
  }

  async function readIndex(): Promise<Set<string>> {
    return new Set(((await read(INDEX)) ?? '').split('\n').filter((name) => name !== ''));
  }

  async function write(key: string, value: string, ttlSeconds: number): Promise<void> {
    await cache.set(key, value, ttlSeconds);
    if (!key.startsWith(PENDING_PREFIX)) return;
    const names = await readIndex();
    const size = names.size;
    if (value === GONE) names.delete(key);
    else names.add(key);
    if (names.size !== size) await cache.set(INDEX, [...names].join('\n'), YEAR);
  }

  return {
    get: read,
    set: (key, value, ttlSeconds) => inTurn(() => write(key, value, ttlSeconds)),
    setIfAbsent: (key, value, ttlSeconds) =>
      inTurn(async () => {
        if ((await read(key)) !== undefined) return false;
        await write(key, value, ttlSeconds);
        return true;
      }),
    delete: (key, value) =>
      inTurn(async () => {
        if (value === undefined || (await read(key)) === value) await write(key, GONE, 1);
      }),
    listPending: async () => [...(await readIndex())],
  };
}
