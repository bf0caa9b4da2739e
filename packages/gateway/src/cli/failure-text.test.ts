import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { it } from 'node:test';
import { runCommand } from '../testing/command-line.ts';
import { failureText } from './failure-text.ts';
import { run } from './run.ts';

it('reports that the database does not respond within the time that is set', async (t) => {
  const silent = createServer((socket) => socket.on('error', () => {}).resume()).listen(0, '127.0.0.1');
  t.after(() => silent.close());
  await once(silent, 'listening');
  const output = new PassThrough();
  const environment = {
    DATABASE_URL: `postgres://gateway@127.0.0.1:${(silent.address() as AddressInfo).port}/gateway`,
    GATEWAY_DATABASE_CONNECT_TIMEOUT_SECONDS: '1',
    GATEWAY_MASTER_KEY: Buffer.alloc(32).toString('base64'),
  };
  let began = 0;
  for (const command of [['merchants', 'list'], ['migrate']]) {
    began = performance.now();
    assert.equal(await run(command, environment, { out: output, err: output }), 1);
    assert.match(
      String(output.read()),
      /^The database that DATABASE_URL names is unavailable \(.*timeout\)\. Check the URL/,
    );
  }
  // The limit applies to the second run, when everything is loaded.
  assert.ok(performance.now() - began < 4500, 'for as long as the setting says, not for 5 seconds');
});

it('reports an unknown host name as an unavailable database, not as a missing file', () => {
  const error = Object.assign(new Error('getaddrinfo EAI_AGAIN db'), {
    code: 'EAI_AGAIN',
    syscall: 'getaddrinfo',
  });
  assert.match(failureText(error) ?? '', /^The database .* is unavailable \(EAI_AGAIN\)\./);
});

it('names an invalid database URL without its password', async () => {
  for (const rest of ['127.0.0.1:99999/gateway', 'pa/ss@127.0.0.1/gateway']) {
    const output = new PassThrough();
    const environment = {
      DATABASE_URL: `postgres://gateway:hush${rest.replace(/^1/, '@1')}`,
      GATEWAY_MASTER_KEY: Buffer.alloc(32).toString('base64'),
    };
    assert.equal(await run(['migrate'], environment, { out: output, err: output }), 2);
    const text = String(output.read());
    assert.match(text, /^- DATABASE_URL must be a valid URL: .* percent-encoded/m);
    assert.doesNotMatch(text, /hush/);
  }
});

it('names the settings for a server that has no connection left', () => {
  const error = Object.assign(new Error('sorry, too many clients already'), { code: '53300' });
  assert.match(
    failureText(error) ?? '',
    /^The server that DATABASE_URL names has no connection left: sorry, too many clients already\. Lower GATEWAY_DATABASE_POOL_SIZE .*max_connections/,
  );
});

it('a migration that gets no table lock names the likely cause and the next step', () => {
  const error = Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' });
  assert.match(
    failureText(error) ?? '',
    /^A table was in use .* backup .*; nothing was changed\. Run the command again/,
  );
});

it('a statement that timed out names the setting and the next step', () => {
  const error = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' });
  assert.match(
    failureText(error) ?? '',
    /^A statement took longer than GATEWAY_DATABASE_STATEMENT_TIMEOUT_SECONDS\b.* Run the command again/,
  );
});

it('reports a server without TLS or with an untrusted certificate as a fault of the database', () => {
  const plain = new Error('The server does not support SSL connections');
  const unknown = Object.assign(new Error('self-signed certificate'), {
    code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
  });
  for (const error of [plain, unknown])
    assert.match(failureText(error) ?? '', /^The database that DATABASE_URL/);
});

it('names the setting if the server refuses a login or a database', () => {
  for (const [code, message] of [
    ['3D000', 'database "offset" does not exist'],
    ['28P01', 'password authentication failed for user "gateway"'],
  ] as const)
    assert.match(
      failureText(Object.assign(new Error(message), { code })) ?? '',
      /^The server that DATABASE_URL names refuses it: .+\.$/,
    );
});

it('names the setting and the checks if the server refuses writes of this account', () => {
  for (const [code, message] of [
    ['25006', 'cannot execute INSERT in a read-only transaction'],
    ['42501', 'permission denied for table schema_migrations'],
    ['53100', 'could not extend file "base/1/2": No space left on device'],
  ] as const)
    assert.equal(
      failureText(Object.assign(new Error(message), { code })),
      `The server that DATABASE_URL names refuses it: ${message}. Check that it is the primary, that its disk has room, and that this account may write there; migrations need the one that owns the tables.`,
    );
});

it('names the settings for a SQLite file that is read-only or on a full disk', () => {
  for (const code of ['SQLITE_READONLY', 'SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE'])
    assert.match(
      failureText(Object.assign(new Error('disk I/O error'), { code })) ?? '',
      /^The database that DATABASE_URL names cannot be written \(SQLITE_\w+\)\. Check that its disk has room.* SQLITE_TMPDIR can name/,
    );
});

it('reports a damaged SQLite file as damaged, with the next step', () => {
  const error = Object.assign(new Error('database disk image is malformed'), { code: 'SQLITE_CORRUPT' });
  assert.match(failureText(error) ?? '', /^The database that DATABASE_URL names is damaged.*restore/);
});

it('escapes control characters of a file in the message that refuses it', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-failure-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const environment = { DATABASE_URL: `sqlite:${join(folder, 'gateway.sqlite')}` };
  assert.equal((await runCommand(environment, 'migrate', '--sandbox')).code, 0);
  const file = join(folder, 'export.csv');
  const columns = [
    ...['Serial Number', 'Quantity Issued', 'ID', 'Project Type', 'Country/Area', 'Vintage Start'],
    'Retirement/Cancellation Date',
  ];
  await writeFile(file, `${columns.join(',')}\n"1\u001b]0;done\u0007\u202e",1,1,Wind,India,2024,\n`);
  const { code, err } = await runCommand(
    environment,
    ...['registry', 'import', file, '--registry', 'verra', '--sandbox'],
  );
  assert.equal(code, 1);
  assert.match(err, /line 2, Serial Number: no serial numbers of Verra: 1\\u001b\]0;done\\u0007\\u202e\.$/m);
});
