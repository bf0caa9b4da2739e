import { CompiledQuery, type DatabaseConnection, type QueryResult } from 'kysely';
import { repeatTransient } from '../repeat-transient.ts';

/**
 * A connection to PostgreSQL that repeats a statement outside a transaction if the database requests that: such a
 * statement is a transaction by itself. Within a transaction, only the whole can be repeated. A transaction begins in
 * the same packet as its first statement: each packet takes time at both ends.
 */
export class RepeatingConnection<C extends DatabaseConnection> implements DatabaseConnection {
  /** The driver's connection. */
  readonly inner: C;
  #inTransaction = false;
  /** SQL that begins the transaction, until its first statement is sent. */
  #begin: readonly string[] | undefined;
  #begun: Promise<unknown> | undefined;

  constructor(inner: C) {
    this.inner = inner;
  }

  /** @param texts SQL that begins a transaction. It is sent with the first statement, which does not wait for it. */
  begin(texts: readonly string[]): void {
    this.#inTransaction = true;
    this.#begin = texts;
  }

  /**
   * Whether the transaction has had a statement: otherwise the server has no transaction to end. Waits until it has
   * begun.
   */
  async hasBegun(): Promise<boolean> {
    await this.#begun;
    return this.#begun !== undefined;
  }

  /** Ends the transaction on this side, once the server has ended it. */
  end(): void {
    this.#inTransaction = false;
    this.#begin = undefined;
    this.#begun = undefined;
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (!this.#inTransaction) return repeatTransient(() => this.inner.executeQuery<R>(query));
    this.#beginAhead();
    return this.inner.executeQuery<R>(query);
  }

  streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    this.#beginAhead();
    return this.inner.streamQuery<R>(query, chunkSize);
  }

  #beginAhead(): void {
    if (this.#begin === undefined) return;
    this.#begun = Promise.all(this.#begin.map((text) => this.inner.executeQuery(CompiledQuery.raw(text))));
    this.#begin = undefined;
    // It fails only with its connection, and then so do all later statements; a commit checks it once more.
    this.#begun.catch(() => {});
  }
}
