import type { Flight } from '@flight-offset/core';
import {
  type CallOptions,
  type FlightEstimateAnswer,
  OffsetApiError,
  type OffsetClient,
  OffsetResponseError,
} from '@flight-offset/core/server';

/** Asks for estimates, with their derivation where the service tells it. */
export type Estimator = (legs: readonly Flight[], options: CallOptions) => Promise<FlightEstimateAnswer[]>;

/** How long a service is taken not to have the extension once it answered oddly to it, milliseconds. */
const ODD_MS = 600_000;

/**
 * The extension with derivations is a bonus: a service that answers it with anything but figures, as a proxy may to
 * an address which it does not know, is asked by the interface's own operation.
 */
export function createEstimator(
  call: <T>(ask: (client: OffsetClient) => Promise<T>) => Promise<T>,
  now: () => number,
): Estimator {
  let plainUntil = 0;
  const calculate: Estimator = (legs, options) => call((client) => client.calculateEmissions(legs, options));

  return async (legs, options) => {
    if (now() < plainUntil) return calculate(legs, options);
    try {
      return await call((client) => client.estimateEmissions(legs, options));
    } catch (error) {
      if (!mayBeUnknownAddress(error)) throw error;
      const results = await calculate(legs, options);
      plainUntil = now() + ODD_MS;
      return results;
    }
  };
}

function mayBeUnknownAddress(error: unknown): boolean {
  if (error instanceof OffsetResponseError) return true;
  return (
    error instanceof OffsetApiError &&
    error.status < 500 &&
    error.status !== 429 &&
    error.flights.length === 0
  );
}
