/** Results of the estimate of a trip. */
import type { AircraftCandidate, FlightEstimate, GramsPerCabin } from '../estimate/flight-estimate.ts';
import type { NonCo2 } from './non-co2.ts';
import type { TripLeg, TripTravellers } from './trip.ts';

/** Category of the data behind a figure, by ISO 14083: modelled for the flight, or default values of a route. */
export type DataCategory = 'modelled' | 'default';

/** Whole grams of CO2e, well-to-wake, and its two parts. */
export interface Grams {
  /** Well-to-wake: the sum of the two parts. */
  readonly wtw: number;
  /** Tank-to-wake: burning the fuel. */
  readonly ttw: number;
  /** Well-to-tank: producing and transporting the fuel. */
  readonly wtt: number;
}

/** One leg with its figures. */
export interface TripLegEstimate {
  readonly leg: TripLeg;
  /** Grams over all travellers. */
  readonly grams: Grams;
  /** 10th and 90th percentile of the well-to-wake grams over all travellers; none if only the airports are known. */
  readonly range?: { readonly low: number; readonly high: number };
  /** Well-to-wake grams per passenger by cabin. */
  readonly gramsPerPax: GramsPerCabin;
  readonly greatCircleKm: number;
  /** Distance flown: great circle times distance factor. */
  readonly flownKm: number;
  readonly dataCategory: DataCategory;
  /** Derivation of the figure, in one sentence. */
  readonly method: string;
  /** The likeliest aircraft; none for airports alone. */
  readonly aircraft?: AircraftCandidate;
  /** The whole estimate with its derivation; none if only the airports are known. */
  readonly estimate?: FlightEstimate;
}

/** The emissions of a trip. */
export interface TripEstimate {
  /** Name of the trip, as given. */
  readonly id?: string;
  readonly legs: readonly TripLegEstimate[];
  readonly travellers: readonly TripTravellers[];
  /** Number of travellers over all groups. */
  readonly passengers: number;
  /** Grams over all legs and travellers, without any non-CO2 effect. */
  readonly grams: Grams;
  /**
   * Sum of the legs' percentiles: wider than the 80 % interval of the trip, since errors of legs partly cancel. None if
   * a leg has none.
   */
  readonly range?: { readonly low: number; readonly high: number };
  /** Great-circle kilometres of one traveller over all legs. */
  readonly greatCircleKm: number;
  /** Passenger-kilometres over the great circle. */
  readonly passengerKm: number;
  /** Non-CO2 effects, only if requested; never part of `grams`. */
  readonly nonCo2?: NonCo2;
  readonly modelVersion: string;
}
