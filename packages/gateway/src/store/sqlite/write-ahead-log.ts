import fs from 'node:fs';
import type { Worker } from 'node:worker_threads';
import { startThread } from '../../start-thread.ts';

/** The write-ahead log of a SQLite database. It holds all commits, which are on disk once it is flushed. */
export interface WriteAheadLog {
  /** Resolves once everything that is committed now is on disk. */
  flush(): Promise<void>;
  /** The flush that is running or waiting; undefined if everything that this process committed is on disk. */
  readonly flushing: Promise<void> | undefined;
  /** Waits for flushes and for the emptying of the log. */
  close(): Promise<void>;
}

/** The log is emptied into the database at this size, so that reads are faster. */
const FULL_BYTES = 4 * 1024 * 1024;

/** A flush failed: it is unknown whether the commits are on disk, and another flush would not show it. */
function flushError(cause: Error): Error {
  const message =
    'the log of the database could not be flushed to disk; check the disk, then restart the gateway';
  return Object.assign(new Error(message, { cause }), { code: 'SQLITE_IOERR_FSYNC' });
}

/**
 * Flushes the log of a database in the background, and has a thread of its own empty it: SQLite would do both in the
 * event loop, and a slow disk would stop every request, `/healthz` included.
 */
export function openWriteAheadLog(path: string): WriteAheadLog {
  let descriptor: number | undefined;
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  let broken: Error | undefined;
  let worker: Worker | undefined;
  let emptying: Promise<void> | undefined;
  let emptied: () => void = () => {};

  function sync(): Promise<void> {
    return new Promise((resolve, reject) => {
      if (broken) return reject(broken);
      descriptor ??= fs.openSync(`${path}-wal`, 'r+');
      fs.fdatasync(descriptor, (error) => {
        if (error) {
          // The system may have dropped unwritten data: a later flush would succeed without it.
          broken = flushError(error);
          return reject(broken);
        }
        resolve();
        emptyIfFull();
      });
    });
  }

  function begin(): Promise<void> {
    running = sync().finally(() => {
      running = undefined;
    });
    return running;
  }

  function emptyIfFull(): void {
    if (emptying || descriptor === undefined || fs.fstatSync(descriptor).size < FULL_BYTES) return;
    worker ??= startWorker();
    emptying = new Promise<void>((resolve) => {
      emptied = resolve;
    }).finally(() => {
      emptying = undefined;
    });
    worker.postMessage('empty');
  }

  function startWorker(): Worker {
    const started = startThread('checkpoint-worker', import.meta.url, path);
    started.on('message', () => emptied());
    // If it failed, the log grows meanwhile, and the next flush starts another thread.
    started.once('exit', () => {
      worker = undefined;
      emptied();
    });
    return started;
  }

  return {
    get flushing() {
      return next ?? running;
    },
    flush() {
      if (!running) return begin();
      // The running flush may have begun before the commit: one more flush serves all who wait.
      next ??= running
        .catch(() => {})
        .then(() => {
          next = undefined;
          return begin();
        });
      return next;
    },
    async close() {
      await (next ?? running)?.catch(() => {});
      await emptying;
      await worker?.terminate();
      if (descriptor !== undefined) fs.closeSync(descriptor);
      descriptor = undefined;
    },
  };
}
