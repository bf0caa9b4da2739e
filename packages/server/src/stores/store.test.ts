/** What holds for every store. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import SQLite from 'better-sqlite3';
import { Redis } from 'ioredis';
import RedisMock from 'ioredis-mock';
import { Kysely, SqliteDialect } from 'kysely';
import { getSetStore } from './get-set.ts';
import { createStoreTable, deleteExpired, kyselyStore, type OffsetStoreDatabase } from './kysely.ts';
import { memoryStore } from './memory.ts';
import { redisStore } from './redis.ts';
import type { OffsetStore } from './store.ts';

let clock = Date.now();
const now = (): number => clock;

const database = new Kysely<OffsetStoreDatabase>({
  dialect: new SqliteDialect({ database: new SQLite(':memory:') }),
});
await createStoreTable(database);
await createStoreTable(database);
// The real one where there is one; else the commands are answered in memory.
const { REDIS_URL } = process.env;
const redis = REDIS_URL ? new Redis(REDIS_URL) : new RedisMock();
const commands = redis as unknown as Record<string, (...args: string[]) => Promise<unknown>>;
if (REDIS_URL) await redis.flushdb();

after(async () => {
  await database.destroy();
  redis.disconnect();
});

/** A cache as a framework may have one, which forgets on time. */
function cache(): OffsetStore {
  const kept = new Map<string, { value: string; until: number }>();
  return getSetStore({
    get: (key) => {
      const entry = kept.get(key);
      return entry && entry.until > now() ? entry.value : null;
    },
    set: (key, value, ttlSeconds) => kept.set(key, { value, until: now() + ttlSeconds * 1000 }),
  });
}

const STORES: readonly [name: string, store: OffsetStore, forgets: boolean][] = [
  ['memory', memoryStore(now), true],
  ['Redis', redisStore((command, ...args) => commands[command.toLowerCase()]!(...args)), false],
  ['Kysely on SQLite', kyselyStore(database, now), true],
  ['get and set', cache(), true],
];

for (const [name, store, forgets] of STORES) {
  describe(name, () => {
    test('keeps, overwrites and deletes', async () => {
      assert.equal(await store.get('a'), undefined);
      await store.set('a', '1', 60);
      await store.set('a', '{"two":"zwölf 王"}', 60);
      assert.equal(await store.get('a'), '{"two":"zwölf 王"}');
      await store.delete('a');
      await store.delete('a');
      assert.equal(await store.get('a'), undefined);
    });

    test('of many who add at once one succeeds', async () => {
      const added = await Promise.all(
        Array.from({ length: 20 }, (_, index) => store.add('b', String(index), 60)),
      );
      assert.equal(added.filter(Boolean).length, 1);
      assert.equal(await store.get('b'), String(added.indexOf(true)));
      await store.delete('b');
      assert.equal(await store.add('b', 'again', 60), true);
    });

    test('lists the open orders, and them alone', async () => {
      await store.set('open:x', '1', 60);
      await store.set('open:y', '1', 60);
      await store.set('open:x', '2', 60);
      await store.set('opening', '1', 60);
      assert.deepEqual((await store.open()).toSorted(), ['open:x', 'open:y']);
      await store.delete('open:x');
      assert.deepEqual(await store.open(), ['open:y']);
    });

    if (forgets) {
      test('forgets on time, and what is forgotten may be added', async () => {
        await store.set('c', '1', 60);
        assert.equal(await store.add('d', '1', 60), true);
        clock += 60_001;
        assert.equal(await store.get('c'), undefined);
        assert.equal(await store.add('d', '2', 60), true);
        assert.equal(await store.get('d'), '2');
      });
    }
  });
}

test('Redis is told when a key ends, in whole seconds from 1 up', async () => {
  const sent: string[][] = [];
  const store = redisStore(async (...command) => {
    sent.push(command);
    return null;
  });
  await store.set('a', 'v', 0.2);
  assert.equal(await store.add('a', 'v', 90), false);
  assert.deepEqual(sent, [
    ['SET', 'flight-offset:a', 'v', 'EX', '1'],
    ['SET', 'flight-offset:a', 'v', 'EX', '90', 'NX'],
  ]);
});

test('a SQL store can be rid of what has expired', async () => {
  const store = kyselyStore(database, now);
  await store.set('old', '1', 1);
  await store.set('new', '1', 9999);
  clock += 1001;
  assert.ok((await deleteExpired(database, now)) >= 1);
  assert.equal(await store.get('new'), '1');
  assert.equal(
    await database
      .selectFrom('flight_offset_store')
      .select('key')
      .where('key', '=', 'old')
      .executeTakeFirst(),
    undefined,
  );
});
