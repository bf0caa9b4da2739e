/** The public functions, for one choice of distance factors. */

import { type CheckedFlight, checkFlight, type FlightInput } from '../flight/flight-input.ts';
import { type UnsupportedFlight, UnsupportedFlightsError } from '../flight/problem.ts';
import type { FactorLookup } from '../statistics/distance-factor.ts';
import { estimateCheckedFlight } from './estimate-flight.ts';
import { remembering } from './estimate-memory.ts';
import type { EstimateResult, FlightEmissions, FlightEstimate, GramsPerCabin } from './flight-estimate.ts';
import { cabinGrams, pointEstimate } from './point-estimate.ts';
import { type CarrierLookup, type TypicalEmissions, typicalOf } from './typical.ts';

/** Estimates flights; made once for each entry point. */
export interface Estimator {
  /**
   * The emissions of each flight, in order.
   * @throws UnsupportedFlightsError naming every flight that cannot be estimated: a sum that silently lacked a leg would
   * be too low; TypeError when it is given no array.
   */
  readonly estimateFlights: (flights: readonly FlightInput[]) => FlightEstimate[];
  /**
   * The four cabins of each flight alone, in order: those of estimateFlights without interval and derivation, and many
   * times as fast.
   * @throws UnsupportedFlightsError and TypeError as estimateFlights does.
   */
  readonly calculateFlights: (flights: readonly FlightInput[]) => FlightEmissions[];
  /**
   * A function that returns what `write` makes of the four cabins of a flight; undefined where it cannot be estimated.
   * Made for servers: `write` runs once per estimate, which is then found by what it depends on (route, carrier, aircraft,
   * month, and the class of flight numbers where partners fly some of them). Values must not be undefined; at most
   * twice `most` of them are kept, which is 50 000 by default.
   * @throws TypeError where `most` is no number from 1.
   */
  readonly rememberEstimates: <T extends object | string | number>(
    write: (grams: GramsPerCabin) => T,
    most?: number,
  ) => (flight: FlightInput) => T | undefined;
  /** The emissions of one flight, or why they cannot be estimated. Never throws for bad input. */
  readonly tryEstimateFlight: (flight: FlightInput) => EstimateResult;
  /**
   * Grams of CO2e of an economy passenger, well-to-wake, one number per flight and not rounded, for bulk calculation:
   * thirty to fifty times as fast as a full estimate, and equal to it.
   * @throws UnsupportedFlightsError where it cannot be estimated.
   */
  readonly economyGramsPerPax: (flight: FlightInput) => number;
  /**
   * What is usual between two airports, whoever flies, with the method stated; see {@link TypicalEmissions}.
   * @throws UnsupportedFlightsError for codes that are no open airport.
   */
  readonly typicalEmissions: (origin: string, destination: string) => TypicalEmissions;
}

/** What `of` makes of each flight, or all that cannot be estimated by name. */
function everyFlight<T>(
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

/** Estimates of one generation of a memory; two are kept. Some ten megabytes with texts of 100 characters. */
const MAX_ESTIMATES = 50_000;

/**
 * An estimator whose airport-pair factors come from `pairFactor` (0 where it has none), and the carriers of a route outside
 * the US from `carriersBetween`.
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
    return everyFlight(flights, (flight, checked) => estimateCheckedFlight(flight, checked, pairFactor));
  }

  function calculateFlights(flights: readonly FlightInput[]): FlightEmissions[] {
    return everyFlight(flights, (flight, checked) => ({
      flight,
      emissionsGramsPerPax: cabinGrams(checked, pairFactor),
    }));
  }

  function rememberEstimates<T extends object | string | number>(
    write: (grams: GramsPerCabin) => T,
    most = MAX_ESTIMATES,
  ): (flight: FlightInput) => T | undefined {
    if (!(most >= 1)) throw new TypeError('most must be a number from 1');
    const find = remembering((checked) => write(cabinGrams(checked, pairFactor)), most);
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
