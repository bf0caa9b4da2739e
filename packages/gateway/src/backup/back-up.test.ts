import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import SqliteDatabase from 'better-sqlite3';
import { sql } from 'kysely';
import { type RunningGateway, startGateway } from '../gateway.ts';
import { openDatabase } from '../store/open-database.ts';
import { callerOf } from '../testing/caller.ts';
import { type Ended, runCommand } from '../testing/command-line.ts';
import { GATEWAY_COMMAND } from '../testing/command-process.ts';
import { consoleVisitor, sandboxVisitor } from '../testing/console-visitor.ts';
import { mountSmallDisk } from '../testing/small-disk.ts';
import { until } from '../testing/until.ts';
import { backUp, restore } from './back-up.ts';
import { BackupError } from './backup-error.ts';
import { UNRESTORED_TABLES } from './unrestored-tables.ts';
import { writeWhole } from './whole-file.ts';

describe('a backup of SQLite', () => {
  let folder = '';
  let gateway: RunningGateway;
  const key = randomBytes(32).toString('base64');
  const path = (name: string): string => join(folder, name);
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gateway-backup-'));
    gateway = await startGateway({
      databaseUrl: `sqlite:${path('gateway.sqlite')}`,
      environment: { GATEWAY_MASTER_KEY: key },
    });
  });
  after(async () => {
    await gateway.close();
    await rm(folder, { recursive: true, force: true });
  });

  const order = async (): Promise<string> =>
    (await callerOf(gateway.url).post('/offset-gateway/orders', { emission_amount: 1 })).json.order_id;
  const ordersOf = async (file: string): Promise<string[]> => {
    const db = openDatabase(`sqlite:${file}`);
    const rows = await db.kysely.selectFrom('orders').select('id').execute();
    await db.close();
    return rows.map(({ id }) => id).sort();
  };
  const run = (database: string, ...args: string[]): Promise<Ended> => {
    const own = { DATABASE_URL: `sqlite:${path(database)}`, GATEWAY_MASTER_KEY: key };
    return runCommand(own, ...args, '--sandbox');
  };

  it('made while orders are created holds every order acknowledged before it, and passes doctor', async () => {
    const acknowledged = await Promise.all(Array.from({ length: 20 }, order));
    let go = true;
    const meanwhile: string[] = [];
    const load = (async () => {
      while (go) meanwhile.push(await order());
    })();
    const { code, out, err } = await run('gateway.sqlite', 'backup', path('one.backup'));
    go = false;
    await load;
    assert.equal(code, 0, err);
    const made = JSON.parse(out);
    assert.equal(made.bytes, (await stat(path('one.backup'))).size);
    assert.match(made.sha256, /^[0-9a-f]{64}$/);
    assert.equal((await stat(path('one.backup'))).mode & 0o077, 0, 'nobody else reads it');

    const restored = await run('restored.sqlite', 'restore', path('one.backup'));
    assert.equal(restored.code, 0, restored.err);
    // In this order, since reconcile sends the refunds that it finds pending.
    assert.match(
      restored.out,
      /refunds paid REFUND +again for what was paid another way since.*payments reconcile --since/s,
    );
    assert.match(restored.out, /keys revoke KEY +again for what was revoked since/);
    assert.match(restored.out, /retirements record +again for what was retired since/);
    assert.match(restored.out, /users erase EMAIL +again for whoever was erased since/);
    const there = await ordersOf(path('restored.sqlite'));
    for (const id of acknowledged) assert.ok(there.includes(id));
    for (const id of there) assert.ok(acknowledged.includes(id) || meanwhile.includes(id));
    const doctor = await run('restored.sqlite', 'doctor');
    assert.equal(doctor.code, 0, doctor.out);
    assert.equal((await run('restored.sqlite', 'orders', 'show', acknowledged[0] ?? '')).code, 0);
  });

  it('overwrites no file, and leaves no partial file when it fails', async () => {
    await writeFile(path('kept'), 'precious');
    const url = `sqlite:${path('gateway.sqlite')}`;
    await assert.rejects(backUp(url, path('kept'), {}), (error) => error instanceof BackupError);
    assert.equal(await readFile(path('kept'), 'utf8'), 'precious');
    await assert.rejects(backUp(url, join(folder, 'none', 'x'), {}), /There is no folder/);
    assert.deepEqual(
      (await readdir(folder)).filter((name) => name.startsWith('.')),
      [],
    );
  });

  it('without room on the disk names its file in the error, and leaves nothing', async () => {
    for (const code of ['SQLITE_FULL', 'ENOSPC']) {
      const failure = Object.assign(new Error('database or disk is full'), { code });
      const written = writeWhole(path('full.backup'), () => Promise.reject(failure));
      await assert.rejects(written, {
        name: 'BackupError',
        message: /no room on the disk for .+full\.backup\./,
      });
    }
    assert.ok(!(await readdir(folder)).some((name) => name.includes('full.backup')));
  });

  it('on a full disk leaves nothing, not even the journal of SQLite', async (t) => {
    const disk = await mountSmallDisk(3);
    if (!disk) return t.skip('this account may not mount a small disk');
    t.after(() => disk.remove());
    // More than SQLite keeps in memory, with so many tables and indexes that it writes some pages twice.
    const large = new SqliteDatabase(path('large.sqlite'));
    for (let at = 0; at < 30; at += 1)
      large.exec(`create table t${at} (a text primary key, b text); create index i${at} on t${at} (b)`);
    large.exec(`with recursive k (n) as (select 1 union all select n + 1 from k where n < 60000)
      insert into t0 select hex(randomblob(20)), hex(randomblob(50)) from k`);
    large.close();
    await assert.rejects(backUp(`sqlite:${path('large.sqlite')}`, join(disk.path, 'a.backup'), {}), {
      message: `There is no room on the disk for ${join(disk.path, 'a.backup')}.`,
    });
    assert.deepEqual(await readdir(disk.path), []);
  });

  it('is not restored over a database, beside leftover files of one, or from a damaged file', async () => {
    await backUp(`sqlite:${path('gateway.sqlite')}`, path('two.backup'), {});
    await assert.rejects(restore(path('two.backup'), `sqlite:${path('gateway.sqlite')}`, {}), BackupError);
    // SQLite would take such a file for part of the restored database.
    for (const left of ['left.sqlite-wal', 'left.sqlite-shm', 'left.sqlite-journal']) {
      await writeFile(path(left), 'x');
      await assert.rejects(restore(path('two.backup'), `sqlite:${path('left.sqlite')}`, {}), {
        name: 'BackupError',
        message: `There is a file at ${path(left)}: move it away with its database.`,
      });
      await rm(path(left));
    }
    await writeFile(path('no.backup'), 'no database');
    await assert.rejects(
      restore(path('no.backup'), `sqlite:${path('new.sqlite')}`, {}),
      /is no backup of one/,
    );
    const bytes = await readFile(path('two.backup'));
    await writeFile(path('damaged.backup'), bytes.fill(0xff, 8192, 8192 + 4096));
    await assert.rejects(restore(path('damaged.backup'), `sqlite:${path('new.sqlite')}`, {}));
    await assert.rejects(restore(path('two.backup'), 'sqlite::memory:', {}), /to a database in memory/);
    await assert.rejects(restore(path('missing'), `sqlite:${path('new.sqlite')}`, {}), /There is no file/);
    await assert.rejects(restore(path(''), `sqlite:${path('new.sqlite')}`, {}), (error) => {
      assert.ok(error instanceof BackupError);
      assert.match(error.message, /^\/\S+ is a folder: name the backup in it\.$/);
      return true;
    });
    assert.deepEqual(
      (await readdir(folder)).filter((name) => name.startsWith('new.sqlite') || name.startsWith('.')),
      [],
    );
  });

  it('made by copying the file is refused while a log lies beside it, and restored otherwise', async () => {
    // What a copy of the files, or a snapshot of the disk, has while the gateway serves.
    for (const suffix of ['', '-wal']) await copyFile(path(`gateway.sqlite${suffix}`), path(`copy${suffix}`));
    await assert.rejects(restore(path('copy'), `sqlite:${path('of-copy.sqlite')}`, {}), (error) => {
      assert.ok(error instanceof BackupError);
      assert.match(error.message, /copy-wal/);
      return true;
    });
    // The last connection to close writes the log into the file.
    assert.ok((await ordersOf(path('copy'))).length > 0);
    await writeFile(path('copy-journal'), 'x');
    await assert.rejects(restore(path('copy'), `sqlite:${path('of-copy.sqlite')}`, {}), /copy-journal/);
    for (const suffix of ['-journal', '-wal']) await writeFile(path(`copy${suffix}`), '');
    await restore(path('copy'), `sqlite:${path('of-copy.sqlite')}`, {});
    await writeFile(path('torn'), (await readFile(path('copy'))).subarray(0, 100_000));
    await assert.rejects(restore(path('torn'), `sqlite:${path('of-torn.sqlite')}`, {}), BackupError);
    assert.deepEqual(
      (await readdir(folder)).filter((name) => name.startsWith('of-') || name.startsWith('.')),
      ['of-copy.sqlite'],
    );
  });

  it('signs nobody in after it is restored: it has no sessions or sign-in links', async (t) => {
    const operator = await sandboxVisitor(gateway.url);
    const invitation = { name: 'Ana', email: 'ana@air.example', role: 'operator', once: randomUUID() };
    const { text: page } = await operator.post('/operators', invitation);
    const link = /console(\/sign-in\/link\/[^<]+)</.exec(page)?.[1] ?? '';
    await backUp(`sqlite:${path('gateway.sqlite')}`, path('signed-in.backup'), {});
    const databaseUrl = `sqlite:${path('signed-out.sqlite')}`;
    await restore(path('signed-in.backup'), databaseUrl, {});
    const restored = await startGateway({ databaseUrl, environment: { GATEWAY_MASTER_KEY: key } });
    t.after(() => restored.close());
    const ana = consoleVisitor(restored.url);
    ana.cookie = operator.cookie;
    assert.equal((await ana.get('/account')).status, 401);
    assert.equal((await ana.post(link)).status, 422);
    assert.equal((await operator.get('/account')).status, 200);
  });

  it('of a gateway from before the console is restored', async () => {
    await backUp(`sqlite:${path('gateway.sqlite')}`, path('old.backup'), {});
    const old = new SqliteDatabase(path('old.backup'));
    for (const table of UNRESTORED_TABLES) old.exec(`drop table ${table}`);
    old.close();
    await restore(path('old.backup'), `sqlite:${path('old.sqlite')}`, {});
    const db = new SqliteDatabase(path('old.sqlite'), { readonly: true });
    assert.ok(db.prepare('select count(*) from orders').get());
    db.close();
  });

  it('restored by root belongs to the owner of the folder, as a systemd service needs', {
    skip: process.getuid?.() !== 0 && 'needs root',
  }, async () => {
    await backUp(`sqlite:${path('gateway.sqlite')}`, path('root.backup'), {});
    await mkdir(path('state'));
    await chown(path('state'), 64_758, 64_759);
    await restore(path('root.backup'), `sqlite:${path('state/gateway.sqlite')}`, {});
    const { uid, gid, mode } = await stat(path('state/gateway.sqlite'));
    assert.deepEqual([uid, gid, mode & 0o777], [64_758, 64_759, 0o600]);
  });

  it('of a newer gateway is refused by each command, which names the unknown migration', async () => {
    await backUp(`sqlite:${path('gateway.sqlite')}`, path('three.backup'), {});
    await restore(path('three.backup'), `sqlite:${path('newer.sqlite')}`, {});
    const db = openDatabase(`sqlite:${path('newer.sqlite')}`);
    await sql`insert into schema_migrations (name) values ('9999-from-the-future')`.execute(db.kysely);
    await db.close();
    for (const args of [['merchants', 'list'], ['migrate'], ['serve', '--sandbox', '--port', '0']]) {
      const { code, err } = await run('newer.sqlite', ...args);
      assert.equal(code, 1);
      assert.match(err, /A newer gateway has changed this database: 9999-from-the-future/);
    }
  });
});

