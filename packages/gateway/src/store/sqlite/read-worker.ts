/** Reads a SQLite database in a thread of its own, one query after the other. */
import { parentPort, workerData } from 'node:worker_threads';
import SqliteDatabase from 'better-sqlite3';
import { codeOf } from '../error-code.ts';

/** How long it waits for a process that recovers the file, milliseconds. */
const WAIT_MS = 5000;

/** A query, and its number. */
export interface ReadJob {
  readonly id: number;
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** Result of a query. */
export type ReadReply = { readonly id: number } & (
  | { readonly rows: unknown[] }
  | { readonly error: { readonly message: string; readonly code: string } }
);

let file: SqliteDatabase.Database | undefined;

function open(): SqliteDatabase.Database {
  const opened = new SqliteDatabase(String(workerData), { readonly: true, timeout: WAIT_MS });
  opened.pragma('temp_store = MEMORY');
  return opened;
}

function read({ id, sql, parameters }: ReadJob): ReadReply {
  try {
    // Opened with the first query, whose error then says why the file cannot be opened.
    file ??= open();
    return { id, rows: file.prepare(sql).all(...parameters) };
  } catch (error) {
    // An error arrives in the other thread without its code.
    return { id, error: { message: (error as Error).message, code: codeOf(error) } };
  }
}

parentPort?.on('message', (job: ReadJob) => parentPort?.postMessage(read(job)));
