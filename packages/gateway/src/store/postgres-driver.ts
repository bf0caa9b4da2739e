import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type TransactionSettings,
} from 'kysely';

/** The dialect's configuration, and how long a statement of a transaction may take, milliseconds; 0 for ever. */
export interface PipeliningConfig extends PostgresDialectConfig {
  readonly statementTimeoutMs: number;
}

/**
 * Begins transactions without waiting: `begin` goes out with the first statements, which the server runs after it. With
 * it go the limits of the transaction: set for it alone, they pass through a pooler which shares connections.
 */
class PipeliningDriver extends PostgresDriver {
  readonly #begun = new WeakMap<DatabaseConnection, Promise<unknown>>();
  readonly #begin: CompiledQuery;

  constructor(config: PipeliningConfig) {
    super(config);
    const ms = config.statementTimeoutMs;
    // A process which is gone without a word must not hold its locks for long.
    this.#begin = CompiledQuery.raw(
      `begin; set local statement_timeout = ${ms}; set local idle_in_transaction_session_timeout = ${ms}`,
    );
  }

  override async beginTransaction(
    connection: DatabaseConnection,
    { isolationLevel, accessMode }: TransactionSettings,
  ): Promise<void> {
    if (isolationLevel || accessMode) throw new Error('the store runs plain transactions only');
    const begun = connection.executeQuery(this.#begin);
    this.#begun.set(connection, begun);
    // It fails only with its connection, and then so does all that follows; a commit asks once more.
    begun.catch(() => {});
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await this.#begun.get(connection);
    await super.commitTransaction(connection);
  }
}

/** PostgreSQL, one round trip a transaction less. */
export class PipeliningDialect extends PostgresDialect {
  readonly #config: PipeliningConfig;

  constructor(config: PipeliningConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): Driver {
    return new PipeliningDriver(this.#config);
  }
}
