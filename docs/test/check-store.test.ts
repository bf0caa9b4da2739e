/** The guide's check of a store finds faults that would cost orders. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { memoryStore, type OffsetStore } from '@flight-offset/server';
import { checkStore } from '../snippets/backend/check-store.ts';

/** Returns two processes on one store, each with a fault. */
function faulty(fault: (store: OffsetStore) => Partial<OffsetStore>): [OffsetStore, OffsetStore] {
  const store = memoryStore();
  const process = (): OffsetStore => ({ ...store, ...fault(store) });
  return [process(), process()];
}

const MONTH = 30 * 86_400;

/** A row of a table that keeps expired rows. */
interface Row {
  readonly text: string;
  readonly until: number;
}

/** Returns two processes on one table, which write an absent or expired row with `setIfAbsent`. */
function onTable(
  setIfAbsent: (found: Row | undefined, given: Row, write: (row: Row) => void) => Promise<boolean>,
): [OffsetStore, OffsetStore] {
  const rows = new Map<string, Row>();
  const row = (text: string, ttl: number): Row => ({ text, until: Date.now() + ttl * 1000 });
  const isLive = (found: Row | undefined): found is Row => found !== undefined && found.until > Date.now();
  const process: OffsetStore = {
    async get(key) {
      const found = rows.get(key);
      return isLive(found) ? found.text : undefined;
    },
    async set(key, text, ttl) {
      rows.set(key, row(text, ttl));
    },
    async setIfAbsent(key, text, ttl) {
      const found = rows.get(key);
      return !isLive(found) && setIfAbsent(found, row(text, ttl), (next) => rows.set(key, next));
    },
    async delete(key, value) {
      if (value === undefined || rows.get(key)?.text === value) rows.delete(key);
    },
    listPending: async () => [...rows.keys()].filter((key) => key.startsWith('pending:')),
  };
  return [process, process];
}

const FAULTS: readonly [name: string, stores: [OffsetStore, OffsetStore], message: RegExp][] = [
  ['a store of each process alone', [memoryStore(), memoryStore()], /return the last write/],
  [
    'a replica that is behind',
    faulty(({ get }) => {
      const read = new Map<string, string | undefined>();
      return {
        async get(key) {
          const now = await get(key);
          const then = read.has(key) ? read.get(key) : now;
          read.set(key, now);
          return then;
        },
      };
    }),
    /return the last write/,
  ],
  [
    'times of more than 30 days taken for a date, as by Memcached',
    faulty(({ set }) => ({ set: async (key, text, ttl) => (ttl > MONTH ? undefined : set(key, text, ttl)) })),
    /for 400 days/,
  ],
  [
    'keys compared as MySQL does by default',
    faulty(({ get, set }) => ({
      get: (key) => get(key.toLowerCase()),
      set: (key, text, ttl) => set(key.toLowerCase(), text, ttl),
    })),
    /differ in case/,
  ],
  [
    'keys compared as in utf8mb4_bin of MySQL',
    faulty(({ get, set }) => ({
      get: (key) => get(key.trimEnd()),
      set: (key, text, ttl) => set(key.trimEnd(), text, ttl),
    })),
    /differ in spaces at the end/,
  ],
  ['deleting that does nothing', faulty(() => ({ delete: async () => undefined })), /deleted must be gone/],
  [
    'deleting whatever the value is',
    faulty(({ delete: remove }) => ({ delete: (key) => remove(key) })),
    /leave another value/,
  ],
  [
    'a read before a write',
    faulty(({ get, set }) => ({
      async setIfAbsent(key, text, ttl) {
        if (await get(key)) return false;
        await set(key, text, ttl);
        return true;
      },
    })),
    /one setIfAbsent must write/,
  ],
  [
    'a list of its first page alone, as a Scan of DynamoDB is',
    faulty(({ listPending }) => ({ listPending: async () => (await listPending()).slice(0, 200) })),
    /listPending must have/,
  ],
  [
    'an index that each process reads and then writes',
    (() => {
      let index: readonly string[] = [];
      return faulty(({ set, delete: remove }) => ({
        async set(key, text, ttl) {
          const names = index;
          await set(key, text, ttl);
          if (key.startsWith('pending:')) index = [...names, key];
        },
        async delete(key, value) {
          index = index.filter((name) => name !== key);
          await remove(key, value);
        },
        listPending: async () => [...index],
      }));
    })(),
    /listPending must have/,
  ],
  [
    'seconds taken for milliseconds, as by Keyv',
    faulty(({ set, setIfAbsent }) => ({
      set: (key, text, ttl) => set(key, text, ttl / 1000),
      setIfAbsent: (key, text, ttl) => setIfAbsent(key, text, ttl / 1000),
    })),
    // A slow machine notices it earlier.
    /there after two|one setIfAbsent|whether it wrote|leave another value|must have all/,
  ],
  [
    'a conditional write that never expires',
    faulty(({ setIfAbsent }) => ({ setIfAbsent: (key, text) => setIfAbsent(key, text, MONTH) })),
    /get must not return what has expired/,
  ],
  [
    'an expired entry that each of many replaces',
    onTable(async (found, given, write) => {
      if (found) await undefined;
      write(given);
      return true;
    }),
    /expired must count as absent, for one/,
  ],
  [
    'an expired entry whose text stays, as where MySQL assigns the new time first',
    onTable(async (found, given, write) => {
      write({ ...given, text: found?.text ?? given.text });
      return true;
    }),
    /whether it wrote/,
  ],
  ['an index that is behind', faulty(() => ({ listPending: async () => [] })), /listPending must have/],
  [
    'an expired entry that nothing has deleted yet',
    (() => {
      const forever = memoryStore(() => 0);
      return [forever, forever];
    })(),
    /get must not return what has expired/,
  ],
  [
    'a condition that forgets the time',
    (() => {
      const forever = memoryStore(() => 0);
      return faulty(({ set, delete: remove }) => ({
        async set(key, text, ttl) {
          await set(key, text, ttl);
          await forever.set(key, text, ttl);
        },
        async delete(key, value) {
          await remove(key, value);
          await forever.delete(key, value);
        },
        async setIfAbsent(key, text, ttl) {
          if (!(await forever.setIfAbsent(key, text, ttl))) return false;
          await set(key, text, ttl);
          return true;
        },
      }));
    })(),
    /expired must count as absent/,
  ],
];

describe('the check of a store', { concurrency: true }, () => {
  test('passes for a correct store that two processes share', async () => {
    const store = memoryStore();
    await checkStore(store, store);
    assert.deepEqual(await store.listPending(), []);
  });

  for (const [name, stores, message] of FAULTS)
    test(`refuses ${name}`, () => assert.rejects(checkStore(...stores), message));
});
