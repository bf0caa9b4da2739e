import { LRUCache } from 'lru-cache';
import { Problem } from '../problem.ts';

/** Maximum number of requests of a key per window. */
export interface RateLimit {
  readonly requests: number;
  readonly windowSeconds: number;
}

/** Part of a key's budget that this process may spend. */
export interface Slice {
  /** Number of requests that it admits; 0 if nothing is left. */
  readonly granted: number;
  /** Rest of the budget after it. */
  readonly left: number;
  /** Time until the window ends. */
  readonly endsInMs: number;
}

/** Leases a slice of a key's budget to a process. */
export type Lease = (key: string) => Slice | Promise<Slice>;

/** Headers that state a caller's limit (draft-ietf-httpapi-ratelimit-headers-10). */
export type RateLimitHeaders = Record<string, string>;

/** Counts requests by key. */
export interface RateLimiter {
  /**
   * Counts one request. Waits only if it has to take a lease.
   * @returns the headers of the response.
   * @throws Problem 42901 above the limit.
   */
  take(key: string): RateLimitHeaders | Promise<RateLimitHeaders>;
}

interface Window {
  ends: number;
  granted: number;
  used: number;
  left: number;
}

/**
 * Maximum number of windows kept, the most recently used ones: anyone may use a new key, such as a network. A limit per
 * network does not stop an attacker with more networks than this.
 */
const MAX_WINDOWS = 20_000;

/**
 * Creates windows of fixed length, each of which begins with the first request of its key. However many keys there are,
 * the memory is bounded, and so is the work per request.
 * @param lease source of budgets; default: the memory of this process.
 */
export function createRateLimiter(
  limit: RateLimit,
  now: () => number,
  lease: Lease = () => ({ granted: limit.requests, left: 0, endsInMs: limit.windowSeconds * 1000 }),
): RateLimiter {
  const windows = new LRUCache<string, Window>({ max: MAX_WINDOWS });
  const leasing = new Map<string, Promise<void>>();
  const policy = `"default";q=${limit.requests};w=${limit.windowSeconds}`;

  function add(key: string, { granted, left, endsInMs }: Slice): void {
    // A lease is taken only once the previous slice is spent or its window has ended.
    windows.set(key, { ends: now() + endsInMs, granted, used: 0, left });
  }

  /** Spends from the current slice; undefined if a lease has to be taken first. */
  function spend(key: string): RateLimitHeaders | undefined {
    const at = now();
    const window = windows.get(key);
    // A window that would end later than a new one began before the clock was set back.
    if (!window || window.ends <= at || window.ends > at + limit.windowSeconds * 1000) return undefined;
    const seconds = Math.ceil((window.ends - at) / 1000);
    const admitted = window.used < window.granted;
    if (!admitted && window.left > 0) return undefined;
    if (admitted) window.used += 1;
    const headers = {
      'ratelimit-policy': policy,
      ratelimit: `"default";r=${window.granted - window.used + window.left};t=${seconds}`,
    };
    if (admitted) return headers;
    throw new Problem(42901, `Too many requests with this key. Repeat after ${seconds} s.`, {
      headers: { ...headers, 'retry-after': String(seconds) },
    });
  }

  /** Requests one slice, however many requests wait for it. */
  async function waitForSlice(key: string, coming: Promise<Slice>): Promise<RateLimitHeaders> {
    const added = coming.then((slice) => add(key, slice)).finally(() => leasing.delete(key));
    leasing.set(key, added);
    await added;
    return spend(key) ?? take(key);
  }

  function take(key: string): RateLimitHeaders | Promise<RateLimitHeaders> {
    const headers = spend(key);
    if (headers) return headers;
    const waiting = leasing.get(key);
    if (waiting) return waiting.then(() => take(key));
    const slice = lease(key);
    if (slice instanceof Promise) return waitForSlice(key, slice);
    add(key, slice);
    return take(key);
  }

  return { take };
}
