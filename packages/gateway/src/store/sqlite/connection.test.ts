import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { openDatabase } from '../open-database.ts';

/** Takes tens of milliseconds. */
const long = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 100000) select count(*) from n`;

test('many long statements leave others a turn between them', async () => {
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

test('a transaction gives its turn to nobody before its end', async () => {
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
