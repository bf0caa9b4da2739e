import type { Flight } from '@flight-offset/core';
import type { CallOptions, FlightEstimateAnswer, OffsetClient } from '@flight-offset/core/server';
import { createExtensionCall } from '../extension.ts';

/** Requests estimates, with their derivation where the service has that extension. */
export type Estimator = (legs: readonly Flight[], options: CallOptions) => Promise<FlightEstimateAnswer[]>;

/** Makes the estimator of a service. */
export function createEstimator(
  call: <T>(ask: (client: OffsetClient) => Promise<T>) => Promise<T>,
  now: () => number,
): Estimator {
  const extensionOr = createExtensionCall(now);
  return (legs, options) =>
    extensionOr<FlightEstimateAnswer[]>(
      () => call((client) => client.estimateEmissions(legs, options)),
      () => call((client) => client.calculateEmissions(legs, options)),
    );
}
