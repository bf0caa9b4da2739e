/** The check of a store in the guide finds what would cost orders. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { memoryStore, type OffsetStore } from '@flight-offset/server';
import { checkStore } from '../snippets/backend/check-store.ts';

/** Two processes on one store, each with a fault. */
function faulty(fault: (store: OffsetStore) => Partial<OffsetStore>): [OffsetStore, OffsetStore] {
  const store = memoryStore();
  const process = (): OffsetStore => ({ ...store, ...fault(store) });
  return [process(), process()];
}

const MONTH = 30 * 86_400;

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
  test('passes where two processes share one that does what orders need', async () => {
    const store = memoryStore();
    await checkStore(store, store);
    assert.deepEqual(await store.listPending(), []);
  });

  for (const [name, stores, message] of FAULTS)
    test(`refuses ${name}`, () => assert.rejects(checkStore(...stores), message));
});
