import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { ConnectionOptions } from 'node:tls';
import pg from 'pg';
import { BackupError } from './backup-error.ts';
import { sharesConnections } from './shares-connections.ts';
import { UNRESTORED_TABLES } from './unrestored-tables.ts';
import { writeWhole } from './whole-file.ts';

/**
 * Returns TLS settings with which the client tools verify the server as the driver does, that is in every mode except
 * `no-verify`, and not as the tools read the URL. Otherwise a dump could go to an impostor of the server.
 * @param ssl how the driver reads the URL.
 */
function tlsOf(
  ssl: boolean | ConnectionOptions | undefined,
  url: string,
  environment: NodeJS.ProcessEnv,
): object {
  if (!ssl) return {};
  const parameters = new URLSearchParams(url.split('?')[1] ?? '');
  const named = { PGSSLCERT: parameters.get('sslcert'), PGSSLKEY: parameters.get('sslkey') };
  if (ssl !== true && ssl.rejectUnauthorized === false) return { ...named, PGSSLMODE: 'require' };
  return {
    ...named,
    PGSSLMODE: ssl !== true && ssl.checkServerIdentity ? 'verify-ca' : 'verify-full',
    PGSSLROOTCERT: parameters.get('sslrootcert') ?? environment.PGSSLROOTCERT ?? 'system',
  };
}

/**
 * Returns the environment in which PostgreSQL's client tools find the database: the driver reads the URL, as it accepts
 * more forms than a web URL has. No argument holds the password.
 */
function connectionOf(url: string, environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { host, port, user, password, database, ssl } = new pg.Client({ connectionString: url });
  const named = {
    PGHOST: host,
    PGPORT: String(port),
    PGUSER: user,
    PGPASSWORD: password,
    PGDATABASE: database,
    ...tlsOf(ssl, url, environment),
  };
  return {
    ...environment,
    ...Object.fromEntries(Object.entries(named).flatMap(([name, value]) => (value ? [[name, value]] : []))),
  };
}

/**
 * Signals that end a command. Sent to the command alone, they would leave its tool running, and a restore would
 * complete.
 */
const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** A running client tool of PostgreSQL. */
interface Tool {
  readonly child: ChildProcessWithoutNullStreams;
  /** @throws BackupError with the tool's output. */
  readonly ended: Promise<void>;
}

function startTool(name: string, args: readonly string[], env: NodeJS.ProcessEnv): Tool {
  let errors = '';
  const child = spawn(name, args, { env, stdio: ['pipe', 'pipe', 'pipe'] });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(0, 4000);
  });
  // If the tool stops reading, its own error explains why.
  child.stdin.on('error', () => {});
  const ended = new Promise<void>((resolve, reject) => {
    child.on('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ENOENT' ? new BackupError(MISSING(name)) : error),
    );
    child.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new BackupError(`${name} failed: ${errors.trim() || `exit code ${code}`}`));
    });
  });
  ended.catch(() => {});
  return { child, ended };
}

/**
 * Starts client tools and runs work with them. A signal that ends the command ends them first. Signal handlers are set
 * before the tools start, since a signal in between would leave them running.
 * @throws BackupError that names the signal, if there was one.
 */
async function withTools<T extends readonly Tool[]>(
  start: () => T,
  work: (tools: T) => Promise<void>,
): Promise<void> {
  let tools: readonly Tool[] = [];
  let ending: NodeJS.Signals | undefined;
  function passOn(signal: NodeJS.Signals): void {
    ending = signal;
    for (const { child } of tools) child.kill(signal);
  }
  for (const signal of ENDING) process.once(signal, passOn);
  try {
    const started = start();
    tools = started;
    await work(started);
  } catch (error) {
    for (const { child } of tools) child.kill();
    await Promise.allSettled(tools.map(({ ended }) => ended));
    if (!ending) throw error;
    const [name] = tools.map(({ child }) => child.spawnfile);
    throw new BackupError(`${name} was ended by ${ending}; nothing of it is left.`);
  } finally {
    for (const signal of ENDING) process.off(signal, passOn);
  }
}

const MISSING = (name: string): string =>
  `${name} was not found. Install PostgreSQL's client tools, of the server's version or a newer one, or run ${name} where they are.`;

/**
 * Refuses a pooler, since the client tools change settings of their connection permanently, such as `search_path`.
 * @throws BackupError if the next users of the connection would find no tables.
 */
async function refusePooler(url: string, tool: string): Promise<void> {
  if (await sharesConnections(url)) throw new BackupError(POOLED(tool));
}

const POOLED = (tool: string): string =>
  `DATABASE_URL leads to a connection pooler in transaction mode, and ${tool} would leave its settings on connections that gateways use next: they would find no tables. Set DATABASE_URL to the address of the server itself for this command.`;

