/**
 * `@flight-offset/emissions`: emissions of a flight per passenger, by cabin. Works offline, by the Travel Impact Model
 * 3.0, with all of GAIA's distance factors. For a smaller bundle see `@flight-offset/emissions/lite`.
 */

import { carriersBetween } from './carriers/route-carriers.ts';
import { createEstimator, type Estimator } from './estimate/estimator.ts';
import { airportPairFactor } from './statistics/airport-pair-factor.ts';

export * from './api.ts';

const estimator: Estimator = /* @__PURE__ */ createEstimator(airportPairFactor, carriersBetween);

/**
 * Emissions of flights, in order; see {@link Estimator.estimateFlights}.
 * @example
 * const [estimate] = estimateFlights([
 *   {
 *     origin: 'ZRH',
 *     destination: 'SFO',
 *     operatingCarrierCode: 'LX',
 *     flightNumber: 38,
 *     departureDate: { year: 2026, month: 12, day: 14 },
 *   },
 * ]);
 * console.log(estimate?.emissionsGramsPerPax.economy, estimate?.interval.high.economy);
 */
export const estimateFlights: Estimator['estimateFlights'] = estimator.estimateFlights;

/**
 * Only the four cabins of flights, in order, fast; see {@link Estimator.calculateFlights}.
 * @example
 * for (const { emissionsGramsPerPax } of calculateFlights(flights)) total += emissionsGramsPerPax.business;
 */
export const calculateFlights: Estimator['calculateFlights'] = estimator.calculateFlights;

/**
 * Estimates cached by what they depend on, for servers; see {@link Estimator.rememberEstimates}.
 * @example
 * const cabinsOf = rememberEstimates((grams) => JSON.stringify(grams));
 * const cabins = cabinsOf(flight); // undefined where the flight cannot be estimated
 */
export const rememberEstimates: Estimator['rememberEstimates'] = estimator.rememberEstimates;

/**
 * Emissions of one flight, or why they cannot be estimated; see {@link Estimator.tryEstimateFlight}.
 * @example
 * const result = tryEstimateFlight(flight);
 * console.log(result.ok ? result.estimate.emissionsGramsPerPax : result.problem.message);
 */
export const tryEstimateFlight: Estimator['tryEstimateFlight'] = estimator.tryEstimateFlight;

/**
 * One number per flight, fast; see {@link Estimator.economyGramsPerPax}.
 * @example
 * let grams = 0;
 * for (const flight of flights) grams += economyGramsPerPax(flight);
 */
export const economyGramsPerPax: Estimator['economyGramsPerPax'] = estimator.economyGramsPerPax;

/**
 * Typical emissions between two airports; see {@link Estimator.typicalEmissions}.
 * @example
 * const { emissionsGramsPerPax, description } = typicalEmissions('ZRH', 'SFO');
 */
export const typicalEmissions: Estimator['typicalEmissions'] = estimator.typicalEmissions;
