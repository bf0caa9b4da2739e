import type { OrderResponse } from '@flight-offset/core/server';

/** For how long an order is not checked again, milliseconds for each call that the check took. */
const REST_MS_PER_CALL = 2_000;

/**
 * How long a check in flight is shared, milliseconds. A runtime may end the request that began it without settling it:
 * then the next one begins another.
 */
const IN_FLIGHT_MS = 60_000;

/** Maximum number of orders whose checks are remembered; past it the oldest are forgotten. */
const MAX_REMEMBERED = 10_000;

/** What a check of an order found. */
export interface Checked {
  /** The order as the service shows it; undefined where it was not found. */
  readonly order: OrderResponse | undefined;
  /** Whether the order is final and nothing is left to do: the merchant's callback has succeeded. */
  readonly finalized: boolean;
  /** Calls to the service. */
  readonly calls: number;
  /** Whether the service knows of no such order. */
  readonly isLost?: true;
  /** Of a refund known before. */
  readonly mark?: string | undefined;
}

/** Checks of orders, so that polls by anyone cost the service a bounded number of calls. */
export interface StatusChecks {
  /** The check that is in flight or was run a moment ago, failed ones included. */
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
