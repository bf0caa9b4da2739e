import {
  type Driver,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type TransactionSettings,
} from 'kysely';
import { localSettings } from '../sql/local-settings.ts';
import { keepStatement } from '../sql/prepared.ts';
import { RepeatingConnection } from './repeating-connection.ts';

/** The dialect's configuration, and how long a statement of a transaction may take, milliseconds; 0 for no limit. */
export interface PipeliningConfig extends PostgresDialectConfig {
  readonly statementTimeoutMs: number;
}

/**
 * Maximum idle time of a transaction whose statements have no time limit, milliseconds. The statements of a migration
 * follow each other within moments, and lock the tables of all orders.
 */
const IDLE_MS = 10_000;

/** A connection as Kysely's driver makes and releases it. */
type Inner = Parameters<PostgresDriver['releaseConnection']>[0];

/** A connection as the store uses it. */
type Connection = RepeatingConnection<Inner>;

/**
 * Begins transactions without waiting: `begin` is sent with the first statements, which the server runs after it. The
 * limits of the transaction are sent along: set for it alone, they also work through a pooler that shares connections.
 * Outside transactions, its connections repeat a statement if the database requests that.
 */
class PipeliningDriver implements Driver {
  readonly #driver: PostgresDriver;
  readonly #connections = new WeakMap<Inner, Connection>();
  readonly #begin: readonly string[];

  constructor(config: PipeliningConfig) {
    this.#driver = new PostgresDriver(config);
    const ms = config.statementTimeoutMs;
    // A process that died without closing its connection must not hold its locks for long.
    this.#begin = [
      // At the default isolation level of its role or database, a transaction might not see the changes of the one
      // whose locks it waited for.
      keepStatement('begin isolation level read committed'),
      localSettings({ statement_timeout: `${ms}`, idle_in_transaction_session_timeout: `${ms || IDLE_MS}` }),
    ];
    keepStatement('commit');
  }

  init(...given: Parameters<PostgresDriver['init']>): Promise<void> {
    return this.#driver.init(...given);
  }

  async acquireConnection(...given: Parameters<PostgresDriver['acquireConnection']>): Promise<Connection> {
    const inner = (await this.#driver.acquireConnection(...given)) as Inner;
    const connection = this.#connections.get(inner) ?? new RepeatingConnection(inner);
    this.#connections.set(inner, connection);
    return connection;
  }

  async beginTransaction(
    connection: Connection,
    { isolationLevel, accessMode }: TransactionSettings,
  ): Promise<void> {
    if (isolationLevel || accessMode) throw new Error('the store runs plain transactions only');
    connection.begin(this.#begin);
  }

  async commitTransaction(connection: Connection): Promise<void> {
    if (await connection.hasBegun()) await this.#driver.commitTransaction(connection.inner);
  }

  async rollbackTransaction(connection: Connection): Promise<void> {
    const begun = await connection.hasBegun().catch(() => true);
    if (begun) await this.#driver.rollbackTransaction(connection.inner);
  }

  releaseConnection(connection: Connection): Promise<void> {
    connection.end();
    return this.#driver.releaseConnection(connection.inner);
  }

  destroy(): Promise<void> {
    return this.#driver.destroy();
  }
}

/** Dialect of PostgreSQL with one round trip less per transaction. */
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
