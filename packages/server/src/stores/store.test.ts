import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import SQLite from 'better-sqlite3';
import { Redis } from 'ioredis';
import RedisMock from 'ioredis-mock';
import { Kysely, PostgresDialect, SqliteDialect, sql } from 'kysely';
import pg from 'pg';
import { servePostgres } from '../testing/postgres.ts';
import { testClock, testStoreContract } from '../testing/store-contract.ts';
import { keyValueStore } from './key-value.ts';
import { createStoreTable, deleteExpired, kyselyStore, type OffsetStoreDatabase } from './kysely.ts';
import { memoryStore } from './memory.ts';
import { redisStore } from './redis.ts';

const clock = testClock();

const sqlite = new Kysely<OffsetStoreDatabase>({
  dialect: new SqliteDialect({ database: new SQLite(':memory:') }),
});
// As from kysely-pglite, whose results hold only the rows.
const uncounted = new Kysely<OffsetStoreDatabase>({
  dialect: new SqliteDialect({ database: new SQLite(':memory:') }),
  plugins: [
    { transformQuery: ({ node }) => node, transformResult: async ({ result: { rows } }) => ({ rows }) },
  ],
});
const server = await servePostgres();
/** A process on PostgreSQL. */
function onPostgres(): Kysely<OffsetStoreDatabase> {
  const pool = new pg.Pool({ connectionString: server.url });
  // A pool that has ended may still have open connections, and the server names its own end to each of them.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return new Kysely({ dialect: new PostgresDialect({ pool }) });
}
const postgres = onPostgres();
// The real server if there is one; otherwise a fake in memory.
const { REDIS_URL } = process.env;
const redis = REDIS_URL ? new Redis(REDIS_URL) : new RedisMock();
const commands = redis as unknown as Record<string, (...args: string[]) => Promise<unknown>>;
if (REDIS_URL) await redis.flushdb();
for (const database of [sqlite, uncounted, postgres]) {
  await createStoreTable(database);
  await createStoreTable(database);
}
after(async () => {
  redis.disconnect();
  await sqlite.destroy();
  await uncounted.destroy();
  await postgres.destroy();
  await server[Symbol.asyncDispose]();
});

/** A cache as in a framework, which expires values on time. */
class Cache {
  #kept = new Map<string, { value: string; until: number }>();

  get(key: string): string | null {
    const entry = this.#kept.get(key);
    return entry && entry.until > clock.now() ? entry.value : null;
  }

  set(key: string, value: string, ttlSeconds: number): void {
    this.#kept.set(key, { value, until: clock.now() + ttlSeconds * 1000 });
  }
}

testStoreContract('memory', memoryStore(clock.now), clock);
testStoreContract('Kysely on SQLite', kyselyStore(sqlite, clock.now), clock);
testStoreContract('Kysely by a dialect that counts no rows', kyselyStore(uncounted, clock.now), clock);
testStoreContract('Kysely on PostgreSQL', kyselyStore(postgres, clock.now), clock);
testStoreContract('get and set', keyValueStore(new Cache()), clock);
testStoreContract(
  'Redis',
  redisStore((command, ...args) => commands[command.toLowerCase()]!(...args)),
);

test('Redis receives the lifetime of a key, in whole seconds from 1', async () => {
  const sent: string[][] = [];
  const store = redisStore(async (...command) => {
    sent.push(command);
    return null;
  });
  for (const seconds of [0, 0.2, 1.2]) await store.set('a', 'v', seconds);
  assert.equal(await store.setIfAbsent('a', 'v', 90), false);
  assert.deepEqual(sent, [
    ['SET', 'flight-offset:a', 'v', 'EX', '1'],
    ['SET', 'flight-offset:a', 'v', 'EX', '1'],
    ['SET', 'flight-offset:a', 'v', 'EX', '2'],
    ['SET', 'flight-offset:a', 'v', 'EX', '90', 'NX'],
  ]);
});

