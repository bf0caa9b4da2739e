import { randomBytes } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../store/migrate.ts';
import { openDatabase } from '../store/open-database.ts';
import { demote } from './demote.ts';
import { startEmbedded } from './embedded-postgres.ts';
import { folderOfMany } from './folder-of-many.ts';
import { freePort } from './free-port.ts';
import { type Standby, startStandby } from './standby.ts';
import { until } from './until.ts';

/** A PostgreSQL server of a test's own. */
export interface PostgresServer {
  /** Address of the server, of its own database. */
  readonly url: string;
  /** Where its files are, of the account that runs it. */
  readonly databaseDir: string;
  /** Makes an empty database. @returns its address. */
  createDatabase(): Promise<string>;
  /** Takes it away for a time; its data stays. */
  pause(): Promise<void>;
  /** Ends it at once, as PostgreSQL's immediate stop does: clients get no message, and the next start recovers. */
  crash(): Promise<void>;
  /** Whether it runs: it may have ended by itself. */
  isRunning(): Promise<boolean>;
  /** Starts it again, on the same port and data. */
  resume(): Promise<void>;
  /** Makes it a standby, which refuses every write. @returns what makes it a primary again. */
  demote(): Promise<() => Promise<void>>;
  /** Starts a second server that follows it, and without which it acknowledges no commit. */
  addStandby(): Promise<Standby>;
  stop(): Promise<void>;
}

async function query(serverUrl: string, text: string): Promise<void> {
  const client = new pg.Client(serverUrl);
  await client.connect();
  await client.query(text);
  await client.end();
}

/**
 * Makes a database on a server.
 * @param template name of the one to copy; default: an empty one.
 * @returns its address.
 */
async function createDatabase(serverUrl: string, template?: string): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  // Copied page by page through the log, which is the default, a database with tables costs half as much again.
  const from = template === undefined ? '' : `template ${template} strategy file_copy`;
  await query(serverUrl, `create database ${name} ${from}`);
  const url = new URL(serverUrl);
  url.pathname = name;
  return url.href;
}

/** Where a server listens that test files share, each with databases of its own: starting one takes seconds. */
const SHARED_POSTGRES = 'TEST_POSTGRES_URL';

/** Name of a database of that server which has the gateway's tables, to be copied. */
const SHARED_TEMPLATE = 'TEST_POSTGRES_TEMPLATE';

/** A server that tests share. */
export interface SharedPostgres extends Pick<PostgresServer, 'createDatabase' | 'stop'> {
  /** Makes a database with the gateway's tables, empty. @returns its address. */
  createMigrated(): Promise<string>;
}

/**
 * Makes a database with the gateway's tables, which {@link SharedPostgres.createMigrated} copies: all migrations cost five
 * times as much as a copy.
 * @returns its name.
 */
async function createTemplate(serverUrl: string): Promise<string> {
  const url = await createDatabase(serverUrl);
  const db = openDatabase(url, { poolSize: 1, statementTimeoutMs: 0 });
  await migrate(db);
  // A database that somebody is connected to cannot be copied.
  await db.close();
  return new URL(url).pathname.slice(1);
}

/** Starts the server that all test files of a run share. @returns the variables by which they find it. */
export async function startSharedPostgres(): Promise<{
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}> {
  const { url, stop } = await startPostgres(500, { folder: await folderOfMany() });
  // Vacuuming would go round hundreds of databases that live for seconds.
  await query(url, 'alter system set autovacuum to off');
  // Every new database is a checkpoint, after which each page would go into the log once more.
  await query(url, 'alter system set full_page_writes to off');
  await query(url, 'select pg_reload_conf()');
  return { env: { [SHARED_POSTGRES]: url, [SHARED_TEMPLATE]: await createTemplate(url) }, stop };
}

/** Addresses of databases on the shared server that the tests of this process have finished with. */
const finished: string[] = [];

/** Drops them: kept until the run ends, hundreds of databases are gigabytes that nobody reads. */
async function dropFinished(serverUrl: string): Promise<void> {
  for (const url of finished.splice(0))
    await query(serverUrl, `drop database if exists ${new URL(url).pathname.slice(1)} with (force)`);
}

/** The server that tests share; one of the caller's own where there is none. */
export async function sharedPostgres(): Promise<SharedPostgres> {
  const { [SHARED_POSTGRES]: given, [SHARED_TEMPLATE]: name } = process.env;
  const own = given === undefined ? await startPostgres() : undefined;
  const url = own?.url ?? given ?? '';
  let template = name === undefined ? undefined : Promise.resolve(name);
  const made: string[] = [];
  const create = async (from?: string): Promise<string> => {
    const database = await createDatabase(url, from);
    made.push(database);
    return database;
  };
  if (given !== undefined) await dropFinished(given);
  return {
    createDatabase: () => create(),
    async createMigrated() {
      template ??= createTemplate(url);
      return create(await template);
    },
    async stop() {
      // What the tests opened on them closes after this.
      if (given !== undefined) finished.push(...made);
      await own?.stop();
    },
  };
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/**
 * A server of the caller's own, for tests, which gives each its own database.
 * @param options `folder`: in which its data goes. `walDir`: where its write-ahead log goes; a folder that does not exist,
 *   in one which everybody may write to.
 */
export async function startPostgres(
  maxConnections = 200,
  { folder = tmpdir(), walDir }: { readonly folder?: string; readonly walDir?: string } = {},
): Promise<PostgresServer> {
  const port = await freePort();
  const databaseDir = join(folder, `gateway-postgres-${randomBytes(6).toString('hex')}`);
  const server = await startEmbedded({ databaseDir, port, maxConnections, walDir });
  let crashed = false;
  const pidFile = join(databaseDir, 'postmaster.pid');
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  return {
    url,
    databaseDir,
    createDatabase: () => createDatabase(url),
    pause: () => server.stop(),
    async crash() {
      const [pid] = (await readFile(pidFile, 'utf8')).split('\n');
      process.kill(Number(pid), 'SIGQUIT');
      crashed = true;
      await until(() => !isRunning(Number(pid)), 'the end of PostgreSQL');
    },
    async isRunning() {
      const [pid] = (await readFile(pidFile, 'utf8').catch(() => '')).split('\n');
      return pid !== '' && isRunning(Number(pid));
    },
    async resume() {
      crashed = false;
      await server.start();
    },
    demote: () => demote({ server, databaseDir, url }),
    addStandby: () => startStandby({ server, databaseDir, port, maxConnections }),
    async stop() {
      if (!crashed) await server.stop();
      await rm(databaseDir, { recursive: true, force: true });
    },
  };
}
