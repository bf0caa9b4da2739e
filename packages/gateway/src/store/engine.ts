import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { type Dialect, Kysely, type KyselyConfig } from 'kysely';
import { codeOf } from './error-code.ts';
import { setPermissions } from './file-permissions.ts';
import { type Connections, lazyPool } from './lazy-pool.ts';
import { pipelinedTransactions, type RunTransaction } from './pipelined-transactions.ts';
import { PipeliningDialect } from './postgres-driver.ts';
import type { PoolOptions } from './postgres-pool.ts';
import { sqlitePath } from './require-file.ts';
import type { Schema } from './schema.ts';
import { ImmediateSqliteDialect } from './sqlite-driver.ts';
import type { Tracing } from './tracing.ts';
import { openWriteAheadLog } from './write-ahead-log.ts';

/** The two engines the store runs on. */
export type Engine = 'sqlite' | 'postgres';

/** An open database. */
export interface Database {
  readonly engine: Engine;
  readonly kysely: Kysely<Schema>;
  /** Runs work in a transaction; `inTransaction` repeats it where the database asks for that. */
  readonly transaction: RunTransaction;
  /** For queries outside of transactions: on SQLite they do not wait for a transaction that writes. */
  readonly reader: Kysely<Schema>;
  /** For exports: a standby where the operator names one, which may be behind by seconds; otherwise the same database. */
  readonly replica: Kysely<Schema>;
  /** Connections of this process by state, and what waits for one; only where there is a pool. */
  readonly connections?: () => Connections;
  /** Changes with every write of any process; only where the engine can tell at no cost. */
  readonly version?: () => number;
  /** Whether the file it was opened from was deleted, moved or replaced: what is written is lost with the process. Only for files. */
  readonly isGone?: () => boolean;
  /** Traces what runs on it. */
  readonly tracing?: Tracing | undefined;
  close(): Promise<void>;
}

/** How a database is opened. */
export interface DatabaseOptions extends PoolOptions {
  /** Permissions of the files of a SQLite database; 0600 by default: they hold names and e-mail addresses. */
  readonly fileMode?: number;
  /** Address of a standby of PostgreSQL which exports are read from. */
  readonly replicaUrl?: string | undefined;
  /** Traces what runs on the database; none by default. @param engine which the address names. */
  readonly tracing?: ((engine: Engine) => Tracing) | undefined;
}

/** The address of a database cannot be used. The message never holds a password. */
export class DatabaseAddressError extends Error {
  override readonly name = 'DatabaseAddressError';
  readonly code = 'invalid_database_url';
}

/** Maximum connections of a process to a standby. */
const MAX_REPLICA_CONNECTIONS = 4;

/** How long opening waits for another process that opens the same file, milliseconds. */
const OPEN_MS = 5000;

/**
 * Opens `sqlite:PATH` (`sqlite::memory:` too) or `postgres://…`.
 * @throws DatabaseAddressError where the address names no engine of these two.
 */
export function openDatabase(url: string, options: DatabaseOptions = {}): Database {
  if (url.startsWith('sqlite:')) return openSqlite(url, options);
  if (/^postgres(?:ql)?:\/\//.test(url)) return openPostgres(url, options);
  throw new DatabaseAddressError('DATABASE_URL must begin with "sqlite:" or "postgres://"');
}

function openSqlite(url: string, { fileMode = 0o600, tracing: trace }: DatabaseOptions): Database {
  const tracing = trace?.('sqlite');
  const path = sqlitePath(url) ?? url.slice('sqlite:'.length);
  if (path === '') throw new DatabaseAddressError('DATABASE_URL "sqlite:" must name a file: sqlite:PATH');
  // Its permissions would be taken from it, and with them everything in it.
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory())
    throw new DatabaseAddressError(
      `DATABASE_URL names a folder: name a file in it, such as sqlite:${join(path, 'gateway.sqlite')}`,
    );
  const file = makeFile(path, fileMode);
  // A database in memory is its connection's own.
  if (path === ':memory:') {
    const { kysely, transaction } = open(new ImmediateSqliteDialect(file), tracing);
    const close = () => kysely.destroy();
    return { engine: 'sqlite', kysely, transaction, reader: kysely, replica: kysely, tracing, close };
  }
  const log = openWriteAheadLog(path);
  const { kysely, transaction } = open(new ImmediateSqliteDialect(file, log), tracing);
  const readFile = openFile(path);
  const { kysely: reader } = open(new ImmediateSqliteDialect(readFile, log), tracing);
  const ask = readFile.prepare('pragma data_version').pluck();
  let version: number | undefined;
  const place = resolve(path);
  const opened = statSync(place);
  return {
    engine: 'sqlite',
    kysely,
    transaction,
    reader,
    replica: reader,
    tracing,
    version() {
      if (version === undefined) {
        version = ask.get() as number;
        // Read once in a turn of the event loop: what it reads next may have been sent after a change.
        setImmediate(() => {
          version = undefined;
        });
      }
      return version;
    },
    isGone() {
      const now = statSync(place, { throwIfNoEntry: false });
      return now?.ino !== opened.ino || now.dev !== opened.dev;
    },
    async close() {
      await log.close();
      await kysely.destroy();
      await reader.destroy();
      // Kysely leaves open what nothing was read from, and then SQLite keeps the log beside the file.
      file.close();
      readFile.close();
    },
  };
}

