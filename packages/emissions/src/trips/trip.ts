/** Input of a trip: legs in order, and travellers. */
import type { Cabin, DepartureDate } from '@flight-offset/core';
import type { FlightInput } from '../flight/flight-input.ts';
import type { Fields } from '../flight/flight-refusal.ts';

/** A leg known only by its airports. */
export interface AirportsOnly {
  readonly origin: string;
  readonly destination: string;
}

/** One leg: a flight, or only its airports. */
export type TripLeg = FlightInput | AirportsOnly;

/** Travellers in one cabin. */
export interface TripTravellers {
  readonly cabin: Cabin;
  readonly count: number;
}

/** A trip to estimate. Set `legs`, or `stops` if only the airports are known. */
export interface TripInput {
  /** Name of the trip in results and reports, such as a booking number. */
  readonly id?: string | undefined;
  /** Legs in order. A leg may start where the previous one did not end: surface transport may lie between two legs. */
  readonly legs?: readonly TripLeg[] | undefined;
  /** Airports in order: `['DEL', 'DXB', 'LHR']` is two legs. */
  readonly stops?: readonly string[] | undefined;
  /** Adds the same legs in the opposite direction. */
  readonly roundTrip?: boolean | undefined;
  /**
   * Departure date of the return legs, not before the outbound flights; by default each has the date of the leg that it
   * reverses. Implies `roundTrip`.
   */
  readonly returnDate?: DepartureDate | undefined;
  /** Default: one traveller in economy. */
  readonly travellers?: readonly TripTravellers[] | undefined;
}

/** Maximum number of legs before the return is added, and of groups of travellers. */
export const MAX_LEGS = 50;
export const MAX_GROUPS = 20;
/** Maximum number of travellers in a group. */
export const MAX_TRAVELLERS = 999;

/**
 * Fields that only a flight has, and two columns of a file of flights: a leg that has one of them but lacks the rest of
 * a flight is invalid.
 */
const KNOWN_OF_FLIGHTS: readonly string[] = [
  'aircraft',
  'seats',
  'loadFactor',
  'cargoMassFraction',
  'distanceKm',
  'carrier',
  'flight',
];

/** Tests whether a leg is a flight, rather than only its airports. */
export function isFlight(leg: TripLeg): leg is FlightInput {
  return (
    'operatingCarrierCode' in leg ||
    'flightNumber' in leg ||
    'departureDate' in leg ||
    KNOWN_OF_FLIGHTS.some((field) => (leg as unknown as Fields)[field] !== undefined)
  );
}
