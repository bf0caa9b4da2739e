import { setImmediate as nextTurn } from 'node:timers/promises';

/** Resolves with the previous turn. */
let lastTurn: Promise<void> = Promise.resolve();

/**
 * Waits for a turn of the event loop in which no other costly request begins: the requests of a burst arrive in one
 * turn, and would make everybody else wait for the last of them.
 */
export function waitForOwnTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => nextTurn());
  return lastTurn;
}
