import { CheckoutError } from '../checkout-error.ts';
import type { Offset } from '../offset.ts';

/** Interval at which a waiting caller polls for its turn, milliseconds. */
const POLL_MS = 50;

/** How long a caller waits for its turn, milliseconds. */
const WAIT_MS = 15_000;

/**
 * Whether a lease has ended: another caller may have changed what was read since. A process can stand still for longer
 * than any lease, such as a function that is frozen between two requests.
 */
export type IsOver = () => boolean;

/**
 * Runs work that only one caller may do at a time, over all processes on one store. If the holder dies, its lease ends
 * after `seconds`.
 * @throws CheckoutError `service_unavailable` if its turn does not come in time.
 */
export async function withLease<T>(
  offset: Offset,
  key: string,
  seconds: number,
  work: (isOver: IsOver) => Promise<T>,
): Promise<T> {
  for (const started = performance.now(); performance.now() - started < WAIT_MS; ) {
    const taken = await tryLease(offset, key, seconds, work);
    if (taken) return taken.result;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw requestInProgress();
}

export function requestInProgress(): CheckoutError {
  const message = 'Another request for this order still runs. Try again.';
  return new CheckoutError('service_unavailable', message, { retryAfterSeconds: 2 });
}

/** Runs work unless another caller is doing it. @returns undefined in that case. */
export async function tryLease<T>(
  offset: Offset,
  key: string,
  seconds: number,
  work: (isOver: IsOver) => Promise<T>,
): Promise<{ readonly result: T } | undefined> {
  const mine = crypto.randomUUID();
  // By this clock: monotonic clocks may stop while a machine sleeps.
  const end = Date.now() + seconds * 1000;
  if (!(await acquireLease(offset, key, mine, seconds))) return undefined;
  try {
    return { result: await work(() => Date.now() >= end) };
  } finally {
    // Once it has ended, the lease may be another caller's: that one is left alone.
    await deleteWhere(offset, key, mine);
  }
}

/**
 * Takes a lease. If the connection to the store breaks meanwhile, the lease is released: otherwise nobody could take it
 * until it ends.
 */
async function acquireLease(offset: Offset, key: string, mine: string, seconds: number): Promise<boolean> {
  const { store } = offset;
  try {
    // A client that repeats the command finds its own value.
    return (await store.setIfAbsent(key, mine, seconds)) || (await store.get(key)) === mine;
  } catch (error) {
    // Not awaited: a store that is down would make the caller wait twice.
    deleteWhere(offset, key, mine).catch(() => undefined);
    throw error;
  }
}

/** Deletes a value unless it has changed. A merchant's own store may not compare values itself. */
export async function deleteWhere({ store }: Offset, key: string, value: string): Promise<void> {
  if ((await store.get(key)) === value) await store.delete(key, value);
}
