import type { Worker } from 'node:worker_threads';
import SqliteDatabase from 'better-sqlite3';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { startThread } from '../../start-thread.ts';
import { codeOf } from '../error-code.ts';
import type { ReadJob, ReadReply } from './read-worker.ts';

/** The thread ends after this long without a query, milliseconds. */
const IDLE_MS = 60_000;

/**
 * Returns the error for queries that wait for a thread that ended. A thread that could not start because the process
 * may open no more files counts as a file that cannot be opened.
 */
function threadEndError(cause: unknown): { readonly message: string; readonly code: string } {
  const why = cause instanceof Error ? `: ${cause.message}` : '';
  const isRefused = /^(?:ERR_WORKER_INIT_FAILED|E[MN]FILE)$/.test(codeOf(cause));
  const code = isRefused ? 'SQLITE_CANTOPEN' : 'SQLITE_ERROR';
  return { message: `the thread that reads the database ended${why}`, code };
}

/** The thread that reads a database file. It starts with the first query, and keeps no process alive. */
class ReadThread implements DatabaseConnection {
  readonly #path: string;
  /** Callbacks that wait for replies, by the numbers of their queries. */
  readonly #waiting = new Map<number, (reply: ReadReply) => void>();
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #last = 0;

  constructor(path: string) {
    this.#path = path;
  }

  /** @throws SqliteError as on any connection. */
  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    clearTimeout(this.#idle);
    this.#worker ??= this.#start();
    this.#last += 1;
    const job: ReadJob = { id: this.#last, sql, parameters };
    const replied = new Promise<ReadReply>((resolve) => void this.#waiting.set(job.id, resolve));
    this.#worker.postMessage(job);
    const reply = await replied;
    if (this.#waiting.size === 0) this.#idle = setTimeout(() => void this.close(), IDLE_MS).unref();
    if ('error' in reply) throw new SqliteDatabase.SqliteError(reply.error.message, reply.error.code);
    return { rows: reply.rows as R[] };
  }

  // biome-ignore lint/correctness/useYield: the store reads whole pages; nothing streams
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('the store does not stream');
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    // At once: a thread takes a while to end, and a query that arrives in between would end with it.
    this.#worker = undefined;
    await worker?.terminate();
  }

  #start(): Worker {
    const worker = startThread('read-worker', import.meta.url, this.#path);
    worker.on('message', (reply: ReadReply) => this.#settle(reply));
    let cause: unknown;
    worker.once('error', (error) => {
      cause = error;
    });
    worker.once('exit', () => {
      if (this.#worker === worker) this.#worker = undefined;
      const error = threadEndError(cause);
      if (!this.#worker) for (const id of this.#waiting.keys()) this.#settle({ id, error });
    });
    return worker;
  }

  #settle(reply: ReadReply): void {
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    waiting?.(reply);
  }
}

async function rejectTransaction(): Promise<never> {
  throw new Error('this connection only reads');
}

/**
 * Creates a dialect for queries that only read a SQLite file. They run in a thread of their own: SQLite blocks the
 * thread it runs in.
 * @param path of the file.
 */
export function readThreadDialect(path: string): Dialect {
  const thread = new ReadThread(path);
  return {
    createAdapter: () => new SqliteAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createDriver: () => ({
      init: async () => {},
      acquireConnection: async () => thread,
      releaseConnection: async () => {},
      beginTransaction: rejectTransaction,
      commitTransaction: rejectTransaction,
      rollbackTransaction: rejectTransaction,
      destroy: () => thread.close(),
    }),
  };
}
