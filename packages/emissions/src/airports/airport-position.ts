/** Positions of airports, for maps. */
import { airportIndex } from './airport-codes.ts';
import { degreesOf } from './coordinates.ts';

/**
 * A position on the earth: to 0.001 degrees (110 m) for airports with flights in GAIA, otherwise to 0.02 (at most 1.6
 * km off).
 */
export interface AirportPosition {
  /** Degrees, north positive. */
  readonly latitude: number;
  /** Degrees, east positive. */
  readonly longitude: number;
}

/**
 * Returns the position of an airport by its IATA code, in either case; undefined if there is no such airport.
 * @example
 * airportPosition('ZRH'); // { latitude: 47.458, longitude: 8.548 }
 */
export function airportPosition(code: string): AirportPosition | undefined {
  const index = typeof code === 'string' ? airportIndex(code) : -1;
  return index < 0 ? undefined : degreesOf(index);
}
