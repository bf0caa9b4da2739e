import type { Database } from '../store/engine.ts';
import { writeSetting } from '../store/settings.ts';
import { inTransaction } from '../store/transaction.ts';
import { withinMs } from './within-ms.ts';

/** Maximum time of a write for the gateway to count as ready, milliseconds. */
const READY_MS = 3000;
/**
 * Time for which a result is reused, milliseconds: anyone may send a probe, and each write costs a flush of the disk.
 */
const FRESH_MS = 1000;
const NAME = 'readiness';

/**
 * Creates a check of whether the database writes promptly, so that a new request would not have to wait. A read-only
 * database (a standby, a full disk) is not ready.
 */
export function readiness(db: Database): () => Promise<boolean> {
  let writing: Promise<boolean> | undefined;
  let ended = Number.NEGATIVE_INFINITY;
  let wrote = false;
  return async () => {
    if (performance.now() - ended < FRESH_MS) return wrote;
    // One at a time: probes of a database that does not respond must not open ever more connections.
    writing ??= tryWrite(db).then((result) => {
      wrote = result;
      ended = performance.now();
      writing = undefined;
      return result;
    });
    return (await withinMs(READY_MS, writing)) ?? false;
  };
}

/** Also checks for room, since on a full disk this write may fit into SQLite's log although no order does. */
function tryWrite(db: Database): Promise<boolean> {
  return inTransaction(db, (tx) => writeSetting(tx, NAME, '')).then(
    () => db.hasRoom?.() ?? true,
    () => false,
  );
}
