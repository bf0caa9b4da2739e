/** Cargo of a segment's flights, and means over flights. */
import { internationalSegments, largestSegments, type Segment } from './t100.ts';

/** Mass of a passenger in TIM, kg. */
const PASSENGER_KG = 100;

/** Flights that TIM requires for a mean of cargo over six years. */
export const FLIGHTS_REQUIRED = 2000;

/**
 * A mean of cargo mass fractions. TIM averages them over flights ("flights available for averaging"), while it aggregates
 * load factors: a full flight counts no more than an empty one.
 */
export interface CargoMean {
  flights: number;
  /** Cargo mass fractions, added up flight by flight. */
  fractions: number;
}

/** A mean without flights. */
export const noCargo = (): CargoMean => ({ flights: 0, fractions: 0 });

/** Adds the flights of a segment to a mean. */
export function addSegment(to: CargoMean, { departures, cargoKg, passengers }: Segment): void {
  to.flights += departures;
  to.fractions += (departures * cargoKg) / (cargoKg + passengers * PASSENGER_KG);
}

/**
 * Returns segments with passengers of carriers that have an IATA code: all international ones of the complete months,
 * and the remaining ones among the largest of 2024.
 */
export function cargoSegments(): Segment[] {
  const keyOf = ({ month, carrier, origin, destination, type }: Segment): string =>
    [month, carrier, origin, destination, type].join();
  const international = internationalSegments();
  const known = new Set(international.map(keyOf));
  return [...international, ...largestSegments().filter((segment) => !known.has(keyOf(segment)))].filter(
    ({ type, carrier, passengers, departures }) =>
      type !== undefined && carrier.length === 2 && passengers > 0 && departures > 0,
  );
}

/** Months with every international segment. */
export const COMPLETE_MONTHS: readonly string[] = ['2024-01', '2026-02'];
