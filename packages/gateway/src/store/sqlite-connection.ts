import { setTimeout } from 'node:timers/promises';
import SqliteDatabase from 'better-sqlite3';
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';

/** How long a statement waits for its turn where other processes write, milliseconds. */
const TURN_MS = 20_000;
/** Prepared statements that are kept: more than the gateway has different ones of. */
const MOST_STATEMENTS = 400;

function isBusy(error: unknown): boolean {
  return error instanceof SqliteDatabase.SqliteError && error.code.startsWith('SQLITE_BUSY');
}

/**
 * The connection of a SQLite database. It keeps prepared statements, and waits for its turn without blocking the
 * process, as SQLite's own waiting would.
 */
export class SqliteConnection implements DatabaseConnection {
  readonly #file: SqliteDatabase.Database;
  readonly #statements = new Map<string, SqliteDatabase.Statement>();

  constructor(file: SqliteDatabase.Database) {
    this.#file = file;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    for (let until: number | undefined; ; ) {
      try {
        return this.#execute<R>(query);
      } catch (error) {
        if (!isBusy(error)) throw error;
        until ??= performance.now() + TURN_MS;
        if (performance.now() > until) throw error;
      }
      await setTimeout(1 + Math.random() * 10);
    }
  }

  #execute<R>({ sql, parameters }: CompiledQuery): QueryResult<R> {
    const statement = this.#prepare(sql);
    if (statement.reader) return { rows: statement.all(...parameters) as R[] };
    const { changes } = statement.run(...parameters);
    return { numAffectedRows: BigInt(changes), rows: [] };
  }

  #prepare(sql: string): SqliteDatabase.Statement {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#file.prepare(sql);
    if (this.#statements.size >= MOST_STATEMENTS) this.#statements.clear();
    this.#statements.set(sql, statement);
    return statement;
  }

  // biome-ignore lint/correctness/useYield: the store reads whole pages; nothing streams
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('the store does not stream');
  }
}
