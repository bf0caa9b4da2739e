import type { Flight } from '@flight-offset/core';
import type { CallOptions, FlightEstimateResponse, OffsetClient } from '@flight-offset/core/server';
import { createExtensionCall } from '../extension.ts';

/** Requests estimates, with their derivation where the service has that extension. */
export type FlightEstimator = (
  legs: readonly Flight[],
  options: CallOptions,
) => Promise<FlightEstimateResponse[]>;

/** Creates the estimator of a service. */
export function createEstimator(
  call: <T>(work: (client: OffsetClient) => Promise<T>) => Promise<T>,
  now: () => number,
): FlightEstimator {
  const extensionOr = createExtensionCall(now);
  return (legs, options) =>
    extensionOr<FlightEstimateResponse[]>(
      () => call((client) => client.estimateEmissions(legs, options)),
      () => call((client) => client.calculateEmissions(legs, options)),
    );
}
