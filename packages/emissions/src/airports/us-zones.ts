/** Flights that touch the US, and the part of the world that they connect it with, by the zones of US DOT filings. */

import { COUNTRY_ZONES } from '../data/us-filings.ts';
import { requireLength } from '../tables/corrupt-data.ts';
import { COUNTRY_COUNT } from './airports.ts';

const zones: string = /* @__PURE__ */ requireLength('COUNTRY_ZONES', COUNTRY_ZONES, COUNTRY_COUNT);

/**
 * Returns the zone of a country by index, one letter: U the US and its territories, C Canada, L the rest of the
 * Americas, A eastwards to India, P the rest.
 */
export function zoneOf(country: number): string {
  return zones[country]!;
}

/** Code of the letter U. */
const US_ZONE = 85;

/** Tests whether a flight between two countries (see `airportCountryIndex`) touches the US or its territories. */
export const touchesUs = (from: number, to: number): boolean =>
  zones.charCodeAt(from) === US_ZONE || zones.charCodeAt(to) === US_ZONE;

/** How a flight touches the US. */
export type UsScope = 'none' | 'domestic' | 'Canada' | 'abroad';

/** Returns how a flight between two countries (see `airportCountryIndex`) touches the US. */
export function usScope(fromCountry: number, toCountry: number): UsScope {
  if (!touchesUs(fromCountry, toCountry)) return 'none';
  const from = zoneOf(fromCountry);
  const to = zoneOf(toCountry);
  if (from === to) return 'domestic';
  return from === 'C' || to === 'C' ? 'Canada' : 'abroad';
}
