import { setImmediate, setTimeout } from 'node:timers/promises';
import SqliteDatabase from 'better-sqlite3';
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { WriteAheadLog } from './write-ahead-log.ts';

/**
 * How long statements wait for their turn while another process writes, milliseconds. After that they fail until it
 * ends.
 */
const TURN_MS = 20_000;
/** If no statement has waited within this time, the other process may have ended meanwhile, milliseconds. */
const RECENT_MS = 1000;
/** How long statements may keep other work waiting, milliseconds; one that takes longer cannot be interrupted. */
const SHARE_MS = 10;
const HELD = 'another process keeps the database locked';
/** Number of prepared statements kept: more than the gateway has. */
const MAX_STATEMENTS = 400;

function isBusy(error: unknown): boolean {
  return error instanceof SqliteDatabase.SqliteError && error.code.startsWith('SQLITE_BUSY');
}

/**
 * The connection of a SQLite database. It keeps prepared statements, and waits for its turn, and for the disk, without
 * blocking the process, as SQLite's own waiting would.
 */
export class SqliteConnection implements DatabaseConnection {
  readonly #file: SqliteDatabase.Database;
  readonly #log: WriteAheadLog | undefined;
  readonly #statements = new LRUCache<string, SqliteDatabase.Statement>({ max: MAX_STATEMENTS });
  /** Whether the transaction that is open has changed anything. */
  #wrote = false;
  /** Since when another process has blocked statements, and when it last did. */
  #held = { since: 0, last: Number.NEGATIVE_INFINITY };
  /** How long statements have run since other work last had a turn, milliseconds. */
  #spent = 0;

  /** @param log the log to flush before anyone sees a change; undefined for a database in memory. */
  constructor(file: SqliteDatabase.Database, log?: WriteAheadLog) {
    this.#file = file;
    this.#log = log;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    while (true) {
      // A transaction must end as soon as it can: others may be waiting for it.
      const started = this.#file.inTransaction ? undefined : performance.now();
      try {
        const result = this.#execute<R>(query);
        const flushed = this.#flushed(query.sql);
        if (started !== undefined) this.#spent += performance.now() - started;
        if (flushed) await flushed;
        // SQLite returns synchronously: a report of many statements would block all other work until its end.
        if (started !== undefined && this.#spent > SHARE_MS && !this.#file.inTransaction) {
          this.#spent = 0;
          await setImmediate();
        }
        return result;
      } catch (error) {
        if (!isBusy(error)) throw error;
        this.#noteHeld();
      }
      await setTimeout(1 + Math.random() * 10);
    }
  }

  /** Notes that another process blocked a statement. @throws SqliteError if it has done so for too long. */
  #noteHeld(): void {
    const now = performance.now();
    const { since, last } = this.#held;
    this.#held = { since: now - last > RECENT_MS ? now : since, last: now };
    // With a code that is not retried: statements waiting behind this one would wait as long again.
    if (now - this.#held.since > TURN_MS) throw new SqliteDatabase.SqliteError(HELD, 'SQLITE_BUSY_TIMEOUT');
  }

  /**
   * Resolves once the changes that a statement has committed, or read outside a transaction, are on disk; undefined if
   * they already are.
   */
  #flushed(sql: string): Promise<void> | undefined {
    if (!this.#log || this.#file.inTransaction) return undefined;
    const wrote = this.#wrote && sql !== 'rollback';
    this.#wrote = false;
    return wrote ? this.#log.flush() : this.#log.flushing;
  }

  #execute<R>({ sql, parameters }: CompiledQuery): QueryResult<R> {
    const statement = this.#prepare(sql);
    if (!statement.readonly && sql !== 'begin immediate') this.#wrote = true;
    const result = statement.reader
      ? { rows: statement.all(...parameters) as R[] }
      : { numAffectedRows: BigInt(statement.run(...parameters).changes), rows: [] };
    if (!statement.readonly) this.#held.last = Number.NEGATIVE_INFINITY;
    return result;
  }

  #prepare(sql: string): SqliteDatabase.Statement {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#file.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  // biome-ignore lint/correctness/useYield: the store reads whole pages; nothing streams
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('the store does not stream');
  }
}
