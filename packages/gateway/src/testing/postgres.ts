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

/** A PostgreSQL server for one test. */
export interface PostgresServer {
  /** Address of the server's default database. */
  readonly url: string;
  /** Folder of its files, which belong to the account that runs it. */
  readonly databaseDir: string;
  /** Makes an empty database. @returns its address. */
  createDatabase(): Promise<string>;
  /** Stops it for a time; its data stays. */
  pause(): Promise<void>;
  /** Ends it at once, as PostgreSQL's immediate stop does: clients get no message, and the next start recovers. */
  crash(): Promise<void>;
  /** Whether it runs: it may have ended without being stopped. */
  isRunning(): Promise<boolean>;
  /** Starts it again, on the same port and data. */
  resume(): Promise<void>;
  /** Makes it a standby, which refuses every write. @returns a function that makes it a primary again. */
  demote(): Promise<() => Promise<void>>;
  /** Starts a second server that follows it, and whose confirmation every commit then needs. */
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
 * @param template name of a database to copy; default: an empty one.
 * @returns its address.
 */
async function createDatabase(serverUrl: string, template?: string): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  // By default, pages are copied through the log: a database with tables then costs half as much again.
  const from = template === undefined ? '' : `template ${template} strategy file_copy`;
  await query(serverUrl, `create database ${name} ${from}`);
  const url = new URL(serverUrl);
  url.pathname = name;
  return url.href;
}

/**
 * Variable with the address of a server that test files share, each with its own databases: starting one takes seconds.
 */
const SHARED_POSTGRES = 'TEST_POSTGRES_URL';

/** Variable with the name of a database on that server, with the gateway's tables, to be copied. */
const SHARED_TEMPLATE = 'TEST_POSTGRES_TEMPLATE';

/** A server that tests share. */
export interface SharedPostgres extends Pick<PostgresServer, 'createDatabase' | 'stop'> {
  /** Makes a database with the gateway's tables, empty. @returns its address. */
  createMigrated(): Promise<string>;
}

/**
 * Makes a database with the gateway's tables, which {@link SharedPostgres.createMigrated} copies: running all
 * migrations costs five times as much as a copy.
 * @returns its name.
 */
async function createTemplate(serverUrl: string): Promise<string> {
  const url = await createDatabase(serverUrl);
  const db = openDatabase(url, { poolSize: 1, statementTimeoutMs: 0 });
  await migrate(db);
  // A database with connected clients cannot be copied.
  await db.close();
  return new URL(url).pathname.slice(1);
}

/** Starts the server that all test files of a run share. @returns the environment variables by which they find it. */
export async function startSharedPostgres(): Promise<{
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}> {
  const { url, stop } = await startPostgres(500, { folder: await folderOfMany() });
  // Vacuuming would visit hundreds of databases that live for seconds.
  await query(url, 'alter system set autovacuum to off');
  // Every new database is a checkpoint, after which each page would be logged whole once more.
  await query(url, 'alter system set full_page_writes to off');
  await query(url, 'select pg_reload_conf()');
  return { env: { [SHARED_POSTGRES]: url, [SHARED_TEMPLATE]: await createTemplate(url) }, stop };
}

/** Addresses of databases on the shared server that this process no longer needs. */
const finished: string[] = [];

/** Drops finished databases: until the end of the run, hundreds of them would be unused gigabytes. */
async function dropFinished(serverUrl: string): Promise<void> {
  for (const url of finished.splice(0))
    await query(serverUrl, `drop database if exists ${new URL(url).pathname.slice(1)} with (force)`);
}

/** Returns the server that tests share, or starts one if there is none. */
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
      // The tests' connections to them close after this.
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
 * Starts a server for the caller's tests, which gives each its own database.
 * @param options `folder`: for its data. `walDir`: for its write-ahead log; a folder that does not exist, in one which
 *   everybody may write to.
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
