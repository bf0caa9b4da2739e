import { Problem } from './problem.ts';

/** How many requests a key may make in a window. */
export interface RateLimit {
  readonly requests: number;
  readonly windowSeconds: number;
}

/** Counts requests by key. */
export interface RateLimiter {
  /**
   * Counts one request.
   * @returns the headers which tell the caller where it stands (draft-ietf-httpapi-ratelimit-headers-10).
   * @throws Problem 42901 past the limit.
   */
  take(key: string): Record<string, string>;
}

/** A limiter in the memory of this process: windows of fixed length, each beginning with its first request. */
export function createRateLimiter(limit: RateLimit, now: () => number = Date.now): RateLimiter {
  const windows = new Map<string, { ends: number; used: number }>();
  const windowMs = limit.windowSeconds * 1000;
  const policy = `"default";q=${limit.requests};w=${limit.windowSeconds}`;
  return {
    take(key) {
      const at = now();
      let window = windows.get(key);
      if (!window || window.ends <= at) {
        if (windows.size > 10_000) for (const [old, { ends }] of windows) if (ends <= at) windows.delete(old);
        window = { ends: at + windowMs, used: 0 };
        windows.set(key, window);
      }
      window.used += 1;
      const seconds = Math.ceil((window.ends - at) / 1000);
      const headers = {
        'ratelimit-policy': policy,
        ratelimit: `"default";r=${Math.max(0, limit.requests - window.used)};t=${seconds}`,
      };
      if (window.used <= limit.requests) return headers;
      throw new Problem(42901, `too many requests with this key; repeat after ${seconds} s`, {
        headers: { ...headers, 'retry-after': String(seconds) },
      });
    },
  };
}
