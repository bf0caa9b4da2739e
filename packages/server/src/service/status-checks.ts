import type { OrderResponse } from '@flight-offset/core/server';

/** How long an order is not checked again, milliseconds for each call that the check took. */
const REST_MS_PER_CALL = 2_000;

/**
 * How long a check in flight is shared, milliseconds. A runtime may end the request that began it without settling it:
 * then the next request begins another.
 */
const IN_FLIGHT_MS = 60_000;

/** Maximum number of orders whose checks are remembered; past it the oldest are forgotten. */
const MAX_REMEMBERED = 10_000;

/** Result of a check of an order. */
export interface Checked {
  /** The order as the service shows it; undefined if it was not found. */
  readonly order: OrderResponse | undefined;
  /** Whether the order is final and nothing is left to do: the merchant's callback has succeeded. */
  readonly finalized: boolean;
  /** Calls to the service. */
  readonly calls: number;
  /** Whether the service has lost the order. */
  readonly isLost?: true;
  /** Mark of a refund that was known before the check. */
  readonly mark?: string | undefined;
}

/** Checks of orders, so that polls by anyone cost the service a bounded number of calls. */
export interface StatusChecks {
  /** Returns the check that is in flight or is still remembered, even if it failed. */
  recent(orderId: string): Promise<Checked> | undefined;
  /** Seconds until the order may be checked again, from 1 up. */
  secondsToNext(orderId: string): number;
  /** Runs a check now and remembers it. */
  run(orderId: string, check: () => Promise<Checked>): Promise<Checked>;
}

interface Entry {
  readonly result: Promise<Checked>;
  /** Milliseconds since 1970 until which the check is shared. */
  until: number;
  inFlight: boolean;
}

/** Creates the memory of one process. */
export function createStatusChecks(now: () => number): StatusChecks {
  const entries = new Map<string, Entry>();

  function current(orderId: string): Entry | undefined {
    const entry = entries.get(orderId);
    if (!entry || now() < entry.until) return entry;
    entries.delete(orderId);
    return undefined;
  }

  return {
    recent: (orderId) => current(orderId)?.result,
    secondsToNext(orderId) {
      const entry = current(orderId);
      return !entry || entry.inFlight ? 1 : Math.max(1, Math.ceil((entry.until - now()) / 1000));
    },
    run(orderId, check) {
      const result = check();
      const entry: Entry = { result, until: now() + IN_FLIGHT_MS, inFlight: true };
      const rest = (calls: number): void => {
        entry.inFlight = false;
        entry.until = now() + REST_MS_PER_CALL * Math.max(1, calls);
      };
      result.then(
        ({ calls }) => rest(calls),
        () => rest(1),
      );
      entries.delete(orderId);
      entries.set(orderId, entry);
      const [oldest] = entries.keys();
      if (entries.size > MAX_REMEMBERED && oldest !== undefined) entries.delete(oldest);
      return result;
    },
  };
}
