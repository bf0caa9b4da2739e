/** Empties the write-ahead log of a SQLite database into it, in a thread of its own, whenever it gets a message. */
import { parentPort, workerData } from 'node:worker_threads';
import SqliteDatabase from 'better-sqlite3';

/** How long it waits for those who write, milliseconds. */
const WAIT_MS = 5000;
/** How long it may keep them waiting for those who read, milliseconds. */
const HOLD_MS = 100;

const file = new SqliteDatabase(String(workerData), { timeout: WAIT_MS });
file.pragma('synchronous = FULL');
file.pragma('wal_autocheckpoint = 0');

function empty(): void {
  // Most of it while others write; they wait for the rest only.
  const [{ log, checkpointed }] = file.pragma('wal_checkpoint(PASSIVE)') as [Record<string, number>];
  // Somebody still reads what was before, such as a backup: all who write would wait until they end.
  if (checkpointed !== log) return;
  // Nor for whoever has begun to read since.
  file.pragma(`busy_timeout = ${HOLD_MS}`);
  const isBusy = file.pragma('wal_checkpoint(TRUNCATE)', { simple: true }) === 1;
  file.pragma(`busy_timeout = ${WAIT_MS}`);
  if (isBusy) return;
  // Whoever writes first into an empty log waits for the disk: that is for this thread to do.
  file
    .prepare(
      "insert into settings (name, value) values ('checkpoint', '') on conflict (name) do update set value = ''",
    )
    .run();
}

parentPort?.on('message', () => {
  try {
    empty();
  } catch {
    // Others were faster, or the disk is full: repeated with the next flush.
  }
  parentPort?.postMessage('done');
});
