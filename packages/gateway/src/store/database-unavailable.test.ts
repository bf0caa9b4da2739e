import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { isDatabaseUnavailable } from './database-unavailable.ts';
import { openDatabase } from './open-database.ts';

for (const [code, away] of [
  ['57P01', true],
  ['08006', true],
  ['53300', true],
  ['53100', true],
  ['57014', true],
  ['25006', true],
  ['28P01', true],
  ['25P03', true],
  ['25P04', true],
  ['58030', true],
  ['0A000', false],
  ['SQLITE_FULL', true],
  ['SQLITE_IOERR_WRITE', true],
  ['ECONNREFUSED', true],
  ['SELF_SIGNED_CERT_IN_CHAIN', true],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', true],
  ['23505', false],
  ['SQLITE_CONSTRAINT', false],
  ['', false],
] as const) {
  it(`${code || 'no code'} is ${away ? '' : 'not '}unavailable`, () => {
    assert.equal(isDatabaseUnavailable(Object.assign(new Error('x'), { code })), away);
  });
}

it('a standby is unavailable in whatever language it reports that it has no unlogged tables', () => {
  const message =
    'während der Wiederherstellung kann nicht auf temporäre oder ungeloggte Tabellen zugegriffen werden';
  const error = Object.assign(new Error(message), { code: '0A000', routine: 'get_relation_info' });
  assert.ok(isDatabaseUnavailable(error));
});

it('a database that was closed is unavailable: a process that stops closes it under an export which it cut off', async () => {
  const db = openDatabase('sqlite::memory:');
  await sql`select 1`.execute(db.kysely);
  await db.close();
  const failure = await sql`select 1`.execute(db.kysely).catch((error: unknown) => error);
  assert.ok(isDatabaseUnavailable(failure), String(failure));
});
