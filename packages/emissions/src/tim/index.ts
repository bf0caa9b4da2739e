/**
 * `@flight-offset/emissions/tim`: a live source over the offline one, Google's Travel Impact Model API. Use of the API,
 * and of what it returns, is under Google's terms and the licence it states.
 */
export type { LiveEstimate, LiveSource } from './live-estimate.ts';
export { type LiveEstimator, type TimEstimatorOptions, timEstimator } from './tim-estimator.ts';
export { TimError } from './tim-response.ts';
