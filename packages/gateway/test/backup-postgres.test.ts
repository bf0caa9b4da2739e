/** Backup and restore of PostgreSQL, by its own client tools. They are part of an installed server, not of npm's. */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import pg from 'pg';
import { backUp, restore } from '../src/backup/back-up.ts';
import { BackupError } from '../src/backup/backup-error.ts';
import { startGateway } from '../src/gateway.ts';
import { callerOf } from '../src/testing/caller.ts';
import { GATEWAY_COMMAND } from '../src/testing/command-process.ts';
import { sandboxVisitor } from '../src/testing/console-visitor.ts';
import { INSTALLED_POSTGRES, startInstalledPostgres } from '../src/testing/installed-postgres.ts';
import { until } from '../src/testing/until.ts';

const exec = promisify(execFile);
const skip = INSTALLED_POSTGRES === undefined && 'PostgreSQL is not installed here, and npm has no pg_dump';

/** Fails a restore after its data. */
const REFUSE_INDEXES = `create function refuse() returns event_trigger language plpgsql
  as $$ begin raise exception 'no index here'; end $$;
create event trigger refuse on ddl_command_start when tag in ('CREATE INDEX') execute function refuse()`;

it('a dump made while orders are created restores into an empty database that passes doctor', {
  skip,
}, async (t) => {
  const { files, server } = await startFor(t);
  const { url, environment } = server;
  for (const name of ['served', 'restored']) await server.createDatabase(name);
  const key = randomBytes(32).toString('base64');
  const gateway = await startGateway({
    databaseUrl: url('served'),
    environment: { GATEWAY_MASTER_KEY: key },
  });
  const order = async (): Promise<string> =>
    (await callerOf(gateway.url).post('/offset-gateway/orders', { emission_amount: 1 })).json.order_id;
  const acknowledged = await Promise.all(Array.from({ length: 10 }, order));
  await sandboxVisitor(gateway.url);
  const meanwhile = Array.from({ length: 10 }, order);
  const dump = join(files, 'gateway.dump');
  // A large object of another program in the same database: its restore has its own transaction.
  await server.run('served', "select lo_from_bytea(4711, 'x')");
  await backUp(url('served'), dump, environment);
  await Promise.all(meanwhile);
  await gateway.close();
  await assert.rejects(restore(dump, url('served'), environment), /not empty/);
  await server.run(
    'postgres',
    "create database latvian template template0 locale_provider icu icu_locale 'lv-LV'",
  );
  await assert.rejects(restore(dump, url('latvian'), environment), /sorts text/);
  const bytes = await readFile(dump);
  await writeFile(join(files, 'torn.dump'), bytes.subarray(0, bytes.length / 2));
  await assert.rejects(restore(join(files, 'torn.dump'), url('restored'), environment), {
    name: 'BackupError',
    message: /^pg_restore failed: .*end of file/,
  });
  const withoutTools = { ...environment, PATH: files };
  await assert.rejects(restore(dump, url('restored'), withoutTools), {
    name: 'BackupError',
    message: /^(?:pg_restore|psql) was not found/,
  });
  await server.run('restored', REFUSE_INDEXES);
  await assert.rejects(restore(dump, url('restored'), environment), {
    name: 'BackupError',
    message: /^psql failed: .*no index here/s,
  });
  await server.run('restored', 'drop event trigger refuse; drop function refuse');
  await restore(dump, url('restored'), environment);
  const { rows } = await server.run('restored', 'select from console_sessions');
  assert.equal(rows.length, 0, 'sessions are not restored: their person may have been removed since');
  const env = {
    ...environment,
    DATABASE_URL: url('restored'),
    GATEWAY_MASTER_KEY: key,
  };
  for (const args of [['doctor'], ['orders', 'show', acknowledged[0] ?? '']])
    await exec(process.execPath, [...GATEWAY_COMMAND, ...args, '--sandbox'], { env });
  await assert.rejects(backUp(url('none'), join(files, 'x'), environment), (error) => {
    assert.ok(error instanceof BackupError);
    assert.match(error.message, /pg_dump failed: .*"none" does not exist/s);
    assert.doesNotMatch(error.message, /unmistakable/);
    return true;
  });
});

