import { waitUntil } from '@open-wc/testing';

/** Milliseconds before a wait fails: generous, for a busy machine; it only keeps a run from hanging. */
export const PATIENCE = 100_000;

/** Waits for a condition. */
export const until = (condition: () => unknown, what = 'the condition holds'): Promise<void> =>
  waitUntil(() => Boolean(condition()), what, { interval: 10, timeout: PATIENCE });
