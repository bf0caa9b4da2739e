import type { Database } from '../store/engine.ts';
import { writeSetting } from '../store/settings.ts';
import { inTransaction } from '../store/transaction.ts';
import { withinMs } from './within-ms.ts';

/** How long the database may take to write while the gateway counts as ready, milliseconds. */
const READY_MS = 3000;
/** A result is good for so long, milliseconds: anyone may ask, and each write costs a flush of the disk. */
const FRESH_MS = 1000;
const NAME = 'readiness';

/**
 * Tells whether the database takes writes, and soon: whoever asks for work now will not wait. A database which only
 * reads (a standby, a full disk) is not ready.
 */
export function readiness(db: Database): () => Promise<boolean> {
  let writing: Promise<boolean> | undefined;
  let ended = Number.NEGATIVE_INFINITY;
  let wrote = false;
  return async () => {
    if (performance.now() - ended < FRESH_MS) return wrote;
    // One at a time: a database which does not respond is not probed over ever more connections.
    writing ??= canWrite(db).then((result) => {
      wrote = result;
      ended = performance.now();
      writing = undefined;
      return result;
    });
    return (await withinMs(READY_MS, writing)) ?? false;
  };
}

/** On a full disk, this may still fit into the log of SQLite, though no order does. */
function canWrite(db: Database): Promise<boolean> {
  return inTransaction(db, (tx) => writeSetting(tx, NAME, '')).then(
    () => db.hasRoom?.() ?? true,
    () => false,
  );
}