/**
 * Dumps the current state of a database, in the custom format of `pg_dump`. The dump goes through this process, so that
 * it ends when the backup is killed: otherwise it would hold its locks, and fill the disk, until it is complete.
 */
export async function backUpPostgres(
  url: string,
  path: string,
  environment: NodeJS.ProcessEnv,
): Promise<void> {
  await refusePooler(url, 'pg_dump');
  // Request budgets need no backup, and their table is unlogged.
  const args = ['--format=custom', '--no-owner', '--no-privileges', '--no-unlogged-table-data'];
  for (const table of UNRESTORED_TABLES) args.push(`--exclude-table-data=*.${table}`);
  await writeWhole(path, async (temporary) => {
    await withTools(
      (): [Tool] => [startTool('pg_dump', args, connectionOf(url, environment))],
      async ([dump]) => {
        await pipeline(dump.child.stdout, createWriteStream(temporary));
        await dump.ended;
      },
    );
  });
}

/** More bytes than there are from the last statement of a script, the commit, to its end. */
const END_OF_SCRIPT = 1024;
/**
 * Printed by the session once it has run everything up to here. A backslash command would fail: scripts forbid them.
 */
const ALL_BUT_COMMITTED = 'all is restored and not committed yet';

/**
 * Fails a restore if the account would not find its tables: a dump names their schema, but the account looks only in
 * its own `search_path`. It would take the database for empty, and create empty tables beside the orders.
 */
const BEFORE_COMMIT = `
reset search_path;
do $$
declare place text := (select min(relnamespace::regnamespace::text) from pg_class where relname = 'schema_migrations');
begin
  if to_regclass('schema_migrations') is null and place is not null then
    raise exception 'The tables of this backup are in the schema %, where this account looks for none. Before the restore, run in the database: alter role % in database % set search_path = %',
      place, quote_ident(current_user), quote_ident(current_database()), place;
  end if;
  raise warning '${ALL_BUT_COMMITTED}';
end $$;
`;

/**
 * Yields a script, but its last statement only once the session has run everything else: in a plain pipe, tools that
 * outlive this process when it is killed would commit.
 * @param isRun resolves once the session has printed {@link ALL_BUT_COMMITTED}, and rejects once that is no longer
 *   possible.
 */
async function* commitLast(
  script: AsyncIterable<Buffer>,
  isRun: Promise<unknown>,
): AsyncGenerator<Buffer | string> {
  let held = Buffer.alloc(0);
  for await (const chunk of script) {
    const all = Buffer.concat([held, chunk]);
    const end = Math.max(0, all.length - END_OF_SCRIPT);
    yield all.subarray(0, end);
    held = all.subarray(end);
  }
  const commit = held.lastIndexOf('\nCOMMIT;');
  // A script that was cut off has no commit.
  if (commit < 0) return yield held;
  yield held.subarray(0, commit);
  yield BEFORE_COMMIT;
  await isRun;
  yield held.subarray(commit);
}

/** Resolves once a tool has printed a text to its standard error. */
function waitForOutput({ stderr }: ChildProcessWithoutNullStreams, text: string): Promise<void> {
  let all = '';
  return new Promise((resolve) => {
    stderr.on('data', (more: string) => {
      all = (all + more).slice(-4000);
      if (all.includes(text)) resolve();
    });
  });
}

/**
 * Restores a dump into an empty database: all of it, or nothing. The script goes through this process, which holds back
 * its last statement, so that a killed restore leaves nothing: `pg_restore` with a connection of its own would go on.
 */
export async function restorePostgres(
  path: string,
  url: string,
  environment: NodeJS.ProcessEnv,
): Promise<void> {
  await refusePooler(url, 'pg_restore');
  const env = connectionOf(url, environment);
  // To publish all tables takes a superuser, and a subscription to the old database does not replicate this one.
  const whole = ['--no-owner', '--no-privileges', '--no-publications', '--no-subscriptions'];
  const args = [...whole, '--single-transaction', '--file=-', path];
  const start = (): [script: Tool, session: Tool] => [
    startTool('pg_restore', args, env),
    startTool('psql', ['--no-psqlrc', '--quiet', '--set=ON_ERROR_STOP=1', '--set=SHOW_CONTEXT=never'], env),
  ];
  await withTools(start, async ([script, session]) => {
    session.child.stdout.resume();
    const isRun = Promise.race([waitForOutput(session.child, ALL_BUT_COMMITTED), session.ended]);
    isRun.catch(() => {});
    // A tool that stopped reports its own error: the session first, without which nobody reads the script.
    await pipeline(script.child.stdout, (text) => commitLast(text, isRun), session.child.stdin).catch(
      () => {},
    );
    await session.ended;
    await script.ended;
  });
}
