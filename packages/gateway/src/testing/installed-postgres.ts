import { execFile, execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from './free-port.ts';

const exec = promisify(execFile);
const VERSIONS = '/usr/lib/postgresql';

/** Folder of the tools of an installed PostgreSQL; undefined if there is none. npm's server comes without `pg_dump`. */
export const INSTALLED_POSTGRES: string | undefined = existsSync(VERSIONS)
  ? readdirSync(VERSIONS)
      .map((version) => join(VERSIONS, version, 'bin'))
      .find((path) => existsSync(join(path, 'pg_dump')) && existsSync(join(path, 'initdb')))
  : undefined;

/** A server of the installed PostgreSQL, with the tools of its version. */
export interface InstalledPostgres {
  /** Returns the address of a database. */
  url(name: string): string;
  createDatabase(name: string): Promise<string>;
  /** Runs a statement in a database. */
  run(database: string, statement: string): Promise<pg.QueryResult>;
  /** Environment in which its tools are found. */
  readonly environment: { readonly PATH: string };
  stop(): Promise<void>;
}

/** Returns the account of the installed server: root may not run one. */
function account(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** Starts an empty server that accepts connections of this machine. @throws if PostgreSQL is not installed. */
export async function startInstalledPostgres(): Promise<InstalledPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-postgres-'));
  const owner = account();
  if (owner.uid !== undefined && owner.gid !== undefined) await chown(folder, owner.uid, owner.gid);
  const data = join(folder, 'data');
  const tool = (name: string, ...args: string[]): Promise<unknown> =>
    exec(join(INSTALLED_POSTGRES ?? '', name), args, { ...owner, cwd: folder });
  await tool('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync', '-E', 'UTF8', '--locale=C');
  const port = await freePort();
  const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder} -c fsync=off`;
  await tool('pg_ctl', '-D', data, '-w', '-l', join(folder, 'log'), '-o', settings, 'start');
  const url = (name: string): string => `postgres://postgres:unmistakable@127.0.0.1:${port}/${name}`;
  const run = async (database: string, statement: string): Promise<pg.QueryResult> => {
    const admin = new pg.Client(url(database));
    await admin.connect();
    const result = await admin.query(statement);
    await admin.end();
    return result;
  };
  return {
    url,
    run,
    async createDatabase(name) {
      await run('postgres', `create database ${name}`);
      return url(name);
    },
    environment: { PATH: `${INSTALLED_POSTGRES}:${process.env.PATH}` },
    async stop() {
      await tool('pg_ctl', '-D', data, '-m', 'immediate', 'stop');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
