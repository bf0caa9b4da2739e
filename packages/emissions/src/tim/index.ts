/**
 * `@flight-offset/emissions/tim`: a live source in front of the offline one, Google's Travel Impact Model API. Google's
 * terms, and the licence they state, apply to the API and to what it returns.
 */
export type { LiveEstimate, LiveSource } from './live-estimate.ts';
export { type LiveEstimator, type TimEstimatorOptions, timEstimator } from './tim-estimator.ts';
export { TimError } from './tim-response.ts';
