/** Where an airport lies, for whoever draws a map. */
import { AIRPORT_COUNT, airportIndex } from './airports.ts';
import { LATITUDES, LONGITUDES } from './data/airports.ts';
import { digitAt } from './digits.ts';

/** A place on the earth. */
export interface AirportPosition {
  /** Degrees, north positive, to 0.001 (110 m). */
  readonly latitude: number;
  /** Degrees, east positive, to 0.001. */
  readonly longitude: number;
}

/** The packed thousandths of a degree of an airport: one digit of a column after the other. */
function thousandths(column: string, width: number, index: number): number {
  let units = 0;
  for (let place = 0; place < width; place++)
    units = units * 64 + digitAt(column, place * AIRPORT_COUNT + index);
  return units;
}

/** Where the airport of an IATA code lies, in either case; undefined when there is no such airport. */
export function airportPosition(code: string): AirportPosition | undefined {
  const index = typeof code === 'string' ? airportIndex(code) : -1;
  if (index < 0) return undefined;
  return {
    latitude: (thousandths(LATITUDES, 3, index) - 90_000) / 1000,
    longitude: (thousandths(LONGITUDES, 4, index) - 180_000) / 1000,
  };
}
