import { timEstimator } from '@flight-offset/emissions/tim';
import type { OffsetOptions } from '@flight-offset/server';

/** Adds Google's Travel Impact Model to the options of the backend; its key is a secret, like the service's. */
export function withLiveEstimates(options: OffsetOptions, timApiKey: string): OffsetOptions {
  return { ...options, estimator: timEstimator({ apiKey: timApiKey, onError: console.error }) };
}
