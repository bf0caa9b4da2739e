import { setTimeout } from 'node:timers/promises';

/** Waits for `work`, at most `ms` milliseconds. @returns its result; undefined if it is still running. */
export async function withinMs<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  const done = new AbortController();
  const late = setTimeout(ms, undefined, { signal: done.signal }).catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    done.abort();
  }
}
