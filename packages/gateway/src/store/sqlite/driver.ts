import type SqliteDatabase from 'better-sqlite3';
import { CompiledQuery, type DatabaseConnection, type Driver, SqliteDialect, SqliteDriver } from 'kysely';
import { SqliteConnection } from './connection.ts';
import type { WriteAheadLog } from './write-ahead-log.ts';

/** Takes the write lock at the start: a deferred transaction that writes late fails if processes compete. */
class ImmediateSqliteDriver extends SqliteDriver {
  readonly #connection: DatabaseConnection;
  readonly #file: SqliteDatabase.Database;

  constructor(file: SqliteDatabase.Database, log: WriteAheadLog | undefined) {
    super({ database: file });
    this.#file = file;
    this.#connection = new SqliteConnection(file, log);
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // A full disk has rolled back already; a second rollback would fail and hide the cause.
    if (this.#file.inTransaction) await super.rollbackTransaction(connection);
  }
}

/** Dialect of SQLite whose transactions take the write lock at once. */
export class ImmediateSqliteDialect extends SqliteDialect {
  readonly #file: SqliteDatabase.Database;
  readonly #log: WriteAheadLog | undefined;

  constructor(file: SqliteDatabase.Database, log?: WriteAheadLog) {
    super({ database: file });
    this.#file = file;
    this.#log = log;
  }

  override createDriver(): Driver {
    return new ImmediateSqliteDriver(this.#file, this.#log);
  }
}
