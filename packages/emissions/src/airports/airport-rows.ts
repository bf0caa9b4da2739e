/**
 * Numbers of airports that every estimate reads, in rows of one array: a row is one cache line, so that an airport
 * costs one access to memory. A row is read from the packed tables when its airport is first needed.
 */
import { AIRPORT_COUNT } from './airport-codes.ts';
import { gaiaNumber } from './airport-order.ts';
import { airportConnections, airportCountryIndex, isTrunkAirport } from './airports.ts';
import { degreesOf } from './coordinates.ts';
import { smallAirport } from './small-airports.ts';

/** Columns of a row: the unit vector from the centre of the earth. */
const X = 0;
const Y = 1;
const Z = 2;
/** See `gaiaNumber`. */
export const GAIA_NUMBER = 3;
/** See `airportConnections`. */
export const CONNECTIONS = 4;
/** Sum of {@link IS_TRUNK} and {@link IS_SMALL}. */
export const FLAGS = 5;
/** See `airportCountryIndex`. */
const COUNTRY = 6;
const IS_READ = 7;

/** Numbers per row; with 8, no row spans two cache lines. */
const COLUMNS = 8;

/** Values of {@link FLAGS}: see `isTrunkAirport`; whether `smallAirport` knows the airport. */
export const IS_TRUNK = 1;
export const IS_SMALL = 2;

const RADIANS: number = Math.PI / 180;

/** All rows in sequence; rows that {@link airportRow} has not returned yet are empty. */
export const airportNumbers: Float64Array = /* @__PURE__ */ new Float64Array(AIRPORT_COUNT * COLUMNS);

function readRow(airport: number, at: number): void {
  const { latitude, longitude } = degreesOf(airport);
  const cosine = Math.cos(latitude * RADIANS);
  airportNumbers[at + X] = cosine * Math.cos(longitude * RADIANS);
  airportNumbers[at + Y] = cosine * Math.sin(longitude * RADIANS);
  airportNumbers[at + Z] = Math.sin(latitude * RADIANS);
  airportNumbers[at + GAIA_NUMBER] = gaiaNumber(airport);
  airportNumbers[at + CONNECTIONS] = airportConnections(airport);
  airportNumbers[at + FLAGS] =
    (isTrunkAirport(airport) ? IS_TRUNK : 0) | (smallAirport(airport) === undefined ? 0 : IS_SMALL);
  airportNumbers[at + COUNTRY] = airportCountryIndex(airport);
  airportNumbers[at + IS_READ] = 1;
}

/** Returns the start of an airport's row in {@link airportNumbers}. */
export function airportRow(airport: number): number {
  const at = airport * COLUMNS;
  if (airportNumbers[at + IS_READ] === 0) readRow(airport, at);
  return at;
}

/** Returns `airportCountryIndex` of an airport, by row. */
export const countryInRow = (row: number): number => airportNumbers[row + COUNTRY]! | 0;

/** Tests whether two airports, by row, are at the same place. */
export const isSamePlace = (a: number, b: number): boolean =>
  airportNumbers[a + X] === airportNumbers[b + X] && haversine(a, b) === 0;

/** Returns the haversine of the angle between two airports by row: 0 for the same place, 1 for antipodes. */
export function haversine(a: number, b: number): number {
  // Square of half the straight line between them.
  const x = airportNumbers[b + X]! - airportNumbers[a + X]!;
  const y = airportNumbers[b + Y]! - airportNumbers[a + Y]!;
  const z = airportNumbers[b + Z]! - airportNumbers[a + Z]!;
  return (x * x + y * y + z * z) / 4;
}
