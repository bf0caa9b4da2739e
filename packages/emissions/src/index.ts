/**
 * `@flight-offset/emissions`: what a flight emits, per passenger and cabin. Offline, after the Travel Impact Model
 * 3.0, with all of GAIA's distance factors. For a smaller bundle see `@flight-offset/emissions/lite`.
 */
import { airportPairFactor } from './airport-pair-factor.ts';
import { createEstimator, type Estimator } from './estimator.ts';
import { carriersBetween } from './route-carriers.ts';

export * from './api.ts';

const estimator: Estimator = /* @__PURE__ */ createEstimator(airportPairFactor, carriersBetween);

/** Emissions of flights, in order; see {@link Estimator.estimateFlights}. */
export const estimateFlights: Estimator['estimateFlights'] = estimator.estimateFlights;

/** The four cabins of flights alone, in order, fast; see {@link Estimator.calculateFlights}. */
export const calculateFlights: Estimator['calculateFlights'] = estimator.calculateFlights;

/** Estimates kept by what they depend on, for servers; see {@link Estimator.rememberEstimates}. */
export const rememberEstimates: Estimator['rememberEstimates'] = estimator.rememberEstimates;

/** Emissions of one flight or the reason why not; see {@link Estimator.tryEstimateFlight}. */
export const tryEstimateFlight: Estimator['tryEstimateFlight'] = estimator.tryEstimateFlight;

/** One number a flight, fast; see {@link Estimator.economyGramsPerPax}. */
export const economyGramsPerPax: Estimator['economyGramsPerPax'] = estimator.economyGramsPerPax;

/** What is usual between two airports; see {@link Estimator.typicalEmissions}. */
export const typicalEmissions: Estimator['typicalEmissions'] = estimator.typicalEmissions;
