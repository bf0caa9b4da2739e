/**
 * `@flight-offset/emissions/lite`: the same functions without the tables of airport pairs and of the carriers on
 * routes, for browsers and the edge. Distance factors are those of the country pair, or else the world's; this is the
 * only difference between a flight's figure and the full one (median 1.4 % where GAIA has the airport pair, 90 % within
 * 5.2 %). The published bundle also leaves out airports without scheduled flights: see scheduledAirports in the data
 * build.
 */
import { createEstimator, type Estimator } from './estimate/estimator.ts';

export * from './api.ts';

const estimator: Estimator = /* @__PURE__ */ createEstimator(() => 0);

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
