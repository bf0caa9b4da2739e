/**
 * Where an airport stands in tables packed by country: two lists, of the airports in which GAIA saw flights and of the
 * others, each by country and then by code.
 */
import { AIRPORT_COUNT } from './airport-codes.ts';
import { airportConnections, airportCountryIndex, COUNTRY_COUNT } from './airports.ts';

/** Whether GAIA saw flights of an airport, by index. */
export const isInGaia = (airport: number): boolean => airportConnections(airport) > 0;

let places: Int16Array | undefined;

function decode(): Int16Array {
  // For each list how many airports come before each country's, which then counts up.
  const next = new Int16Array(2 * (COUNTRY_COUNT + 1));
  const counter = (airport: number): number =>
    (isInGaia(airport) ? 0 : COUNTRY_COUNT + 1) + airportCountryIndex(airport);
  for (let airport = 0; airport < AIRPORT_COUNT; airport++) next[counter(airport) + 1]!++;
  for (let country = 1; country <= COUNTRY_COUNT; country++) {
    next[country]! += next[country - 1]!;
    next[COUNTRY_COUNT + 1 + country]! += next[COUNTRY_COUNT + country]!;
  }
  const all = new Int16Array(AIRPORT_COUNT);
  for (let airport = 0; airport < AIRPORT_COUNT; airport++) all[airport] = next[counter(airport)]!++;
  return all;
}

/** Position of an airport in its list, from 0. */
export function placeInList(airport: number): number {
  places ??= decode();
  return places[airport]!;
}
