import { type OffsetStore, PENDING_PREFIX } from './store.ts';

/** A cache that keeps strings for 400 days. */
export interface KeyValue {
  get(key: string): Promise<string | null | undefined> | string | null | undefined;
  set(key: string, value: string, ttlSeconds: number): Promise<unknown> | unknown;
}

/** Key under which the names of pending orders are kept. */
const INDEX = 'pending-orders';

/** Value that replaces a deleted one. */
const GONE = '';

const YEAR = 365 * 86_400;

/**
 * A store on any `get` and `set`, for one process, as they cannot write "only if absent". Several processes need
 * `redisStore` or `kyselyStore`.
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
    return (await cache.get(key)) || undefined;
  }

  async function keep(key: string, value: string, ttlSeconds: number): Promise<void> {
    await cache.set(key, value, ttlSeconds);
    const kept: unknown = (await read(key)) ?? GONE;
    // By default, Keyv does not report a failed write. A value that the cache has parsed is refused when it is read.
    if (typeof kept === 'string' && kept !== value) throw new Error('the cache has not kept a write');
  }

  async function write(key: string, value: string, ttlSeconds: number): Promise<void> {
    await keep(key, value, ttlSeconds);
    if (!key.startsWith(PENDING_PREFIX)) return;
    const names = new Set((await read(INDEX))?.split('\n'));
    const size = names.size;
    if (value === GONE) names.delete(key);
    else names.add(key);
    if (names.size !== size) await keep(INDEX, [...names].join('\n'), YEAR);
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
    listPending: async () => (await read(INDEX))?.split('\n') ?? [],
  };
}
