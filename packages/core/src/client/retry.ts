import { OffsetApiError, type OffsetError } from '../errors/errors.ts';

/** How often and at which intervals a call is repeated. */
export interface RetryPolicy {
  /** Repeats after the first attempt. */
  readonly retries: number;
  /** First ceiling of the back-off, milliseconds; it doubles each time. */
  readonly baseMs: number;
  /** Highest ceiling of the back-off, milliseconds. */
  readonly maxMs: number;
  /** Longest `Retry-After` that the client waits for, milliseconds. */
  readonly maxRetryAfterMs: number;
}

/** Three retries, full jitter under 0.5, 1, 2 … 8 s, a `Retry-After` of at most half a minute. */
export const DEFAULT_RETRY: RetryPolicy = { retries: 3, baseMs: 500, maxMs: 8_000, maxRetryAfterMs: 30_000 };

/** Statuses after which the same request may succeed. A 409 is judged by its `Retry-After`, in `transport.ts`. */
const RETRYABLE_STATUS = new Set([408, 425, 429]);

/** Whether, by its status alone, the same request may succeed later. */
export function isRetryableStatus(status: number): boolean {
  return RETRYABLE_STATUS.has(status) || (status >= 500 && status !== 501);
}

/** Full jitter: anything from 0 to the ceiling of this attempt (from 0), so that clients spread out. */
function backOffMs(policy: RetryPolicy, attempt: number): number {
  return Math.random() * Math.min(policy.baseMs * 2 ** attempt, policy.maxMs);
}

/** Waits, or ends early with the signal's reason. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}

/**
 * Milliseconds before the next attempt, or undefined if there is none: the back-off, added to any `Retry-After`, which
 * may be 0, or a date in the past by this clock.
 */
export function nextDelayMs(error: OffsetError, attempt: number, policy: RetryPolicy): number | undefined {
  if (!error.retryable || attempt >= policy.retries) return undefined;
  const { retryAfterMs = 0 } = error instanceof OffsetApiError ? error : {};
  return retryAfterMs <= policy.maxRetryAfterMs ? retryAfterMs + backOffMs(policy, attempt) : undefined;
}
