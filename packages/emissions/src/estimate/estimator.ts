/** The public functions, for one choice of distance factors. */

import { type CheckedFlight, checkFlight, type FlightInput } from '../flight/flight-input.ts';
import { type UnsupportedFlight, UnsupportedFlightsError } from '../flight/problem.ts';
import type { FactorLookup } from '../statistics/distance-factor.ts';
import { estimateCheckedFlight } from './estimate-flight.ts';
import { cacheEstimates } from './estimate-memory.ts';
import type { EstimateResult, FlightEmissions, FlightEstimate, GramsPerCabin } from './flight-estimate.ts';
import { cabinGrams, pointEstimate } from './point-estimate.ts';
import { type CarrierLookup, type TypicalEmissions, typicalOf } from './typical.ts';

/** Estimates flights; created once for each entry point. */
export interface Estimator {
  /**
   * Estimates the emissions of each flight, in order.
   * @throws UnsupportedFlightsError naming every flight that cannot be estimated: a sum that silently lacked a leg
   * would be too low; TypeError if `flights` is not an array.
   */
  readonly estimateFlights: (flights: readonly FlightInput[]) => FlightEstimate[];
  /**
   * Calculates only the four cabins of each flight, in order: the figures of estimateFlights without interval and
   * derivation, many times as fast.
   * @throws UnsupportedFlightsError and TypeError like estimateFlights.
   */
  readonly calculateFlights: (flights: readonly FlightInput[]) => FlightEmissions[];
  /**
   * Returns a function that maps a flight to the value that `write` returns for its four cabins, or to undefined if the
   * flight cannot be estimated. For servers: `write` runs once per estimate; the value is then cached by the inputs of
   * the estimate (route, carrier, aircraft, month, and the class of flight numbers if partners fly some of them).
   * Values must not be undefined. The cache holds at most twice `most` values; `most` is 50 000 by default.
   * @throws TypeError if `most` is not a number from 1.
   */
  readonly rememberEstimates: <T extends object | string | number>(
    write: (grams: GramsPerCabin) => T,
    most?: number,
  ) => (flight: FlightInput) => T | undefined;
  /** Returns the emissions of one flight, or why they cannot be estimated. Never throws for invalid input. */
  readonly tryEstimateFlight: (flight: FlightInput) => EstimateResult;
  /**
   * Returns the grams of CO2e per economy passenger, well-to-wake, not rounded, as one number, for bulk calculation:
   * equal to the full estimate, and thirty to fifty times as fast.
   * @throws UnsupportedFlightsError if the flight cannot be estimated.
   */
  readonly economyGramsPerPax: (flight: FlightInput) => number;
  /**
   * Returns typical emissions between two airports, regardless of the carrier, with the method used; see
   * {@link TypicalEmissions}.
   * @throws UnsupportedFlightsError if a code is not an open airport.
   */
  readonly typicalEmissions: (origin: string, destination: string) => TypicalEmissions;
}

/**
 * Returns the result of `of` for each flight. @throws UnsupportedFlightsError naming every flight that cannot be
 * estimated.
 */
function mapFlights<T>(
  flights: readonly FlightInput[],
  of: (flight: FlightInput, checked: CheckedFlight) => T,
): T[] {
  if (!Array.isArray(flights)) throw new TypeError('flights must be an array');
  const results: T[] = [];
  const unsupported: UnsupportedFlight[] = [];
  for (let index = 0; index < flights.length; index++) {
    const flight = flights[index] as FlightInput;
    const checked = checkFlight(flight);
    if ('code' in checked) unsupported.push({ index, ...checked });
    else results.push(of(flight, checked));
  }
  if (unsupported.length > 0) throw new UnsupportedFlightsError(unsupported);
  return results;
}

/** Estimates in one generation of a cache; two are kept. About ten megabytes with texts of 100 characters. */
const MAX_ESTIMATES = 50_000;

/**
 * Creates an estimator that takes airport-pair factors from `pairFactor` (0 if it has none), and the carriers of a
 * route outside the US from `carriersBetween`.
 */
export function createEstimator(
  pairFactor: FactorLookup,
  carriersBetween: CarrierLookup = () => [],
): Estimator {
  function tryEstimateFlight(flight: FlightInput): EstimateResult {
    const checked = checkFlight(flight);
    if ('code' in checked) return { ok: false, problem: checked };
    return { ok: true, estimate: estimateCheckedFlight(flight, checked, pairFactor) };
  }

  function estimateFlights(flights: readonly FlightInput[]): FlightEstimate[] {
    return mapFlights(flights, (flight, checked) => estimateCheckedFlight(flight, checked, pairFactor));
  }

  function calculateFlights(flights: readonly FlightInput[]): FlightEmissions[] {
    return mapFlights(flights, (flight, checked) => ({
      flight,
      emissionsGramsPerPax: cabinGrams(checked, pairFactor),
    }));
  }

  function rememberEstimates<T extends object | string | number>(
    write: (grams: GramsPerCabin) => T,
    most = MAX_ESTIMATES,
  ): (flight: FlightInput) => T | undefined {
    if (!(most >= 1)) throw new TypeError('most must be a number from 1');
    const find = cacheEstimates((checked) => write(cabinGrams(checked, pairFactor)), most);
    return (flight) => {
      const checked = checkFlight(flight);
      return 'code' in checked ? undefined : find(checked);
    };
  }

  function economyGramsPerPax(flight: FlightInput): number {
    const checked = checkFlight(flight);
    if ('code' in checked) throw new UnsupportedFlightsError([{ index: 0, ...checked }]);
    return pointEstimate(checked, pairFactor).economyGrams;
  }

  function typicalEmissions(origin: string, destination: string): TypicalEmissions {
    return typicalOf(origin, destination, pairFactor, carriersBetween);
  }

  return {
    estimateFlights,
    calculateFlights,
    rememberEstimates,
    tryEstimateFlight,
    economyGramsPerPax,
    typicalEmissions,
  };
}
