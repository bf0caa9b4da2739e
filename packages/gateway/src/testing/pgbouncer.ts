import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from './free-port.ts';

/** Connections which the pooler keeps to the server, at most. */
export const POOL_SIZE = 4;

/** A PgBouncer in transaction mode, in front of one database. */
export interface Pooler {
  /** Address of the database through it. */
  readonly url: string;
  readonly port: number;
  stop(): Promise<void>;
}

/**
 * Starts a PgBouncer in transaction mode: no two transactions need to share a connection to the server.
 * @param executable of PgBouncer 1.21 or later; npm has none.
 * @param database address of what it leads to.
 */
export async function startPgbouncer(executable: string, database: string): Promise<Pooler> {
  const direct = new URL(database);
  const folder = await mkdtemp(join(tmpdir(), 'gateway-pgbouncer-'));
  await chmod(folder, 0o755);
  const port = await freePort();
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'any',
    pool_mode: 'transaction',
    default_pool_size: POOL_SIZE,
    max_prepared_statements: 100,
    // By default it refuses everybody for 15 s once a login failed, also when the database is back.
    server_login_retry: 1,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  const target = `host=127.0.0.1 port=${direct.port} dbname=${direct.pathname.slice(1)} user=postgres`;
  await writeFile(
    join(folder, 'ini'),
    `[databases]\ngateway = ${target}\n[pgbouncer]\n${lines.join('\n')}\n`,
  );
  // It refuses to run as root.
  const account = process.getuid?.() === 0 ? { uid: Number(execFileSync('id', ['-u', 'nobody'])) } : {};
  const pooler = spawn(executable, ['-q', join(folder, 'ini')], { stdio: 'inherit', ...account });
  const url = `postgres://postgres@127.0.0.1:${port}/gateway`;
  await untilUp(pooler, url);
  return {
    url,
    port,
    async stop() {
      if (pooler.exitCode === null) {
        pooler.kill('SIGTERM');
        await once(pooler, 'exit');
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function untilUp(pooler: ChildProcess, url: string): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const client = new pg.Client(url);
    const isUp = await client
      .connect()
      .then(() => client.query('select 1'))
      .then(
        () => true,
        () => false,
      );
    await client.end().catch(() => {});
    if (isUp) return;
    if (tries > 100 || pooler.exitCode !== null) throw new Error('PgBouncer does not respond');
    await setTimeout(50);
  }
}
