import { setImmediate as nextTurn } from 'node:timers/promises';

/** Resolves with the turn before. */
let lastTurn: Promise<void> = Promise.resolve();

/**
 * Waits for a turn of the event loop in which no other costly request begins: those of a burst arrive in one, and would
 * keep everybody else waiting until the last of them.
 */
export function ownTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => nextTurn());
  return lastTurn;
}
