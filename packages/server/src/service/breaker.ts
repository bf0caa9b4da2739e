import { ValidationError } from '@flight-offset/core';
import { OffsetApiError, OffsetError } from '@flight-offset/core/server';
import { CheckoutError } from '../checkout-error.ts';

/** Options for when to stop calling a service that does not respond. */
export interface BreakerOptions {
  /** Failures in a row after which calls are refused at once. Default 5. */
  readonly failures?: number;
  /** How long calls are refused, milliseconds; then one call probes the service. Default 10 000. */
  readonly pauseMs?: number;
}

/** Passes calls through, or refuses them at once while the service is known to be down. */
export interface Breaker {
  run<T>(call: () => Promise<T>): Promise<T>;
}

/** State of the service according to a failure: `ill`, `well` (it refused this one request), or `unknown`. */
function verdictOf(error: unknown): 'ill' | 'well' | 'unknown' {
  if (error instanceof OffsetApiError) return error.status >= 500 ? 'ill' : 'well';
  if (error instanceof ValidationError || error instanceof CheckoutError) return 'unknown';
  return error instanceof OffsetError ? 'ill' : 'unknown';
}

/**
 * A circuit breaker: while the service is down, calls fail at once instead of each waiting for a timeout, and when it
 * comes back, one call probes it first.
 */
export function createBreaker(options: BreakerOptions | undefined, now: () => number): Breaker {
  const { failures: limit = 5, pauseMs = 10_000 } = options ?? {};
  let failures = 0;
  let openUntil = 0;

  function requireClosed(): void {
    if (now() >= openUntil) return;
    const retryAfterSeconds = Math.max(1, Math.ceil((openUntil - now()) / 1000));
    const message = 'The service is unavailable at the moment. Try again shortly.';
    throw new CheckoutError('service_unavailable', message, { retryAfterSeconds });
  }

  function judge(error: unknown, isProbe: boolean): void {
    const verdict = verdictOf(error);
    if (verdict === 'well') failures = 0;
    if (verdict === 'ill' && ++failures >= limit) openUntil = now() + pauseMs;
    // The probe showed nothing: the next call is a probe.
    if (verdict === 'unknown' && isProbe) openUntil = now();
  }

  return {
    async run(call) {
      const isProbe = failures >= limit;
      if (isProbe) requireClosed();
      // During a probe the other calls are refused; no longer than the pause, since a runtime may end a probe without
      // settling it.
      if (isProbe) openUntil = now() + pauseMs;
      try {
        const result = await call();
        failures = 0;
        return result;
      } catch (error) {
        judge(error, isProbe);
        throw error;
      }
    },
  };
}
