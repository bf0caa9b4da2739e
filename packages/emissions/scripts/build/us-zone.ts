/** Countries that count as the US, and zones of the others. */
import type { SourceAirport } from './airports.ts';

/** Countries and territories whose flights count as domestic for carriers of the US. */
const US_ZONE = new Set(['US', 'PR', 'VI', 'GU', 'MP', 'AS']);

/** Returns the IATA codes of the airports in the US and its territories. */
export function usAirports(airports: readonly SourceAirport[]): ReadonlySet<string> {
  return new Set(airports.flatMap(({ iata, country }) => (US_ZONE.has(country) ? [iata] : [])));
}

/**
 * Returns the zone of each country, one letter: U the US, C Canada, L the rest of the Americas, A eastwards to India, P
 * the rest.
 */
export function zones(airports: readonly SourceAirport[], countries: readonly string[]): string {
  return countries
    .map((country) => {
      if (US_ZONE.has(country)) return 'U';
      if (country === 'CA') return 'C';
      const longitudes = airports.filter((airport) => airport.country === country).map(({ lon }) => lon);
      const mean = longitudes.reduce((sum, lon) => sum + lon, 0) / longitudes.length;
      if (mean < -30 && mean > -150) return 'L';
      return mean >= -30 && mean < 95 ? 'A' : 'P';
    })
    .join('');
}
