import type { Socket } from 'node:net';
import pg from 'pg';
import { isReadOnly } from '../database-unavailable.ts';
import { hasCode } from '../error-code.ts';
import { statementName } from '../sql/prepared.ts';
import { type KeptStatement, KeptStatements, type Shapes } from './kept-statements.ts';

/** SQLSTATEs of a missing table, and of a missing schema to create one in. */
const WITHOUT_TABLES = ['42P01', '3F000'];

/**
 * SQLSTATEs of a prepared statement that exists already, or does not exist: a pooler that does not track them has
 * switched the server's connection.
 */
export const PREPARED_STATEMENT_FAULTS: readonly string[] = ['42P05', '26000'];
const WITHOUT_STATEMENTS =
  '; a connection pooler in transaction mode has to support prepared statements: PgBouncer 1.21 and newer does, with max_prepared_statements above 0';

/** Parts of the driver's client that its types do not declare. */
interface Inside {
  readonly connection: {
    readonly stream: Socket;
    on(event: 'errorMessage' | 'error', listener: (error: Error) => void): void;
    query(text: string): void;
  };
  readonly readyForQuery?: boolean;
}

/**
 * A connection that has the server keep the statements of every request, parsed and planned; that sends concurrent
 * statements in one packet; and that detects a dead peer.
 */
export class PreparingClient extends pg.Client {
  #isBuffering = false;
  /** The kept statements that are sent next, together. */
  #together: KeptStatements | undefined;
  readonly #shapes: Shapes = new Map();
  /**
   * Whether another connection may do better: the server has become a standby or was made read-only, an earlier client
   * of this pooled connection changed `search_path`, or the address now leads to another server.
   */
  isUnfit = false;

  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.#inside.connection.on('errorMessage', (error) => {
      if (isReadOnly(error) || hasCode(error, ...WITHOUT_TABLES)) this.isUnfit = true;
      if (hasCode(error, ...PREPARED_STATEMENT_FAULTS)) error.message += WITHOUT_STATEMENTS;
    });
    // If a name has several addresses and none responds, the runtime's error has no message of its own.
    this.#inside.connection.on('error', (error) => {
      if (error instanceof AggregateError)
        error.message ||= error.errors.map(({ message }) => message).join('; ');
    });
  }

  get #inside(): Inside {
    return this as unknown as Inside;
  }

  // biome-ignore lint/suspicious/noExplicitAny: the driver's method has eight overloads; only the text is looked at
  override query(...given: any[]): any {
    const [text, values] = given;
    const name = typeof text === 'string' ? statementName(text) : undefined;
    this.#bufferStatements();
    if (name === undefined) {
      this.#send();
      return super.query(...(given as [string]));
    }
    return new Promise((resolve, reject) => {
      const callback: KeptStatement['callback'] = (error, result) =>
        error ? reject(error) : resolve(result);
      this.#together ??= new KeptStatements(this.#shapes);
      this.#together.add({ name, text, values, callback });
    });
  }

  /**
   * Closes the connection once nothing has arrived for this long while a statement is running.
   * @param ms milliseconds.
   * @param onSilence called when that happens.
   */
  limitSilence(ms: number, onSilence: () => void): void {
    const { stream } = this.#inside.connection;
    // One timer of the socket's own: one for each statement would cost more than the statement.
    stream.setTimeout(ms);
    stream.on('timeout', () => {
      if (this.#inside.readyForQuery) return;
      const message = `the database has not responded for ${ms} ms; the connection was closed`;
      stream.destroy(Object.assign(new Error(message), { code: 'ETIMEDOUT' }));
      onSilence();
    });
  }

  /**
   * Closes the connection within an empty transaction, so that a pooler in between also closes its connection to the
   * server instead of keeping it for others.
   */
  closeBehindPooler(): void {
    this.#inside.connection.query('begin');
    void this.end();
  }

  /** Closes the connection at once, whatever is in progress. */
  destroy(): void {
    this.#inside.connection.stream.destroy();
  }

  /** Buffers the statements of this turn of the event loop, to send them together. */
  #bufferStatements(): void {
    if (this.#isBuffering) return;
    this.#isBuffering = true;
    const { stream } = this.#inside.connection;
    // The stream of another runtime may not support this.
    const isCorked = typeof stream.cork === 'function';
    if (isCorked) stream.cork();
    process.nextTick(() => {
      this.#isBuffering = false;
      this.#send();
      if (isCorked) stream.uncork();
    });
  }

  #send(): void {
    const statements = this.#together;
    this.#together = undefined;
    // The driver takes them as one query object. It would copy a plain object, property by property.
    if (statements) super.query(statements as never);
  }
}
