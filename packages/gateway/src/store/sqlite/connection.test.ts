import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { sql } from 'kysely';
import { openDatabase } from '../open-database.ts';

const long = sql`select 1`;

/** A clock by which each statement takes 20 ms, however fast the machine is. */
function slowly(t: TestContext): void {
  let now = 0;
  t.mock.method(performance, 'now', () => (now += 20));
}

test('long statements leave the event loop a turn between them', async (t) => {
  slowly(t);
  const db = openDatabase('sqlite::memory:');
  const order: string[] = [];
  setImmediate(() => order.push('another'));
  for (const name of ['first', 'second']) {
    await long.execute(db.kysely);
    order.push(name);
  }
  await db.close();
  assert.deepEqual(order, ['another', 'first', 'second']);
});

test('a transaction leaves the event loop no turn before its end', async (t) => {
  slowly(t);
  const db = openDatabase('sqlite::memory:');
  const order: string[] = [];
  await db.transaction(async (tx) => {
    setImmediate(() => order.push('another'));
    await long.execute(tx);
    await long.execute(tx);
    order.push('last');
  });
  await db.close();
  assert.equal(order[0], 'last');
});
