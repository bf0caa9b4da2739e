/**
 * Position of an airport in tables packed by country: two lists, of the airports with flights in GAIA and of the
 * others, each by country and then by code.
 */
import { AIRPORT_COUNT } from './airport-codes.ts';
import {
  airportConnections,
  airportCountries,
  airportSizes,
  COUNTRY_COUNT,
  gaiaAirportsBefore,
} from './airports.ts';

/** Tests whether GAIA has flights of an airport, by index. */
export const isInGaia = (airport: number): boolean => airportConnections(airport) > 0;

/** Two columns by airport: its position in its list, and the same if that is GAIA's list, otherwise -1. */
interface Order {
  readonly places: Int16Array;
  readonly gaiaNumbers: Int16Array;
}

let order: Order | undefined;

/** Reads the order over plain arrays, without a call per airport: the first result waits for it. */
function decode(): Order {
  const countries = airportCountries();
  const sizes = airportSizes();
  // Airports of earlier countries in each list; counts up with each airport.
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

/** Airports counted in the packed text before arrays are made, which takes milliseconds; and their numbers. */
const PACKED_AIRPORTS = 16;
const counted: Map<number, number> = /* @__PURE__ */ new Map();

/** Counts the number of an airport in the packed text. */
function countedNumber(airport: number): number {
  let number = counted.get(airport);
  if (number === undefined) {
    number = isInGaia(airport) ? gaiaAirportsBefore(airport) : -1;
    counted.set(airport, number);
  }
  return number;
}

/** Returns the position of an airport in its list, from 0. */
export function placeInList(airport: number): number {
  if (order === undefined && isInGaia(airport)) return gaiaNumber(airport);
  order ??= decode();
  return order.places[airport]!;
}

/** Returns the number of an airport among those with flights in GAIA, from 0; -1 for the others. */
export function gaiaNumber(airport: number): number {
  if (order === undefined) {
    if (counted.size < PACKED_AIRPORTS) return countedNumber(airport);
    order = decode();
  }
  return order.gaiaNumbers[airport]!;
}
