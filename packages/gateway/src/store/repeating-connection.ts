import { CompiledQuery, type DatabaseConnection, type QueryResult } from 'kysely';
import { repeatTransient } from './repeat-transient.ts';

/**
 * A connection to PostgreSQL on which a statement outside of a transaction, which is one by itself, is repeated where the
 * database asks for that. Within a transaction only the whole of it can be. A transaction begins with its first statement,
 * in the same message where that is a setting of the transaction: each message takes time at both ends.
 */
export class RepeatingConnection<C extends DatabaseConnection> implements DatabaseConnection {
  /** The driver's own. */
  readonly inner: C;
  #inTransaction = false;
  /** What begins the transaction, until its first statement is sent. */
  #begin: string | undefined;
  #begun: Promise<unknown> | undefined;

  constructor(inner: C) {
    this.inner = inner;
  }

  /** @param text SQL that begins a transaction. It is sent with the first statement, which does not wait for it. */
  begin(text: string): void {
    this.#inTransaction = true;
    this.#begin = text;
  }

  /** Whether the transaction has had a statement: otherwise the server knows of none to end. Waits for its beginning. */
  async hasBegun(): Promise<boolean> {
    await this.#begun;
    return this.#begun !== undefined;
  }

  /** Ends the transaction on this side; the server has ended it. */
  end(): void {
    this.#inTransaction = false;
    this.#begin = undefined;
    this.#begun = undefined;
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (!this.#inTransaction) return repeatTransient(() => this.inner.executeQuery<R>(query));
    if (this.#begin !== undefined && isSetting(query)) {
      return this.#sendBegin<R>(`; ${query.sql}`);
    }
    this.#beginAhead();
    return this.inner.executeQuery<R>(query);
  }

  streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    this.#beginAhead();
    return this.inner.streamQuery<R>(query, chunkSize);
  }

  #beginAhead(): void {
    // It fails only with its connection, and then so does all that follows; a commit asks once more.
    if (this.#begin !== undefined) this.#sendBegin('').catch(() => {});
  }

  #sendBegin<R>(setting: string): Promise<QueryResult<R>> {
    const begun = this.inner.executeQuery<R>(CompiledQuery.raw(`${this.#begin}${setting}`));
    this.#begin = undefined;
    this.#begun = begun;
    return begun;
  }
}

/** Whether a statement sets something for the transaction: it has no parameters, and returns nothing. */
function isSetting({ sql, parameters }: CompiledQuery): boolean {
  return parameters.length === 0 && sql.startsWith('set local ');
}
