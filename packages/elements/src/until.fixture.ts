import { waitUntil } from '@open-wc/testing';

/** Waits for as long as it takes, on a busy machine too; the limit only keeps a run from hanging. */
export const until = (condition: () => unknown, what = 'the condition holds'): Promise<void> =>
  waitUntil(() => Boolean(condition()), what, { interval: 10, timeout: 100_000 });
