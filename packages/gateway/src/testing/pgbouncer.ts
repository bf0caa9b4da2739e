import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from './free-port.ts';

/** Maximum number of connections from the pooler to the server. */
export const POOL_SIZE = 4;

/** A PgBouncer in transaction mode, in front of one database. */
export interface Pooler {
  /** Address of the database through it. */
  readonly url: string;
  readonly port: number;
  /** Ends it at once and starts it again. @param whileAway runs in between. */
  replace(whileAway: () => Promise<void>): Promise<void>;
  /** Runs a command of its console, such as `PAUSE`. */
  command(text: string): Promise<void>;
  /** Sends its process a signal. */
  signal(name: NodeJS.Signals): void;
  stop(): Promise<void>;
}

/**
 * Starts a PgBouncer in transaction mode: no two transactions need to share a connection to the server.
 * @param executable of PgBouncer 1.21 or later; npm has none.
 * @param database address of the database behind it.
 * @param changed settings that replace the defaults, by name.
 */
export async function startPgbouncer(
  executable: string,
  database: string,
  changed: Readonly<Record<string, string | number>> = {},
): Promise<Pooler> {
  const direct = new URL(database);
  const folder = await mkdtemp(join(tmpdir(), 'gateway-pgbouncer-'));
  await chmod(folder, 0o755);
  const port = await freePort();
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'any',
    admin_users: 'postgres',
    pool_mode: 'transaction',
    default_pool_size: POOL_SIZE,
    max_prepared_statements: 100,
    // By default it refuses all clients for 15 s after a failed login, even when the database is back.
    server_login_retry: 1,
    ...changed,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  const target = `host=127.0.0.1 port=${direct.port} dbname=${direct.pathname.slice(1)} user=postgres`;
  await writeFile(
    join(folder, 'ini'),
    `[databases]\ngateway = ${target}\n[pgbouncer]\n${lines.join('\n')}\n`,
  );
  // It refuses to run as root.
  const account = process.getuid?.() === 0 ? { uid: Number(execFileSync('id', ['-u', 'nobody'])) } : {};
  const address = (name: string): string => `postgres://postgres@127.0.0.1:${port}/${name}`;
  const url = address('gateway');
  async function start(): Promise<ChildProcess> {
    const started = spawn(executable, ['-q', join(folder, 'ini')], { stdio: 'inherit', ...account });
    await untilUp(started, url);
    return started;
  }
  async function end(): Promise<void> {
    if (pooler.exitCode !== null || pooler.signalCode !== null) return;
    // Other signals wait for clients.
    pooler.kill('SIGQUIT');
    await once(pooler, 'exit');
  }
  let pooler = await start();
  return {
    url,
    port,
    async replace(whileAway) {
      await end();
      await whileAway();
      pooler = await start();
    },
    async command(text) {
      const client = new pg.Client(address('pgbouncer'));
      await client.connect();
      await client.query(text).finally(() => client.end());
    },
    signal: (name) => void pooler.kill(name),
    async stop() {
      await end();
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
