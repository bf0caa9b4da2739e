/** Where an airport lies, for whoever draws a map. */
import { airportIndex } from './airports.ts';
import { LATITUDE_OFFSET, LONGITUDE_OFFSET } from './coordinates.ts';
import { LATITUDES, LONGITUDES } from './data/airports.ts';
import { columnAt } from './digits.ts';

/** A place on the earth. */
export interface AirportPosition {
  /** Degrees, north positive, to 0.001 (110 m). */
  readonly latitude: number;
  /** Degrees, east positive, to 0.001. */
  readonly longitude: number;
}

/** Where the airport of an IATA code lies, in either case; undefined when there is no such airport. */
export function airportPosition(code: string): AirportPosition | undefined {
  const index = typeof code === 'string' ? airportIndex(code) : -1;
  if (index < 0) return undefined;
  return {
    latitude: (columnAt(LATITUDES, 3, index) - LATITUDE_OFFSET) / 1000,
    longitude: (columnAt(LONGITUDES, 4, index) - LONGITUDE_OFFSET) / 1000,
  };
}
