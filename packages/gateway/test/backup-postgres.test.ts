/** Backup and restore of PostgreSQL, by its own client tools. They are part of an installed server, not of npm's. */
import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { backUp, restore } from '../src/backup/back-up.ts';
import { BackupError } from '../src/backup/backup-error.ts';
import { startGateway } from '../src/gateway.ts';
import { callerOf } from '../src/testing/caller.ts';
import { freePort } from '../src/testing/postgres.ts';

const exec = promisify(execFile);
const CLI = fileURLToPath(new URL('../src/cli.ts', import.meta.url));
const VERSIONS = '/usr/lib/postgresql';
const bin = existsSync(VERSIONS)
  ? readdirSync(VERSIONS)
      .map((version) => join(VERSIONS, version, 'bin'))
      .find((path) => existsSync(join(path, 'pg_dump')) && existsSync(join(path, 'initdb')))
  : undefined;
const skip = bin === undefined && 'PostgreSQL is not installed here, and npm has no pg_dump';

/** Root may not run a server: the account of the installed one does. */
function account(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

it('a dump made while orders are created restores into an empty database, which doctor passes', {
  skip,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-dump-'));
  const files = await mkdtemp(join(tmpdir(), 'gateway-dump-'));
  const owner = account();
  if (owner.uid !== undefined && owner.gid !== undefined) await chown(folder, owner.uid, owner.gid);
  const data = join(folder, 'data');
  const tool = (name: string, ...args: string[]): Promise<unknown> =>
    exec(join(bin ?? '', name), args, { ...owner, cwd: folder });
  await tool('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync', '-E', 'UTF8', '--locale=C');
  const port = await freePort();
  const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder} -c fsync=off`;
  await tool('pg_ctl', '-D', data, '-w', '-l', join(folder, 'log'), '-o', settings, 'start');
  try {
    const url = (name: string): string => `postgres://postgres:unmistakable@127.0.0.1:${port}/${name}`;
    const admin = new pg.Client(url('postgres'));
    await admin.connect();
    for (const name of ['served', 'restored']) await admin.query(`create database ${name}`);
    await admin.end();
    const environment = { PATH: `${bin}:${process.env.PATH}` };
    const key = randomBytes(32).toString('base64');
    const gateway = await startGateway({
      databaseUrl: url('served'),
      environment: { GATEWAY_MASTER_KEY: key },
    });
    const order = async (): Promise<string> =>
      (await callerOf(gateway.url).post('/offset-gateway/orders', { emission_amount: 1 })).json.order_id;
    const acknowledged = await Promise.all(Array.from({ length: 10 }, order));
    const meanwhile = Array.from({ length: 10 }, order);
    const dump = join(files, 'gateway.dump');
    await backUp(url('served'), dump, environment);
    await Promise.all(meanwhile);
    await gateway.close();
    await assert.rejects(restore(dump, url('served'), environment), /not empty/);
    await restore(dump, url('restored'), environment);
    const env = {
      ...environment,
      DATABASE_URL: url('restored'),
      GATEWAY_MASTER_KEY: key,
      GATEWAY_SANDBOX: '1',
    };
    for (const args of [['doctor'], ['orders', 'show', acknowledged[0] ?? '']])
      await exec(process.execPath, ['--conditions=source', CLI, ...args], { env });
    await assert.rejects(backUp(url('none'), join(files, 'x'), environment), (error) => {
      assert.ok(error instanceof BackupError);
      assert.match(error.message, /pg_dump failed: .*"none" does not exist/s);
      assert.doesNotMatch(error.message, /unmistakable/);
      return true;
    });
  } finally {
    await tool('pg_ctl', '-D', data, '-m', 'immediate', 'stop');
    await rm(folder, { recursive: true, force: true });
    await rm(files, { recursive: true, force: true });
  }
});
