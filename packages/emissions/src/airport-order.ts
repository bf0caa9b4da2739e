/**
 * Where an airport stands in tables packed by country: two lists, of the airports in which GAIA saw flights and of the
 * others, each by country and then by code.
 */
import { AIRPORT_COUNT } from './airport-codes.ts';
import { airportConnections, airportCountries, airportSizes, COUNTRY_COUNT } from './airports.ts';

/** Whether GAIA saw flights of an airport, by index. */
export const isInGaia = (airport: number): boolean => airportConnections(airport) > 0;

/** Both by airport: its position in its list, and the same where the list is GAIA's, else -1. */
interface Order {
  readonly places: Int16Array;
  readonly gaiaNumbers: Int16Array;
}

let order: Order | undefined;

/** Over plain arrays, without a call per airport: the first result waits for it. */
function decode(): Order {
  const countries = airportCountries();
  const sizes = airportSizes();
  // For each list how many airports come before each country's, which then counts up.
  const others = COUNTRY_COUNT + 1;
  const next = new Int16Array(2 * others);
  for (let airport = 0; airport < AIRPORT_COUNT; airport++)
    next[(sizes[airport]! > 0 ? 1 : others + 1) + countries[airport]!]!++;
  for (let country = 1; country <= COUNTRY_COUNT; country++) {
    next[country]! += next[country - 1]!;
    next[others + country]! += next[others + country - 1]!;
  }
  const places = new Int16Array(AIRPORT_COUNT);
  const gaiaNumbers = new Int16Array(AIRPORT_COUNT).fill(-1);
  for (let airport = 0; airport < AIRPORT_COUNT; airport++) {
    const isGaia = sizes[airport]! > 0;
    const place = next[(isGaia ? 0 : others) + countries[airport]!]!++;
    places[airport] = place;
    if (isGaia) gaiaNumbers[airport] = place;
  }
  return { places, gaiaNumbers };
}

/** Position of an airport in its list, from 0. */
export function placeInList(airport: number): number {
  order ??= decode();
  return order.places[airport]!;
}

/** Number of an airport among those in which GAIA saw flights, from 0; -1 for one of the others. */
export function gaiaNumber(airport: number): number {
  order ??= decode();
  return order.gaiaNumbers[airport]!;
}