/** @throws DatabaseAddressError which names the file: what SQLite and the system report does not say what to set. */
function makeFile(path: string, mode: number): SqliteDatabase.Database {
  try {
    if (path !== ':memory:') setPermissions(path, mode);
    return openFile(path);
  } catch (error) {
    if (!/^(E[A-Z]+|SQLITE_(CANTOPEN|NOTADB|READONLY).*)$/.test(codeOf(error))) throw error;
    throw new DatabaseAddressError(
      `The database at ${resolve(path)}, which DATABASE_URL names, cannot be opened (${codeOf(error)}). Check the path, and that this account may write the file and its folder`,
      { cause: error },
    );
  }
}

function openFile(path: string): SqliteDatabase.Database {
  const file = new SqliteDatabase(path, { timeout: OPEN_MS });
  file.pragma('journal_mode = WAL');
  // An acknowledged order outlives a loss of power: what is committed is flushed by write-ahead-log.ts, beside the
  // event loop, which a slow disk would stop otherwise. The log is emptied there too.
  file.pragma('synchronous = NORMAL');
  file.pragma('wal_autocheckpoint = 0');
  file.pragma('foreign_keys = ON');
  // Whoever has the file must not find in it a person who was erased.
  file.pragma('secure_delete = ON');
  // From here on waiting is the connection's own.
  file.pragma('busy_timeout = 0');
  return file;
}

function open(dialect: Dialect, tracing: Tracing | undefined): Pick<Database, 'kysely' | 'transaction'> {
  const kysely = new Kysely<Schema>({ dialect, ...logOf(tracing) });
  return { kysely, transaction: pipelinedTransactions(kysely, dialect) };
}

function logOf(tracing: Tracing | undefined): Pick<KyselyConfig, 'log'> {
  return tracing?.logQuery ? { log: tracing.logQuery } : {};
}

function openPostgres(url: string, options: DatabaseOptions): Database {
  const { config, connections, closeWith } = lazyPool(url, options);
  const tracing = options.tracing?.('postgres');
  const { kysely, transaction } = open(new PipeliningDialect(config), tracing);
  const replica = options.replicaUrl === undefined ? undefined : openReplica(options.replicaUrl, options);
  return {
    engine: 'postgres',
    kysely,
    transaction,
    reader: kysely,
    replica: replica?.kysely ?? kysely,
    tracing,
    connections,
    async close() {
      await Promise.all([closeWith(kysely.destroy()), replica?.close()]);
    },
  };
}

/** A standby has few readers, and must not keep a stopping process. */
function openReplica(
  url: string,
  options: DatabaseOptions,
): { readonly kysely: Kysely<Schema>; close(): Promise<void> } {
  const { config, closeWith } = lazyPool(url, { ...options, poolSize: MAX_REPLICA_CONNECTIONS });
  const tracing = options.tracing?.('postgres');
  const { kysely } = open(new PipeliningDialect(config), tracing);
  return { kysely, close: () => closeWith(kysely.destroy()) };
}