it('without the client tools of PostgreSQL, a backup names the missing tool, and never the password', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-backup-'));
  const missing = backUp('postgres://u:hunter2@127.0.0.1:1/d', join(folder, 'x'), { PATH: folder });
  await assert.rejects(missing, (error) => {
    assert.ok(error instanceof BackupError);
    assert.match(error.message, /pg_dump was not found/);
    assert.doesNotMatch(error.message, /hunter2/);
    return true;
  });
  assert.deepEqual(await readdir(folder), []);
  await rm(folder, { recursive: true, force: true });
});

describe('the client tools of PostgreSQL', () => {
  /** Prints its connection settings, in place of a dump. */
  const PG_DUMP = `#!/bin/sh
echo "$PGHOST $PGPORT $PGUSER $PGPASSWORD $PGDATABASE $PGSSLMODE $PGSSLROOTCERT $PGSSLCERT $PGSSLKEY"
`;
  let folder = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gateway-backup-'));
    await writeFile(join(folder, 'pg_dump'), PG_DUMP, { mode: 0o700 });
    await writeFile(join(folder, 'client.pem'), 'pem');
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const URLS: [name: string, url: string, connection: string][] = [
    ['a host', 'postgres://u:p%40ss@db:6543/shop', 'db 6543 u p@ss shop'],
    ['a socket', 'postgres://u:p@/shop?host=/run/postgresql', '/run/postgresql 5432 u p shop'],
    ['an IPv6 address', 'postgres://u:p@[::1]/shop', '::1 5432 u p shop'],
    ['a user among the parameters', 'postgres://db/shop?user=u&password=p', 'db 5432 u p shop'],
    // The driver verifies the server in each of these modes; the tools on their own only in the last.
    ...['require', 'prefer', 'verify-ca', 'verify-full'].map((mode): [string, string, string] => [
      `TLS with ${mode}`,
      `postgres://u:p@db/shop?sslmode=${mode}`,
      'db 5432 u p shop verify-full system',
    ]),
    ['TLS alone', 'postgres://u:p@db/shop?ssl=true', 'db 5432 u p shop verify-full system'],
    ['TLS without verifying', 'postgres://u:p@db/shop?sslmode=no-verify', 'db 5432 u p shop require'],
    [
      'TLS without verifying, and a certificate',
      'postgres://u:p@db/shop?sslmode=no-verify&sslcert=FOLDER/client.pem&sslkey=FOLDER/client.pem',
      'db 5432 u p shop require  FOLDER/client.pem FOLDER/client.pem',
    ],
    [
      'TLS as the tools read it',
      'postgres://u:p@db/shop?uselibpqcompat=true&sslmode=verify-ca&sslrootcert=FOLDER/client.pem',
      'db 5432 u p shop verify-ca FOLDER/client.pem',
    ],
    [
      'a certificate',
      'postgres://u:p@db/shop?sslrootcert=FOLDER/client.pem&sslcert=FOLDER/client.pem&sslkey=FOLDER/client.pem',
      'db 5432 u p shop verify-full FOLDER/client.pem FOLDER/client.pem FOLDER/client.pem',
    ],
  ];
  for (const [index, [name, url, connection]] of URLS.entries()) {
    it(`connect as the gateway does if its URL names ${name}`, async () => {
      const file = join(folder, `${index}.dump`);
      await backUp(url.replaceAll('FOLDER', folder), file, { PATH: folder });
      assert.equal((await readFile(file, 'utf8')).trim(), connection.replaceAll('FOLDER', folder));
    });
  }

  it('end on SIGINT, SIGTERM or SIGHUP to the command that runs them, and leave no file', {
    skip: process.platform === 'win32',
  }, async () => {
    const busy = join(folder, 'busy');
    await mkdir(busy);
    await writeFile(
      join(busy, 'pg_dump'),
      `#!/bin/sh\necho $$ > ${busy}/pid.new\nmv ${busy}/pid.new ${busy}/pid\nexec sleep 600\n`,
      { mode: 0o700 },
    );
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      const env = { PATH: `${busy}:${process.env.PATH}`, DATABASE_URL: 'postgres://127.0.0.1:1/x' };
      const args = [...GATEWAY_COMMAND, 'backup', join(busy, 'a.dump'), '--sandbox'];
      const command = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
      const ended = once(command, 'close');
      const printed = text(command.stderr);
      await until(() => existsSync(join(busy, 'pid')), 'a dump that has begun');
      const pid = Number(await readFile(join(busy, 'pid'), 'utf8'));
      await rm(join(busy, 'pid'));
      command.kill(signal);
      assert.deepEqual(await ended, [1, null]);
      assert.equal(await printed, `pg_dump was ended by ${signal}; nothing of it is left.\n`);
      assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' });
      assert.deepEqual(await readdir(busy), ['pg_dump']);
    }
  });
});
