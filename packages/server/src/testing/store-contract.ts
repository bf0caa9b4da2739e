/** Checks for every store. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { OffsetStore } from '../stores/store.ts';

/** A clock that tests move. */
export interface TestClock {
  readonly now: () => number;
  advance(ms: number): void;
}

/** Makes a clock that starts now. */
export function testClock(): TestClock {
  let time = Date.now();
  return {
    now: () => time,
    advance(ms) {
      time += ms;
    },
  };
}

/**
 * Declares the tests of one store.
 * @param clock the store's clock, if a test can move it.
 */
export function testStoreContract(name: string, store: OffsetStore, clock?: TestClock): void {
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

    test('deletes a value only while it is the one that is meant', async () => {
      await store.set('lease', 'mine', 60);
      await store.delete('lease', 'another');
      assert.equal(await store.get('lease'), 'mine');
      await store.delete('lease', 'mine');
      assert.equal(await store.get('lease'), undefined);
      await store.delete('lease', 'mine');
    });

    test('lets one of many concurrent setIfAbsent calls succeed', async () => {
      const tries = Array.from({ length: 20 }, (_, index) => store.setIfAbsent('b', String(index), 60));
      const added = await Promise.all(tries);
      assert.equal(added.filter(Boolean).length, 1);
      assert.equal(await store.get('b'), String(added.indexOf(true)));
      await store.delete('b');
      assert.equal(await store.setIfAbsent('b', 'again', 60), true);
    });

    test('lists the pending orders, and them alone', async () => {
      await store.set('pending:x', '1', 60);
      await store.set('pending:y', '1', 60);
      await store.set('pending:x', '2', 60);
      await store.set('opening', '1', 60);
      assert.deepEqual((await store.listPending()).toSorted(), ['pending:x', 'pending:y']);
      await store.delete('pending:x');
      assert.deepEqual(await store.listPending(), ['pending:y']);
    });

    if (!clock) return;
    test('expires on time, and an expired key may be set again', async () => {
      await store.set('c', '1', 60);
      assert.equal(await store.setIfAbsent('d', '1', 60), true);
      clock.advance(59_999);
      assert.deepEqual([await store.get('c'), await store.get('d')], ['1', '1']);
      assert.equal(await store.setIfAbsent('d', '2', 60), false);
      clock.advance(2);
      assert.equal(await store.get('c'), undefined);
      const again = await Promise.all([1, 2, 3].map((index) => store.setIfAbsent('d', `again ${index}`, 60)));
      assert.equal(again.filter(Boolean).length, 1);
      assert.match((await store.get('d')) ?? '', /^again/);
    });
  });
}
