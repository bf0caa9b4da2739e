import type { Kysely } from 'kysely';
import type { RunTransaction } from './pipelined-transactions.ts';
import type { Schema } from './schema.ts';
import type { Tracing } from './tracing.ts';

/** The two engines the store runs on. */
export type Engine = 'sqlite' | 'postgres';

/** Connections of a pool. */
export interface Connections {
  readonly used: number;
  readonly idle: number;
  /** Requests that wait for a connection. */
  readonly waiting: number;
}

/** An open database. */
export interface Database {
  readonly engine: Engine;
  readonly kysely: Kysely<Schema>;
  /** Runs work in a transaction; `inTransaction` repeats it if the database requests that. */
  readonly transaction: RunTransaction;
  /** For queries outside transactions: on SQLite they do not wait for a transaction that writes. */
  readonly reader: Kysely<Schema>;
  /** For queries of whole tables: on SQLite in a thread of their own, because each query blocks the thread it runs in. */
  readonly longReads: Kysely<Schema>;
  /** For exports: the standby that the operator names, which may be seconds behind; otherwise the same database. */
  readonly replica: Kysely<Schema>;
  /** Connections of this process by state, and the requests that wait for one; only with a pool. */
  readonly connections?: () => Connections;
  /** A number that changes with every write of any process; only if the engine can report it at no cost. */
  readonly version?: () => number;
  /**
   * Whether the file of the database was deleted, moved or replaced: anything written now is lost when the process
   * ends. Only for files.
   */
  readonly isGone?: () => boolean;
  /** Whether its disk has room for orders. Only for files. */
  readonly hasRoom?: () => boolean;
  /** Tracing of its work. */
  readonly tracing?: Tracing | undefined;
  close(): Promise<void>;
}

/** How a process connects to PostgreSQL. */
export interface PoolOptions {
  /** Maximum connections of this process; 10 by default. */
  readonly poolSize?: number;
  /** How long a request waits for a connection, milliseconds; 5 s by default. */
  readonly connectTimeoutMs?: number;
  /**
   * How long a statement may take, milliseconds; 10 s by default. A connection that stays silent for longer while a
   * statement is running is closed: packets may be lost without either end noticing.
   */
  readonly statementTimeoutMs?: number;
  /** How long a connection is used, milliseconds; 30 min by default. */
  readonly maxLifetimeMs?: number;
}

/** How a database is opened. */
export interface DatabaseOptions extends PoolOptions {
  /** Permissions of the files of a SQLite database; 0600 by default: they hold names and e-mail addresses. */
  readonly fileMode?: number;
  /** Address of a PostgreSQL standby from which exports are read. */
  readonly replicaUrl?: string | undefined;
  /** Creates the tracing of the database; none by default. @param url address of a server; undefined for a file. */
  readonly tracing?: ((engine: Engine, url?: string) => Tracing) | undefined;
}

/** The address of a database cannot be used. The message never holds a password. */
export class DatabaseAddressError extends Error {
  override readonly name = 'DatabaseAddressError';
  readonly code = 'invalid_database_url';
}

/** Returns the same database for reading whole tables; see {@link Database.longReads}. */
export function forLongReads(db: Database): Database {
  return { ...db, kysely: db.longReads, reader: db.longReads };
}
