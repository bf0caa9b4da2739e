import { setTimeout } from 'node:timers/promises';

/** How often a condition is checked, milliseconds, and how many times before it counts as one that never holds. */
const EVERY_MS = 20;
const MAX_TRIES = 6000;

/**
 * Waits until something is so: what a gateway does in the background takes its time. Bounded by tries, not by the clock,
 * so that a busy machine is given longer.
 * @param ask returns what was waited for, or undefined or false as long as it is not there.
 * @param what is waited for, in the error.
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
