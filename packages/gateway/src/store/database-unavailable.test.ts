import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { sharedPostgres } from '../testing/postgres.ts';
import { isDatabaseUnavailable } from './database-unavailable.ts';
import { codeOf } from './error-code.ts';
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
  ['3D000', true],
  ['0A000', false],
  ['55000', false],
  ['SQLITE_FULL', true],
  ['SQLITE_IOERR_WRITE', true],
  ['SQLITE_BUSY_SNAPSHOT', true],
  ['SQLITE_CANTOPEN', true],
  ['SQLITE_READONLY_DBMOVED', true],
  ['ECONNREFUSED', true],
  ['ECONNRESET', true],
  ['EPIPE', true],
  ['ETIMEDOUT', true],
  ['EHOSTUNREACH', true],
  ['ENETUNREACH', true],
  ['ENOTFOUND', true],
  ['EAI_AGAIN', true],
  ['SELF_SIGNED_CERT_IN_CHAIN', true],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', true],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', true],
  ['CERT_HAS_EXPIRED', true],
  ['ERR_TLS_CERT_ALTNAME_INVALID', true],
  ['ERR_SSL_WRONG_VERSION_NUMBER', true],
  ['23505', false],
  ['SQLITE_CONSTRAINT', false],
  ['', false],
] as const) {
  it(`${code || 'no code'} is ${away ? '' : 'not '}unavailable`, () => {
    assert.equal(isDatabaseUnavailable(Object.assign(new Error('x'), { code })), away);
  });
}

for (const message of [
  'Connection terminated unexpectedly',
  'The server does not support SSL connections',
  'timeout expired',
  'timeout exceeded when trying to connect',
  'Query read timeout',
  'Client was closed and is not queryable',
])
  it(`"${message}" of the driver is unavailable`, () => assert.ok(isDatabaseUnavailable(new Error(message))));

it('EMFILE and ENFILE are unavailable on connecting, and another fault on opening a file', () => {
  for (const code of ['EMFILE', 'ENFILE'])
    for (const syscall of ['connect', 'open']) {
      const error = Object.assign(new Error('x'), { code, syscall });
      assert.equal(isDatabaseUnavailable(error), syscall === 'connect', `${code} ${syscall}`);
    }
});

it('a standby without unlogged tables is unavailable, in any language of its message', () => {
  const message =
    'während der Wiederherstellung kann nicht auf temporäre oder ungeloggte Tabellen zugegriffen werden';
  const error = Object.assign(new Error(message), { code: '0A000', routine: 'get_relation_info' });
  assert.ok(isDatabaseUnavailable(error));
});

it('a database is unavailable if it allows no connections, or none of the account', async (t) => {
  const server = await sharedPostgres();
  const url = new URL(await server.createDatabase());
  const name = url.pathname.slice(1);
  // A connection cannot shut its own database.
  const admin = openDatabase(await server.createDatabase(), { poolSize: 1 });
  const run = (text: string) => sql.raw(text).execute(admin.kysely);
  const failure = async (user: string): Promise<unknown> => {
    const db = openDatabase(Object.assign(new URL(url), { username: user }).href);
    const failed = await sql`select 1`.execute(db.kysely).catch((error: unknown) => error);
    await db.close();
    return failed;
  };
  const role = `role_of_${name}`;
  await run(`create role ${role} login`);
  t.after(() => run(`drop role ${role}`).finally(() => admin.close()));
  t.after(() => server.stop());
  await run(`revoke connect on database ${name} from public`);
  const refused = await failure(role);
  await run(`alter database ${name} allow_connections false`);
  const shut = await failure(url.username);
  assert.deepEqual([refused, shut].map(codeOf), ['42501', '55000']);
  for (const error of [refused, shut]) assert.ok(isDatabaseUnavailable(error), String(error));
});

it('a closed database is unavailable: a process that stops closes it during an export', async () => {
  const db = openDatabase('sqlite::memory:');
  await sql`select 1`.execute(db.kysely);
  await db.close();
  const failure = await sql`select 1`.execute(db.kysely).catch((error: unknown) => error);
  assert.ok(isDatabaseUnavailable(failure), String(failure));
});
