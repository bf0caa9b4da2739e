import { spawn } from 'node:child_process';
import pg from 'pg';
import { BackupError } from './backup-error.ts';
import { sharesConnections } from './shares-connections.ts';
import { writeWhole } from './whole-file.ts';

/** Parameters of a URL that the client tools take from their environment, and the driver opens or understands itself. */
const TLS = {
  PGSSLMODE: 'sslmode',
  PGSSLROOTCERT: 'sslrootcert',
  PGSSLCERT: 'sslcert',
  PGSSLKEY: 'sslkey',
} as const;

/**
 * Where PostgreSQL's client tools find the database: as the driver reads the URL, which knows more forms of it than a web
 * address has. The password is in none of their arguments.
 */
function connectionOf(url: string, environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { host, port, user, password, database } = new pg.Client({ connectionString: url });
  const parameters = new URLSearchParams(url.split('?')[1] ?? '');
  const named = {
    PGHOST: host,
    PGPORT: String(port),
    PGUSER: user,
    PGPASSWORD: password,
    PGDATABASE: database,
    ...Object.fromEntries(Object.entries(TLS).map(([name, parameter]) => [name, parameters.get(parameter)])),
  };
  return {
    ...environment,
    ...Object.fromEntries(Object.entries(named).flatMap(([name, value]) => (value ? [[name, value]] : []))),
  };
}

/** Signals that end a command. Sent to the command alone, they would leave its tool at work: a restore would be completed. */
const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs one of PostgreSQL's client tools. A signal that ends the command ends the tool first.
 * @throws BackupError with what it printed, or with the signal.
 */
async function runTool(name: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  let errors = '';
  let ending: NodeJS.Signals | undefined;
  const child = spawn(name, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(0, 4000);
  });
  function passOn(signal: NodeJS.Signals): void {
    ending = signal;
    child.kill(signal);
  }
  for (const signal of ENDING) process.once(signal, passOn);
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.on('error', (error: NodeJS.ErrnoException) =>
        reject(error.code === 'ENOENT' ? new BackupError(MISSING(name)) : error),
      );
      child.on('close', resolve);
    });
    if (code === 0) return;
    if (ending) throw new BackupError(`${name} was ended by ${ending}; nothing of it is left.`);
    throw new BackupError(`${name} failed: ${errors.trim() || `exit code ${code}`}`);
  } finally {
    for (const signal of ENDING) process.off(signal, passOn);
  }
}

const MISSING = (name: string): string =>
  `${name} was not found. Install PostgreSQL's client tools, of the server's version or a newer one, or run ${name} where they are.`;

/**
 * The client tools change settings of their connection for good, `search_path` among them.
 * @throws BackupError where those who get the connection next would find no tables.
 */
async function refusePooler(url: string, tool: string): Promise<void> {
  if (await sharesConnections(url)) throw new BackupError(POOLED(tool));
}

const POOLED = (tool: string): string =>
  `DATABASE_URL leads to a connection pooler in transaction mode, and ${tool} would leave its settings on connections that gateways use next: they would find no tables. Set DATABASE_URL to the address of the server itself for this command.`;

/** Dumps a database as it is at this moment, in the custom format of `pg_dump`. */
export async function backUpPostgres(
  url: string,
  path: string,
  environment: NodeJS.ProcessEnv,
): Promise<void> {
  await refusePooler(url, 'pg_dump');
  // Budgets of requests are not worth keeping, and their table is not logged.
  const args = ['--format=custom', '--no-owner', '--no-privileges', '--no-unlogged-table-data'];
  await writeWhole(path, (temporary) =>
    runTool('pg_dump', [...args, `--file=${temporary}`], connectionOf(url, environment)),
  );
}

/** Restores a dump into an empty database: all of it, or nothing. */
export async function restorePostgres(
  path: string,
  url: string,
  environment: NodeJS.ProcessEnv,
): Promise<void> {
  await refusePooler(url, 'pg_restore');
  const env = connectionOf(url, environment);
  const args = ['--no-owner', '--no-privileges', '--single-transaction', '--exit-on-error'];
  await runTool('pg_restore', [...args, `--dbname=${env.PGDATABASE}`, path], env);
}
