import { waitUntil } from '@open-wc/testing';

/** Waits for a condition. The timeout is generous, for a busy machine: it only keeps a run from hanging. */
export const until = (condition: () => unknown, what = 'the condition holds'): Promise<void> =>
  waitUntil(() => Boolean(condition()), what, { interval: 10, timeout: 100_000 });
