import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import type { OffsetStore } from '@flight-offset/server';

const LONGEST_SECONDS = 400 * 86_400;

/**
 * Rejects with the fault of a store. It writes keys of its own and deletes them.
 * @param one the store, as one process opens it.
 * @param other the same, as another process opens it.
 */
export async function checkStore(one: OffsetStore, other: OffsetStore): Promise<void> {
  const id = crypto.randomUUID();
  const key = `booking:${id}/é B${'x'.repeat(200)}`;
  const pending = `pending:${id}`;
  const both = (index: number): OffsetStore => (index % 2 === 0 ? one : other);
  const text = JSON.stringify({ name: 'Zoë 王', legs: 'x'.repeat(5000) });
  try {
    for (const value of [text, 'second', 'third']) {
      await one.set(key, value, LONGEST_SECONDS);
      assert.equal(await other.get(key), value, 'a read must return the last write, for 400 days');
    }
    assert.ok(!(await one.get(key.toUpperCase())), 'keys that differ in case are different keys');

    for (let round = 0; round < 20; round++) {
      await other.delete(key);
      assert.ok(!(await one.get(key)), 'what is deleted must be gone at once');
      const writes = Array.from({ length: 20 }, (_, index) => both(index).setIfAbsent(key, `${index}`, 60));
      const written = await Promise.all(writes);
      assert.equal(written.filter(Boolean).length, 1, 'of calls at once, one setIfAbsent must write');
      assert.equal(await other.get(key), `${written.indexOf(true)}`, 'setIfAbsent must say whether it wrote');
    }

    await one.set(key, 'of another process', 60);
    await other.delete(key, 'of this process');
    assert.ok(
      await one.get(key),
      'delete with a value must leave another value, or a lease would end another',
    );

    await one.set(pending, text, 60);
    assert.ok((await other.listPending()).includes(pending), 'listPending must have what was just written');
    await other.delete(pending);
    assert.ok(!(await one.listPending()).includes(pending), 'listPending must not have what is deleted');

    await one.set(key, text, 1);
    await wait(2100);
    assert.ok(!(await other.get(key)), 'get must not return what has expired');
    assert.equal(await one.setIfAbsent(key, text, 60), true, 'what has expired must count as absent');
  } finally {
    await one.delete(key);
    await one.delete(pending);
  }
}
