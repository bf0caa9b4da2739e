import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { sql } from 'kysely';
import { openDatabase } from '../open-database.ts';
import { inTransaction, type Tx } from '../transaction.ts';
import { SqliteConnection } from './connection.ts';

/** A database with an empty table, and the statements that run on it later. */
async function watched(t: TestContext) {
  const db = openDatabase('sqlite::memory:');
  t.after(() => db.close());
  await sql`create table names (name text)`.execute(db.kysely);
  const { mock } = t.mock.method(SqliteConnection.prototype, 'executeQuery');
  const statements = (): string[] => mock.calls.map(({ arguments: [query] }) => query.sql);
  const add = (name: string, fails = false) =>
    inTransaction(db, async (tx: Tx) => {
      await sql`insert into names values (${name})`.execute(tx);
      if (fails) throw new Error(name);
    });
  const names = async () =>
    (await sql<{ name: string }>`select name from names`.execute(db.kysely)).rows.map(({ name }) => name);
  return { add, names, statements };
}

const INSERT = 'insert into names values (?)';

test('work alone in a transaction has no savepoint', async (t) => {
  const { add, statements } = await watched(t);
  await add('alone');
  assert.deepEqual(statements(), ['begin immediate', INSERT, 'commit']);
});

test('failed work alone in a transaction stores nothing, and the next work is committed', async (t) => {
  const { add, names } = await watched(t);
  await assert.rejects(add('fails', true), { message: 'fails' });
  await add('next');
  assert.deepEqual(await names(), ['next']);
});

test('work that fails in a shared commit stores nothing, and the rest is committed', async (t) => {
  const { add, names, statements } = await watched(t);
  const results = await Promise.allSettled([add('a'), add('b', true), add('c')]);
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  );
  assert.equal(statements().filter((one) => one === 'begin immediate').length, 1);
  assert.deepEqual(await names(), ['a', 'c']);
});