test('stores of two prefixes share a Redis and no key', async () => {
  const send = (command: string, ...args: string[]) => commands[command.toLowerCase()]!(...args);
  const [one, other] = ['one:', 'other:'].map((prefix) => redisStore(send, { prefix }));
  assert.ok(one && other);
  for (const key of ['pending:p', 'k', 'lease']) {
    assert.equal(await one.setIfAbsent(key, 'v', 60), true);
    assert.equal(await other.get(key), undefined);
    assert.equal(await other.setIfAbsent(key, 'v', 60), true);
  }
  await one.delete('lease', 'v');
  await one.delete('pending:p');
  assert.deepEqual(await Promise.all(['lease', 'pending:p', 'k'].map(one.get)), [undefined, undefined, 'v']);
  assert.deepEqual(await Promise.all(['lease', 'pending:p', 'k'].map(other.get)), ['v', 'v', 'v']);
  assert.deepEqual([await one.listPending(), await other.listPending()], [[], ['pending:p']]);
});

test('stores no pending order in Redis if its index entry cannot be written', async () => {
  const sent: string[] = [];
  const store = redisStore(async (command) => {
    sent.push(command);
    throw new Error('the index is away');
  });
  await assert.rejects(store.set('pending:a', 'v', 60), /the index is away/);
  assert.deepEqual(sent, ['SADD']);
});

test('Redis values are text of a client, too, that returns bytes', async () => {
  const store = redisStore(async (command) => {
    const value = Buffer.from('pending:ü');
    return command === 'SMEMBERS' ? [value] : value;
  });
  assert.equal(await store.get('a'), 'pending:ü');
  assert.deepEqual(await store.listPending(), ['pending:ü']);
});

test('a memory store deletes expired values after many writes, and no others', async () => {
  let now = 0;
  const store = memoryStore(() => now);
  await store.set('short', '1', 1);
  await store.set('long', '2', 60);
  now = 1000;
  for (let write = 0; write < 1000; write += 1) await store.set('often', '3', 60);
  // A value that is only hidden would reappear.
  now = 0;
  assert.deepEqual([await store.get('short'), await store.get('long')], [undefined, '2']);
});

for (const [name, store] of Object.entries({ memory: memoryStore(), sqlite: kyselyStore(sqlite) })) {
  test(`${name}: a store made before a test replaces Date follows the new clock`, async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
    await store.set('key of a clock', 'value', 60);
    t.mock.timers.setTime(Date.now() + 60_000);
    assert.equal(await store.get('key of a clock'), undefined);
  });
}

const expiring = {
  memory: memoryStore(clock.now),
  sqlite: kyselyStore(sqlite, clock.now),
  postgres: kyselyStore(postgres, clock.now),
};
for (const [name, store] of Object.entries(expiring)) {
  test(`${name}: a key is gone at the end of its last millisecond, which a later write puts off`, async () => {
    // PostgreSQL keeps whole milliseconds.
    const seconds = 1.0004;
    await store.set('pending:briefly', '1', seconds);
    await store.set('briefly', '1', seconds);
    await store.set('put off', '1', seconds);
    await store.set('put off', '1', 60);
    clock.advance(1000);
    assert.equal(await store.get('briefly'), '1');
    assert.ok((await store.listPending()).includes('pending:briefly'));
    clock.advance(1);
    assert.equal(await store.get('briefly'), undefined);
    assert.ok(!(await store.listPending()).includes('pending:briefly'));
    assert.equal(await store.setIfAbsent('briefly', '2', 60), true);
    assert.equal(await store.get('put off'), '1');
  });
}

test('deletes expired keys by the clock of this machine if no other is given', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: clock.now() });
  await kyselyStore(sqlite).set('old by this clock', '1', 1);
  t.mock.timers.setTime(clock.now() + 1000);
  await deleteExpired(sqlite);
  const found = sqlite.selectFrom('flight_offset_store').select('key').where('key', '=', 'old by this clock');
  assert.deepEqual(await found.execute(), []);
});

test('fails if the database refuses to create the table', async () => {
  const database = new SQLite(':memory:');
  database.pragma('query_only = on');
  const refusing = new Kysely<OffsetStoreDatabase>({ dialect: new SqliteDialect({ database }) });
  await assert.rejects(createStoreTable(refusing), /readonly database/);
  await refusing.destroy();
});

