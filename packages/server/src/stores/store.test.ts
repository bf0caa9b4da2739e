import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import SQLite from 'better-sqlite3';
import { Redis } from 'ioredis';
import RedisMock from 'ioredis-mock';
import { Kysely, PostgresDialect, SqliteDialect, sql } from 'kysely';
import pg from 'pg';
import { servePostgres } from '../testing/postgres.ts';
import { holdsStoreContract, testClock } from '../testing/store-contract.ts';
import { keyValueStore } from './key-value.ts';
import { createStoreTable, deleteExpired, kyselyStore, type OffsetStoreDatabase } from './kysely.ts';
import { memoryStore } from './memory.ts';
import { redisStore } from './redis.ts';

const clock = testClock();

const sqlite = new Kysely<OffsetStoreDatabase>({
  dialect: new SqliteDialect({ database: new SQLite(':memory:') }),
});
// As of kysely-pglite, whose results hold the rows alone.
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
// The real one where there is one; otherwise a fake in memory responds.
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

/** A cache as a framework may have one, which forgets on time. */
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

holdsStoreContract('memory', memoryStore(clock.now), clock);
holdsStoreContract('Kysely on SQLite', kyselyStore(sqlite, clock.now), clock);
holdsStoreContract('Kysely by a dialect that counts no rows', kyselyStore(uncounted, clock.now), clock);
holdsStoreContract('Kysely on PostgreSQL', kyselyStore(postgres, clock.now), clock);
holdsStoreContract('get and set', keyValueStore(new Cache()), clock);
holdsStoreContract(
  'Redis',
  redisStore((command, ...args) => commands[command.toLowerCase()]!(...args)),
);

test('Redis receives the lifetime of a key, in whole seconds from 1', async () => {
  const sent: string[][] = [];
  const store = redisStore(async (...command) => {
    sent.push(command);
    return null;
  });
  await store.set('a', 'v', 0.2);
  assert.equal(await store.setIfAbsent('a', 'v', 90), false);
  assert.deepEqual(sent, [
    ['SET', 'flight-offset:a', 'v', 'EX', '1'],
    ['SET', 'flight-offset:a', 'v', 'EX', '90', 'NX'],
  ]);
});

test('Redis values are text of a client, too, that returns bytes', async () => {
  const store = redisStore(async (command) => {
    const value = Buffer.from('pending:ü');
    return command === 'SMEMBERS' ? [value] : value;
  });
  assert.equal(await store.get('a'), 'pending:ü');
  assert.deepEqual(await store.listPending(), ['pending:ü']);
});

test('a memory store of many writes forgets what has expired, and nothing else', async () => {
  let now = 0;
  const store = memoryStore(() => now);
  await store.set('short', '1', 1);
  await store.set('long', '2', 60);
  now = 1000;
  for (let write = 0; write < 1000; write += 1) await store.set('often', '3', 60);
  // What is only hidden would be seen again.
  now = 0;
  assert.deepEqual([await store.get('short'), await store.get('long')], [undefined, '2']);
});

for (const [name, store] of Object.entries({ memory: memoryStore(), sqlite: kyselyStore(sqlite) })) {
  test(`${name}: a clock that a test puts in place of Date holds for a store which was made before`, async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
    await store.set('key of a clock', 'value', 60);
    t.mock.timers.setTime(Date.now() + 60_000);
    assert.equal(await store.get('key of a clock'), undefined);
  });
}

for (const [name, database] of Object.entries({ sqlite, postgres })) {
  test(`what has expired can be thrown out of ${name}`, async () => {
    const store = kyselyStore(database, clock.now);
    await store.set('old', '1', 1);
    await store.set('new', '1', 9999);
    clock.advance(1001);
    assert.ok((await deleteExpired(database, clock.now)) >= 1);
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

test('a cache that forgets on time lists a pending order for as long as it keeps it', async () => {
  const store = keyValueStore(new Cache());
  const day = 86_400;
  await store.set('pending:a', '1', 300 * day);
  clock.advance(299 * day * 1000);
  assert.deepEqual(await store.listPending(), ['pending:a']);
});

test('a cache that failed once is written again: one fault is not that of every write after it', async () => {
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

test('a write that a cache has not kept is a failure: Keyv says nothing of one by default', async () => {
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
