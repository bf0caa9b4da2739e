import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import { repeatTransient } from './repeat-transient.ts';

/**
 * A connection to PostgreSQL on which a statement outside of a transaction, which is one by itself, is repeated where the
 * database asks for that. Within a transaction only the whole of it can be.
 */
export class RepeatingConnection<C extends DatabaseConnection> implements DatabaseConnection {
  /** The driver's own. */
  readonly inner: C;
  inTransaction = false;

  constructor(inner: C) {
    this.inner = inner;
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.inTransaction) return this.inner.executeQuery<R>(query);
    return repeatTransient(() => this.inner.executeQuery<R>(query));
  }

  streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    return this.inner.streamQuery<R>(query, chunkSize);
  }
}