test('PostgreSQL keeps keys of up to 400 characters', async () => {
  const key = 'k'.repeat(400);
  const store = kyselyStore(postgres, clock.now);
  await store.set(key, '1', 60);
  assert.equal(await store.get(key), '1');
});

for (const [name, database] of Object.entries({ sqlite, postgres })) {
  test(`deletes expired keys from ${name}`, async () => {
    const store = kyselyStore(database, clock.now);
    await deleteExpired(database, clock.now);
    await store.set('old', '1', 1);
    await store.set('new', '1', 9999);
    clock.advance(1000);
    assert.equal(await deleteExpired(database, clock.now), 1);
    const keys = await database.selectFrom('flight_offset_store').select('key').execute();
    assert.ok(keys.some(({ key }) => key === 'new') && !keys.some(({ key }) => key === 'old'));
  });
}

test('processes that start at once on a new database all have the table', async () => {
  await postgres.schema.createSchema('fresh').execute();
  const processes = Array.from({ length: 8 }, onPostgres);
  const databases = processes.map((db) => db.withSchema('fresh'));
  try {
    await Promise.all(databases.map((db) => sql`select 1`.execute(db)));
    await Promise.all(databases.map(createStoreTable));
    assert.equal(await kyselyStore(databases[0]!).setIfAbsent('a', '1', 60), true);
  } finally {
    await Promise.all(processes.map((db) => db.destroy()));
  }
});

test('a client in place of the function that sends its commands is refused when the store is made', () => {
  for (const client of [redis, {}, undefined])
    assert.throws(() => redisStore(client as never), {
      name: 'TypeError',
      message: /redisStore takes a function/,
    });
});

test('lists a pending order for as long as a cache with expiry keeps it', async () => {
  const store = keyValueStore(new Cache());
  const day = 86_400;
  await store.set('pending:a', '1', 300 * day);
  clock.advance(299 * day * 1000);
  assert.deepEqual(await store.listPending(), ['pending:a']);
});

test('lists nothing in a cache without pending orders; a deleted key expires after a second', async () => {
  const lifetimes: number[] = [];
  const cache = new Cache();
  const store = keyValueStore({
    get: (key) => cache.get(key),
    set(key, value, ttlSeconds) {
      lifetimes.push(ttlSeconds);
      cache.set(key, value, ttlSeconds);
    },
  });
  assert.deepEqual(await store.listPending(), []);
  await store.set('a', '1', 60);
  await store.delete('a');
  // Many caches treat 0 seconds as no expiry.
  assert.deepEqual(lifetimes, [60, 1]);
});

test('writes to a cache again after one failed write', async () => {
  const kept = new Map<string, string>();
  let fails = true;
  const store = keyValueStore({
    get: async (key) => kept.get(key) ?? null,
    set: async (key, value) => {
      if (fails) throw new Error('the cache is away');
      kept.set(key, value);
    },
  });
  const [first, second] = [store.set('a', '1', 60), store.setIfAbsent('b', '2', 60)];
  await assert.rejects(first, /the cache is away/);
  await assert.rejects(second, /the cache is away/);
  fails = false;
  assert.equal(await store.setIfAbsent('b', '2', 60), true);
  assert.equal(await store.get('b'), '2');
});

test('fails if a cache has not kept a write: Keyv reports nothing by default', async () => {
  const kept = new Map<string, string>();
  let isFull = true;
  const store = keyValueStore({
    get: (key) => kept.get(key),
    set: (key, value) => void (isFull || kept.set(key, value)),
  });
  const refused = [store.setIfAbsent('a', '1', 60), store.set('pending:b', '2', 60)];
  for (const write of refused) await assert.rejects(write, /has not kept/);
  isFull = false;
  assert.equal(await store.setIfAbsent('a', '1', 60), true);
  isFull = true;
  await assert.rejects(store.delete('a', '1'), /has not kept/);
  assert.equal(await store.get('a'), '1');
});