for (const [when, nameOf] of [
  ['while it makes tables', async () => 'webhook_secrets'],
  ['while it makes the last index, as all that is left of its script', lastIndex],
] as const) {
  it(`a restore that is killed ${when} ends its tools and leaves nothing`, {
    skip,
  }, async () => {
    const files = await mkdtemp(join(tmpdir(), 'gateway-dump-'));
    const server = await startInstalledPostgres();
    const [served, restored] = [
      await server.createDatabase('served'),
      await server.createDatabase('restored'),
    ] as const;
    const holder = new pg.Client(restored);
    const watcher = new pg.Client(restored);
    try {
      await (await startGateway({ databaseUrl: served })).close();
      const dump = join(files, 'gateway.dump');
      await backUp(served, dump, server.environment);
      await Promise.all([holder.connect(), watcher.connect()]);
      // The restore will create a relation of this name, and has to wait for this transaction.
      const name = await nameOf((text) => server.run('served', text));
      await holder.query('begin');
      await holder.query(`create table ${name} (id text)`);
      const others = async (state: string): Promise<boolean> => {
        const { rows } = await watcher.query(
          `select from pg_stat_activity where datname = 'restored' and pid not in ($1, $2) and ${state}`,
          [...(await Promise.all([holder, watcher].map(pidOf)))],
        );
        return rows.length > 0;
      };
      const command = spawn(process.execPath, [...GATEWAY_COMMAND, 'restore', dump, '--sandbox'], {
        env: { ...server.environment, DATABASE_URL: restored },
        stdio: 'ignore',
      });
      const ended = once(command, 'exit');
      await until(() => others("wait_event_type = 'Lock'"), 'a restore that waits');
      command.kill('SIGKILL');
      await ended;
      await holder.query('rollback');
      await until(async () => !(await others('true')), 'the end of its tools');
      const { rows } = await watcher.query("select from pg_tables where schemaname = 'public'");
      assert.equal(rows.length, 0);
    } finally {
      await Promise.all([holder.end(), watcher.end()]);
      await server.stop();
      await rm(files, { recursive: true, force: true });
    }
  });
}

it('a restore of tables in a schema outside the account’s search_path is refused until it is set', {
  skip,
}, async (t) => {
  const { files, server } = await startFor(t);
  const { run, environment } = server;
  const [served, restored] = [
    await server.createDatabase('served'),
    await server.createDatabase('restored'),
  ] as const;
  await run('served', 'create schema "App"');
  await run('served', 'alter database served set search_path = "App", public');
  await (await startGateway({ databaseUrl: served })).close();
  const dump = join(files, 'gateway.dump');
  await backUp(served, dump, environment);
  const advice = 'alter role postgres in database restored set search_path = "App"';
  await assert.rejects(restore(dump, restored, environment), (error) => {
    assert.ok(error instanceof BackupError);
    assert.ok(error.message.endsWith(`run in the database: ${advice}`), error.message);
    return true;
  });
  await run('restored', advice);
  await restore(dump, restored, environment);
  assert.equal((await run('restored', 'select from merchants')).rows.length, 1);
});

it('a backup with a publication of all tables is restored by an account that may not publish them', {
  skip,
}, async (t) => {
  const { files, server } = await startFor(t);
  const { run, environment } = server;
  await run('postgres', 'create role app login');
  for (const name of ['served', 'restored']) await run('postgres', `create database ${name} owner app`);
  const [served, restored] = ['served', 'restored'].map((name) =>
    server.url(name).replace('postgres:unmis', 'app:unmis'),
  );
  await (await startGateway({ databaseUrl: served ?? '' })).close();
  await run('served', 'create publication changes for all tables');
  const dump = join(files, 'gateway.dump');
  await backUp(served ?? '', dump, environment);
  await restore(dump, restored ?? '', environment);
  assert.equal((await run('restored', 'select from merchants')).rows.length, 1);
});

it('a backup that is killed ends its tool, which completes no file', {
  skip,
}, async () => {
  const files = await mkdtemp(join(tmpdir(), 'gateway-dump-'));
  const server = await startInstalledPostgres();
  const served = await server.createDatabase('served');
  const holder = new pg.Client(served);
  const watcher = new pg.Client(served);
  try {
    await (await startGateway({ databaseUrl: served })).close();
    await Promise.all([holder.connect(), watcher.connect()]);
    await holder.query('begin');
    await holder.query('lock table orders');
    const dumps = async (state: string): Promise<boolean> => {
      const { rows } = await watcher.query(
        `select from pg_stat_activity where application_name = 'pg_dump' and ${state}`,
      );
      return rows.length > 0;
    };
    const args = [...GATEWAY_COMMAND, 'backup', join(files, 'gateway.dump'), '--sandbox'];
    const env = { ...server.environment, DATABASE_URL: served };
    const command = spawn(process.execPath, args, { env, stdio: 'ignore' });
    const ended = once(command, 'exit');
    await until(() => dumps("wait_event_type = 'Lock'"), 'a dump that waits');
    command.kill('SIGKILL');
    await ended;
    await holder.query('rollback');
    await until(async () => !(await dumps('true')), 'the end of its tool');
    const [left = ''] = await readdir(files);
    assert.equal((await stat(join(files, left))).size, 0);
  } finally {
    await Promise.all([holder.end(), watcher.end()]);
    await server.stop();
    await rm(files, { recursive: true, force: true });
  }
});

/** Starts a server and makes a folder for dumps; both are removed after the test. */
async function startFor(t: TestContext) {
  const files = await mkdtemp(join(tmpdir(), 'gateway-dump-'));
  t.after(() => rm(files, { recursive: true, force: true }));
  const server = await startInstalledPostgres();
  t.after(() => server.stop());
  return { server, files };
}

/** Returns the last index that a restore makes: those of constraints come before. */
async function lastIndex(run: (text: string) => Promise<pg.QueryResult>): Promise<string> {
  const { rows } = await run(`select max(indexname) as name from pg_indexes where schemaname = 'public'
    and indexname not in (select conname from pg_constraint)`);
  return rows[0].name;
}

async function pidOf(client: pg.Client): Promise<number> {
  return (await client.query('select pg_backend_pid() as pid')).rows[0].pid;
}
