/** In which country an airport lies and how large it is, by its index (see airport-codes.ts). */
import { AIRPORT_COUNT } from './airport-codes.ts';
import { Column } from './column.ts';
import { AIRPORT_COUNTRIES, COUNTRIES, RANKS, SIZES } from './data/airports.ts';

/** Number of countries. */
export const COUNTRY_COUNT: number = COUNTRIES.length / 2;

const countries: Column = /* @__PURE__ */ new Column(
  'AIRPORT_COUNTRIES',
  AIRPORT_COUNTRIES,
  2,
  AIRPORT_COUNT,
);
const sizes: Column = /* @__PURE__ */ new Column('SIZES', SIZES, 1, AIRPORT_COUNT);
const ranks: Column = /* @__PURE__ */ new Column('RANKS', RANKS, 1, AIRPORT_COUNT);

/** How many airports an airport had flights to in GAIA's data (2019 to 2021), in steps of 4 up to 252. */
export function airportConnections(index: number): number {
  return 4 * sizes.at(index);
}

/** Place of an airport among those of its country by {@link airportConnections}, 0 the largest, at most 63. */
export function airportRank(index: number): number {
  return ranks.at(index);
}

/** Position of the country an airport lies in, among the countries of the table. */
export function airportCountryIndex(index: number): number {
  return countries.at(index);
}

/** ISO 3166 two-letter code of the country an airport lies in. */
export function airportCountry(index: number): string {
  const at = airportCountryIndex(index) * 2;
  return COUNTRIES.slice(at, at + 2);
}

/** Position of an ISO 3166 two-letter code among the countries of the table; -1 when no airport lies there. */
export function countryIndex(iso: string): number {
  if (iso.length !== 2) return -1;
  for (let at = COUNTRIES.indexOf(iso); at >= 0; at = COUNTRIES.indexOf(iso, at + 1)) {
    if (at % 2 === 0) return at / 2;
  }
  return -1;
}

const US: number = /* @__PURE__ */ countryIndex('US');

/** Whether a flight between two countries (see {@link airportCountryIndex}) leaves or enters the US. */
export function crossesUsBorder(from: number, to: number): boolean {
  return (from === US) !== (to === US);
}
