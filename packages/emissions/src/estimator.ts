/** The public functions, for one choice of distance factors. */
import type { FactorLookup } from './distance-factor.ts';
import { checkedEconomyGrams } from './economy-grams.ts';
import { estimateCheckedFlight } from './estimate-flight.ts';
import type { EstimateResult, FlightEstimate } from './flight-estimate.ts';
import { checkFlight, type FlightInput } from './flight-input.ts';
import { type UnsupportedFlight, UnsupportedFlightsError } from './problem.ts';
import { type TypicalEmissions, typicalOf } from './typical.ts';

/** Estimates flights; made once for each entry point. */
export interface Estimator {
  /**
   * The emissions of each flight, in order. Throws {@link UnsupportedFlightsError} naming every flight that cannot
   * be estimated: a sum that silently lacked a leg would be too low. Throws a TypeError when it is given no array.
   */
  readonly estimateFlights: (flights: readonly FlightInput[]) => FlightEstimate[];
  /** The emissions of one flight, or why they cannot be told. Never throws for bad input. */
  readonly tryEstimateFlight: (flight: FlightInput) => EstimateResult;
  /**
   * Grams of CO2e of an economy passenger, well-to-wake, one number a flight and not rounded, for bulk reckoning:
   * some ten times as fast as a full estimate, and equal to it. Throws as estimateFlights does.
   */
  readonly economyGramsPerPax: (flight: FlightInput) => number;
  /**
   * What is usual between two airports, whoever flies, with the method stated; see {@link TypicalEmissions}. Throws
   * {@link UnsupportedFlightsError} for codes that are no open airport.
   */
  readonly typicalEmissions: (origin: string, destination: string) => TypicalEmissions;
}

/** An estimator whose airport-pair factors come from `pairFactor` (0 where it has none). */
export function createEstimator(pairFactor: FactorLookup): Estimator {
  function tryEstimateFlight(flight: FlightInput): EstimateResult {
    const checked = checkFlight(flight);
    if ('code' in checked) return { ok: false, problem: checked };
    return { ok: true, estimate: estimateCheckedFlight(flight, checked, pairFactor) };
  }

  function estimateFlights(flights: readonly FlightInput[]): FlightEstimate[] {
    if (!Array.isArray(flights)) throw new TypeError('flights must be an array');
    const estimates: FlightEstimate[] = [];
    const unsupported: UnsupportedFlight[] = [];
    for (let index = 0; index < flights.length; index++) {
      const result = tryEstimateFlight(flights[index] as FlightInput);
      if (result.ok) estimates.push(result.estimate);
      else unsupported.push({ index, ...result.problem });
    }
    if (unsupported.length > 0) throw new UnsupportedFlightsError(unsupported);
    return estimates;
  }

  function economyGramsPerPax(flight: FlightInput): number {
    const checked = checkFlight(flight);
    if ('code' in checked) throw new UnsupportedFlightsError([{ index: 0, ...checked }]);
    return checkedEconomyGrams(checked, pairFactor);
  }

  function typicalEmissions(origin: string, destination: string): TypicalEmissions {
    return typicalOf(origin, destination, pairFactor);
  }

  return { estimateFlights, tryEstimateFlight, economyGramsPerPax, typicalEmissions };
}
