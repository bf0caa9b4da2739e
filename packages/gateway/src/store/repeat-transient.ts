import { setTimeout } from 'node:timers/promises';
import { hasCode, LOCK_NOT_AVAILABLE, SERIALIZATION_FAILURE } from './error-code.ts';

/** Maximum tries. If eight transactions lock the same rows in any order, one of them loses up to seven times. */
const TRIES = 12;
/**
 * The longest wait before the first retry, milliseconds, unless the try took longer: on a busy machine the transactions
 * it collided with are as slow. It doubles with each retry, up to {@link MAX_WAIT_MS}.
 */
const WAIT_MS = 10;
const MAX_WAIT_MS = 1000;
/** PostgreSQL: serialization failure and deadlock; SQLite: another process holds the lock. */
const REPEATED = [SERIALIZATION_FAILURE, '40P01', 'SQLITE_BUSY', 'SQLITE_BUSY_SNAPSHOT'];

/**
 * Whether the database rolled back a transaction that may succeed when repeated. The error says nothing about other
 * transactions.
 */
export function isTransient(error: unknown): boolean {
  return hasCode(error, ...REPEATED, LOCK_NOT_AVAILABLE);
}

/** As {@link isTransient}, except for a lock that was not available in time: a `lock_timeout` is meant to wait once. */
function isToRepeat(error: unknown): boolean {
  return hasCode(error, ...REPEATED);
}

/**
 * Runs a whole transaction, or a single statement. If the database rolled it back and requests a repetition (a
 * deadlock, a serialization failure, a lock that another process holds), it is repeated at most {@link TRIES} times,
 * after a growing random wait.
 * @param repeats whether to repeat it after an error.
 * @throws what `work` throws, and the database's error once the last repetition failed.
 */
export async function repeatTransient<T>(work: () => Promise<T>, repeats = isToRepeat): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    const started = performance.now();
    try {
      return await work();
    } catch (error) {
      if (tries >= TRIES || !repeats(error)) throw error;
      const longest = Math.max(WAIT_MS, performance.now() - started) * 2 ** (tries - 1);
      // Transactions that collided must not collide again: each waits for a different time.
      await setTimeout(Math.random() * Math.min(MAX_WAIT_MS, longest));
    }
  }
}
