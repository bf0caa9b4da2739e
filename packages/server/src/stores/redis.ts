import { type OffsetStore, PENDING_PREFIX } from './store.ts';

/** Sends one command: `client.call(...)` of ioredis, `client.sendCommand([...])` of node-redis, or a REST bridge. */
export type RedisSend = (command: string, ...args: string[]) => Promise<unknown>;

/** Options of the Redis store. */
export interface RedisStoreOptions {
  /** Prefix of every key. Default `flight-offset:`. */
  readonly prefix?: string;
}

/** Deletes a key while it has a value: Redis runs a script in one step. */
const DELETE_IF =
  "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0";

/**
 * A store on Redis or Valkey, for any number of processes. It needs `SET NX EX`, `GET`, `DEL`, `EVAL` and sets; turn on
 * persistence (`appendonly yes`) and do not let it evict.
 * @example redisStore((command, ...args) => redis.call(command, ...args)); // ioredis
 * @example redisStore((...command) => redis.sendCommand(command)); // node-redis
 * @example redisStore((...command) => redis.exec(command)); // @upstash/redis, with automaticDeserialization: false
 */
export function redisStore(
  send: RedisSend,
  { prefix = 'flight-offset:' }: RedisStoreOptions = {},
): OffsetStore {
  if (typeof send !== 'function') throw new TypeError('redisStore takes a function that sends a command');
  const index = `${prefix}pending-orders`;

  async function write(key: string, value: string, ttlSeconds: number, ...more: string[]): Promise<boolean> {
    // Indexed first: reconciling drops an order that is indexed but absent, and never finds one that is not indexed.
    if (key.startsWith(PENDING_PREFIX)) await send('SADD', index, key);
    const ttl = String(Math.max(1, Math.ceil(ttlSeconds)));
    return (await send('SET', prefix + key, value, 'EX', ttl, ...more)) !== null;
  }

  return {
    async get(key) {
      const value = await send('GET', prefix + key);
      // A value that the client has parsed is passed on as it is: its text could differ from what was set.
      const text = value instanceof Uint8Array ? new TextDecoder().decode(value) : value;
      return (text ?? undefined) as string | undefined;
    },
    async set(key, value, ttlSeconds) {
      await write(key, value, ttlSeconds);
    },
    setIfAbsent: (key, value, ttlSeconds) => write(key, value, ttlSeconds, 'NX'),
    async delete(key, value) {
      if (value !== undefined) return void (await send('EVAL', DELETE_IF, '1', prefix + key, value));
      await send('DEL', prefix + key);
      if (key.startsWith(PENDING_PREFIX)) await send('SREM', index, key);
    },
    async listPending() {
      return ((await send('SMEMBERS', index)) as readonly unknown[]).map(String);
    },
  };
}
