/** Results of the engine for a flight. */
import type { GramsPerCabin, ProvenanceStep } from '@flight-offset/core';
import type { Body } from '../aircraft/aircraft.ts';
import type { CabinSeats } from '../aircraft/seats.ts';
import type { FlightInput } from '../flight/flight-input.ts';
import type { FlightProblem } from '../flight/problem.ts';
import type { FlightWarning } from './flight-warnings.ts';

export type { GramsPerCabin, ProvenanceStep };

/** One aircraft that may fly the flight. */
export interface AircraftCandidate {
  /** ICAO designator. */
  readonly icao: string;
  readonly name: string;
  readonly body: Body;
  /** Likelihood, above 0 to 1. */
  readonly share: number;
  /** Seats by cabin; of the likeliest layout if the type has several. */
  readonly seats: CabinSeats;
  /** Fuel burned on the flight, kg. */
  readonly fuelKg: number;
  /** Figure of an economy passenger on this type, whole grams of CO2e, well-to-wake. */
  readonly economyGramsPerPax: number;
}

/** Emissions of one flight per passenger, with their derivation. */
export interface FlightEstimate {
  /** The flight as it was given. */
  readonly flight: FlightInput;
  /** CO2e, well-to-wake, whole grams per passenger by cabin. All four cabins are returned, as TIM does. */
  readonly emissionsGramsPerPax: GramsPerCabin;
  /** 10th and 90th percentile, whole grams per passenger by cabin. */
  readonly interval: { readonly low: GramsPerCabin; readonly high: GramsPerCabin };
  /** Part from burning the fuel (tank-to-wake), whole grams. */
  readonly ttwGramsPerPax: GramsPerCabin;
  /** Part from producing the fuel (well-to-tank), whole grams; the two parts add up to the whole. */
  readonly wttGramsPerPax: GramsPerCabin;
  /** Distance flown, km: great circle times distance factor. */
  readonly distanceKm: number;
  /** Types that may fly the flight, the likeliest first; shares add up to 1. */
  readonly aircraft: readonly AircraftCandidate[];
  /** The derivation, step by step. */
  readonly provenance: readonly ProvenanceStep[];
  /** Why the figure is less certain than its interval suggests; usually empty. */
  readonly warnings: readonly FlightWarning[];
  /** `MAJOR.MINOR.PATCH.DATE` of model and data. */
  readonly modelVersion: string;
}

/** Only the four cabins of a flight, as the calculate endpoint returns them. */
export type FlightEmissions = Pick<FlightEstimate, 'flight' | 'emissionsGramsPerPax'>;

/** An estimate, or the reason why there is none. */
export type EstimateResult =
  | { readonly ok: true; readonly estimate: FlightEstimate }
  | { readonly ok: false; readonly problem: FlightProblem };
