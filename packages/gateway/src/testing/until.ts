import { setTimeout } from 'node:timers/promises';

/** Time between checks of a condition, milliseconds, and number of checks until it counts as one that never holds. */
const EVERY_MS = 20;
const MAX_TRIES = 6000;

/**
 * Waits for a condition: a gateway's background work takes its time. Bounded by tries, not by the clock, so that a busy
 * machine has more time.
 * @param ask returns the awaited value; undefined or false until it exists.
 * @param what names the condition in the error.
 */
export async function until<T>(
  ask: () => T | undefined | false | Promise<T | undefined | false>,
  what = 'the condition',
): Promise<T> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const found = await ask();
    if (found !== undefined && found !== false) return found;
    await setTimeout(EVERY_MS);
  }
  throw new Error(`${what} never held`);
}
