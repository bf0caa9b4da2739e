import type { FlightInput } from '../../src/flight/flight-input.ts';
import type * as Engine from '../../src/index.ts';
import { quantile } from '../accuracy/measure.ts';

/** Compared values of the estimate of one flight. */
export interface Probe {
  readonly flight: FlightInput;
  /** Grams of an economy passenger; undefined if the flight cannot be estimated. */
  readonly grams: number | undefined;
  /** Likeliest type and its share, or why there is no estimate. */
  readonly why: string;
}

/** One flight before and after. */
export interface EstimateChange {
  /** Carrier and route. */
  readonly name: string;
  /** After over before, minus 1; NaN if one of them is missing. */
  readonly change: number;
  readonly before: Probe;
  readonly after: Probe;
}

/** Changes of all flights. */
export interface EstimateChanges {
  readonly flights: number;
  readonly moved: number;
  /** Median and largest absolute change of the flights estimated on both sides. */
  readonly median: number;
  readonly within90: number;
  readonly worst: number;
  readonly largest: readonly EstimateChange[];
  /** Flights that can be estimated on one side only. */
  readonly gainedOrLost: readonly EstimateChange[];
}

const LARGEST = 10;

/** Estimates flights with an engine. */
export function probe(engine: typeof Engine, flights: readonly FlightInput[]): Probe[] {
  return flights.map((flight) => {
    const result = engine.tryEstimateFlight(flight);
    if (!result.ok) return { flight, grams: undefined, why: result.problem.message };
    const { emissionsGramsPerPax, aircraft } = result.estimate;
    const why = `${aircraft[0]!.icao} ${Math.round(100 * aircraft[0]!.share)} %`;
    return { flight, grams: emissionsGramsPerPax.economy, why };
  });
}

/** Compares the same flights before and after. */
export function estimateChanges(before: readonly Probe[], after: readonly Probe[]): EstimateChanges {
  const all = before.map((one, i): EstimateChange => {
    const { operatingCarrierCode, origin, destination } = one.flight;
    const other = after[i]!;
    const change = (other.grams ?? Number.NaN) / (one.grams ?? Number.NaN) - 1;
    return { name: `${operatingCarrierCode} ${origin}-${destination}`, change, before: one, after: other };
  });
  const both = all
    .filter(({ change }) => !Number.isNaN(change))
    .sort((a, b) => Math.abs(b.change) - Math.abs(a.change));
  const sizes = both.map(({ change }) => Math.abs(change)).reverse();
  return {
    flights: all.length,
    moved: both.filter(({ change }) => change !== 0).length,
    median: quantile(sizes, 0.5),
    within90: quantile(sizes, 0.9),
    worst: sizes.at(-1) ?? 0,
    largest: both.filter(({ change }) => change !== 0).slice(0, LARGEST),
    gainedOrLost: all.filter((one) => (one.before.grams === undefined) !== (one.after.grams === undefined)),
  };
}
