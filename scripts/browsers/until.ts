import { setTimeout as wait } from 'node:timers/promises';
import type { Path } from './page.ts';

/** Maximum wait for a condition on a page, milliseconds: it only keeps a run from hanging. */
const LIMIT = 300_000;

/**
 * Polls a condition until it holds. A page that is being replaced cannot be evaluated: the condition is then not met
 * yet.
 * @throws Error with `what` after five minutes.
 */
export async function until(what: string, condition: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + LIMIT;
  let last: unknown;
  while (performance.now() < end) {
    const yes = await condition().catch((error: unknown) => {
      last = error;
      return false;
    });
    if (yes) return;
    await wait(50);
  }
  throw new Error(`waited in vain: ${what}`, { cause: last });
}

/** Waits for the element at a path. */
export async function untilFound<T>(path: Path, find: (path: Path) => Promise<T | undefined>): Promise<T> {
  let found: T | undefined;
  await until(path.join(' '), async () => {
    found = await find(path);
    return found !== undefined;
  });
  return found as T;
}
