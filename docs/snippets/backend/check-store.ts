import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import type { OffsetStore } from '@flight-offset/server';

const LONGEST_SECONDS = 400 * 86_400;

/**
 * Rejects with the fault of a store. It writes its own keys and deletes them.
 * @param one The store, as one process opens it.
 * @param other The same, as another process opens it.
 */
export async function checkStore(one: OffsetStore, other: OffsetStore): Promise<void> {
  const id = crypto.randomUUID();
  const key = `booking:${id}/é B${'x'.repeat(200)}`;
  const kept = `order:${id}`;
  const leases = Array.from({ length: 20 }, (_, index) => `creating:${id}.${index}`);
  // More than 1 MB with these texts: the maximum of one page of DynamoDB.
  const pending = Array.from({ length: 250 }, (_, index) => `pending:${id}.${index}`);
  const both = (index: number): OffsetStore => (index % 2 === 0 ? one : other);
  const text = JSON.stringify({ name: 'Zoë 王', legs: 'x'.repeat(5000) });

  async function race(lease: string, message: string): Promise<void> {
    const writes = Array.from({ length: 20 }, (_, index) => both(index).setIfAbsent(lease, `${index}`, 60));
    const written = await Promise.all(writes);
    assert.equal(written.filter(Boolean).length, 1, message);
    assert.equal(await other.get(lease), `${written.indexOf(true)}`, 'setIfAbsent must say whether it wrote');
  }

  try {
    for (const value of [text, 'second', 'third']) {
      await one.set(key, value, LONGEST_SECONDS);
      assert.equal(await other.get(key), value, 'a read must return the last write, for 400 days');
    }
    assert.ok(!(await one.get(key.toUpperCase())), 'keys that differ in case are different keys');
    assert.ok(!(await one.get(`${key} `)), 'keys that differ in spaces at the end are different keys');

    for (const lease of leases) {
      await race(lease, 'of calls at once, one setIfAbsent must write');
      await other.delete(lease);
      assert.ok(!(await one.get(lease)), 'what is deleted must be gone at once');
    }

    await one.set(key, 'of another process', 60);
    await other.delete(key, 'of this process');
    assert.ok(
      await one.get(key),
      'delete with a value must leave another value, or a lease would end another',
    );

    await Promise.all(pending.map((name, index) => both(index).set(name, text, 60)));
    const listed = new Set(await other.listPending());
    assert.ok(
      pending.every((name) => listed.has(name)),
      'listPending must have all that was just written',
    );
    await Promise.all(pending.map((name, index) => both(index).delete(name)));
    const left = await one.listPending();
    assert.ok(!left.some((name) => pending.includes(name)), 'listPending must not have what is deleted');

    await one.set(key, text, 1);
    for (const lease of leases) await one.setIfAbsent(lease, text, 1);
    await one.set(kept, text, 1);
    await one.set(kept, text, 60);
    await wait(2100);
    assert.equal(await other.get(kept), text, 'what was set for 60 seconds must be there after two');
    for (const name of [key, ...leases])
      assert.ok(!(await other.get(name)), 'get must not return what has expired');
    for (const lease of leases)
      await race(lease, 'what has expired must count as absent, for one setIfAbsent');
  } finally {
    await Promise.all([key, kept, ...leases, ...pending].map((name) => one.delete(name)));
  }
}
