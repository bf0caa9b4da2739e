/** Empties the write-ahead log of a SQLite database into the database, in a thread of its own, at each message. */
import { parentPort, workerData } from 'node:worker_threads';
import SqliteDatabase from 'better-sqlite3';

/** How long it waits for writers, milliseconds. */
const WAIT_MS = 5000;
/** How long it may keep writers waiting for readers, milliseconds. */
const HOLD_MS = 100;

const file = new SqliteDatabase(String(workerData), { timeout: WAIT_MS });
file.pragma('synchronous = FULL');
file.pragma('wal_autocheckpoint = 0');

function checkpoint(): void {
  // Empties most of the log while others write: they wait only for the rest.
  const [{ busy, log, checkpointed }] = file.pragma('wal_checkpoint(PASSIVE)') as [Record<string, number>];
  // A reader, such as a backup, still needs an earlier state: all writers would wait until it ends. If another process
  // is emptying the log, it is unknown whether there is a reader.
  if (busy === 1 || checkpointed !== log) return;
  // Nor should writers wait for a reader that has begun since.
  file.pragma(`busy_timeout = ${HOLD_MS}`);
  const isBusy = file.pragma('wal_checkpoint(TRUNCATE)', { simple: true }) === 1;
  file.pragma(`busy_timeout = ${WAIT_MS}`);
  if (isBusy) return;
  // The first write into an empty log waits for the disk, so this thread makes it.
  file
    .prepare(
      "insert into settings (name, value) values ('checkpoint', '') on conflict (name) do update set value = ''",
    )
    .run();
}

parentPort?.on('message', () => {
  try {
    checkpoint();
  } catch {
    // Others were faster, or the disk is full: retried with the next flush.
  }
  parentPort?.postMessage('done');
});
