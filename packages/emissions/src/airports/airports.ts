/** Country and size of airports, by index (see airport-codes.ts). */

import { AIRPORT_COUNTRIES, COUNTRIES, GAIA_COUNTS, GAIA_STARTS, SIZES, TRUNKS } from '../data/airports.ts';
import { Column } from '../tables/column.ts';
import { requireLength } from '../tables/corrupt-data.ts';
import { DIGIT_BASE, digitAt, digitToChar, numberAt } from '../tables/digits.ts';
import { COUNTED_AIRPORTS, COUNTED_COUNTRIES } from '../tables/packed-steps.ts';
import { AIRPORT_COUNT } from './airport-codes.ts';

/** Number of countries. */
export const COUNTRY_COUNT: number = COUNTRIES.length / 2;

const countries: Column = /* @__PURE__ */ new Column(
  'AIRPORT_COUNTRIES',
  AIRPORT_COUNTRIES,
  2,
  AIRPORT_COUNT,
);
const sizes: Column = /* @__PURE__ */ new Column('SIZES', SIZES, 1, AIRPORT_COUNT);
const trunks: string = /* @__PURE__ */ requireLength('TRUNKS', TRUNKS, Math.ceil(AIRPORT_COUNT / 6));

/** Returns how many airports an airport had flights to in GAIA's data (2019 to 2021), in steps of 4 up to 252. */
export function airportConnections(index: number): number {
  return 4 * sizes.at(index);
}

/** Tests whether an airport is among the eight of its country with the most {@link airportConnections}. */
export function isTrunkAirport(index: number): boolean {
  return (digitAt(trunks, Math.floor(index / 6)) & (1 << (index % 6))) !== 0;
}

const gaiaStarts: string = /* @__PURE__ */ requireLength('GAIA_STARTS', GAIA_STARTS, 2 * COUNTRY_COUNT);

const BLOCKS: number = Math.ceil(AIRPORT_COUNT / COUNTED_AIRPORTS);
const gaiaCounts: string = /* @__PURE__ */ requireLength(
  'GAIA_COUNTS',
  GAIA_COUNTS,
  2 * COUNTED_COUNTRIES * BLOCKS,
);

/**
 * Returns how many airports with flights in GAIA precede an airport, by country and then by code. Counted in the packed
 * text, for the first few.
 */
export function gaiaAirportsBefore(airport: number): number {
  const country = airportCountryIndex(airport);
  const high = digitToChar(Math.floor(country / DIGIT_BASE));
  const low = digitToChar(country % DIGIT_BASE);
  const block = country < COUNTED_COUNTRIES ? Math.floor(airport / COUNTED_AIRPORTS) : 0;
  let count = numberAt(gaiaStarts, 2 * country, 2);
  if (block > 0) count += numberAt(gaiaCounts, 2 * (country * BLOCKS + block), 2);
  // First digits of all countries, then all second digits.
  const start = AIRPORT_COUNT + block * COUNTED_AIRPORTS;
  const end = AIRPORT_COUNT + airport;
  for (
    let at = AIRPORT_COUNTRIES.indexOf(low, start);
    at < end;
    at = AIRPORT_COUNTRIES.indexOf(low, at + 1)
  ) {
    const other = at - AIRPORT_COUNT;
    if (AIRPORT_COUNTRIES[other] === high && digitAt(SIZES, other) > 0) count++;
  }
  return count;
}

/** Returns {@link airportCountryIndex} of all airports, by index; read-only. */
export const airportCountries = (): Uint16Array => countries.all();

/** Returns a quarter of {@link airportConnections} of all airports, by index; read-only. */
export const airportSizes = (): Uint16Array => sizes.all();

/** Returns the position of an airport's country among the countries of the table. */
export function airportCountryIndex(index: number): number {
  return countries.at(index);
}

/** Returns the ISO 3166 two-letter code of an airport's country. */
export function airportCountry(index: number): string {
  const at = airportCountryIndex(index) * 2;
  return COUNTRIES.slice(at, at + 2);
}

/** Returns the position of an ISO 3166 two-letter code among the countries of the table; -1 if it has no airport. */
export function countryIndex(iso: string): number {
  if (iso.length !== 2) return -1;
  for (let at = COUNTRIES.indexOf(iso); at >= 0; at = COUNTRIES.indexOf(iso, at + 1)) {
    if (at % 2 === 0) return at / 2;
  }
  return -1;
}

const US: number = /* @__PURE__ */ countryIndex('US');

/** Tests whether a flight between two countries (see {@link airportCountryIndex}) leaves or enters the US. */
export function crossesUsBorder(from: number, to: number): boolean {
  return (from === US) !== (to === US);
}
