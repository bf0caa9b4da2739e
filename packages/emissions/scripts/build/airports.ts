/** Packs airports: code, country, coordinates. Order of the pack is the airport's index everywhere else. */
import {
  COARSE_DEGREE,
  COUNTED_AIRPORTS,
  COUNTED_COUNTRIES,
  COUNTED_DIGITS,
  FINE_DEGREE,
} from '../../src/tables/packed-steps.ts';
import { numberOf, type Row, textOf } from './csv.ts';
import { columns, digits, moduleText } from './pack.ts';
import { sourceTable } from './sources.ts';

/** One airport of the source table, in packed order. */
export interface SourceAirport {
  readonly iata: string;
  readonly icao: string;
  readonly country: string;
  readonly lat: number;
  readonly lon: number;
}

/** 0..17575 for AAA..ZZZ. */
function ordinal(iata: string): number {
  const [a = 0, b = 0, c = 0] = [...iata].map((letter) => letter.charCodeAt(0) - 65);
  return (a * 26 + b) * 26 + c;
}

/**
 * Reads airports by code. Rows whose code is not three letters match no input and are left out.
 * @throws Error if a code occurs twice: airports are packed as one bit per code, so that every later one would shift.
 */
export function readAirports(rows: readonly Row[] = sourceTable('airports.csv')): SourceAirport[] {
  const airports = new Map<string, SourceAirport>();
  for (const row of rows) {
    const iata = textOf(row, 'iata');
    if (!/^[A-Z]{3}$/.test(iata)) continue;
    if (airports.has(iata)) throw new Error(`airports.csv: airport ${iata} stands twice`);
    airports.set(iata, {
      iata,
      icao: textOf(row, 'icao'),
      country: textOf(row, 'country'),
      lat: numberOf(row, 'lat'),
      lon: numberOf(row, 'lon'),
    });
  }
  return [...airports.values()].sort((a, b) => (a.iata < b.iata ? -1 : 1));
}

/** Returns the airports that each ICAO code is paired with in GAIA. */
function partnersByIcao(): Map<string, Set<string>> {
  const partners = new Map<string, Set<string>>();
  for (const row of sourceTable('gaia_airport_pairs.csv')) {
    const [from = '', to = ''] = textOf(row, 'origin_destination_airport').split('-');
    partners.set(from, (partners.get(from) ?? new Set()).add(to));
    partners.set(to, (partners.get(to) ?? new Set()).add(from));
  }
  return partners;
}

/**
 * Returns countries (ISO 3166, two letters) by number of airports, so that most are packed in one digit; then by code.
 */
export function countriesOf(airports: readonly SourceAirport[]): string[] {
  const counts = new Map<string, number>();
  for (const { country } of airports) counts.set(country, (counts.get(country) ?? 0) + 1);
  return [...counts.keys()].sort((a, b) => counts.get(b)! - counts.get(a)! || (a < b ? -1 : 1));
}

/** Returns the airports with flights in GAIA, by country and then by code: how coordinates and pairs are packed. */
export function gaiaAirports(airports: readonly SourceAirport[]): SourceAirport[] {
  const partners = partnersByIcao();
  return countriesOf(airports).flatMap((country) =>
    airports.filter((airport) => airport.country === country && partners.has(airport.icao)),
  );
}

/** Number of a country's largest airports that are its trunk, between which even smaller ones see large aircraft. */
const TRUNK_AIRPORTS = 8;

/** Tests whether each airport is among the largest of its country by the number of airports it is paired with. */
function trunks(airports: readonly SourceAirport[], sizes: readonly number[]): boolean[] {
  const byCountry = new Map<string, number[]>();
  airports.forEach(({ country }, i) => {
    byCountry.set(country, [...(byCountry.get(country) ?? []), sizes[i]!]);
  });
  return airports.map(({ country }, i) => {
    const size = sizes[i]!;
    return size > 0 && byCountry.get(country)!.filter((other) => other > size).length < TRUNK_AIRPORTS;
  });
}

/** Packs bits, six to a digit. */
function bitDigits(bits: readonly boolean[]): number[] {
  return Array.from({ length: Math.ceil(bits.length / 6) }, (_, i) => {
    let digit = 0;
    for (let bit = 0; bit < 6; bit++) if (bits[6 * i + bit]) digit |= 1 << bit;
    return digit;
  });
}

/**
 * Packs coordinates by country and then by code, from the country's south-western corner on, which leaves little to
 * pack: airports in GAIA to 0.001 degrees, the others to 0.02.
 */
function positions(
  airports: readonly SourceAirport[],
  sizes: readonly number[],
  countries: readonly string[],
): Readonly<Record<string, string>> {
  const corners = countries.map((country) => {
    const own = airports.filter((airport) => airport.country === country);
    if (own.length === 0) return { lat: 0, lon: 0 };
    return {
      lat: Math.floor((Math.min(...own.map(({ lat }) => lat)) + 90) * COARSE_DEGREE),
      lon: Math.floor((Math.min(...own.map(({ lon }) => lon)) + 180) * COARSE_DEGREE),
    };
  });
  const offsets = (fine: boolean, axis: 'lat' | 'lon'): number[] =>
    countries.flatMap((country, c) =>
      airports.flatMap((airport, i) => {
        if (airport.country !== country || sizes[i]! > 0 !== fine) return [];
        const degrees = airport[axis] + (axis === 'lat' ? 90 : 180) - corners[c]![axis] / COARSE_DEGREE;
        return [Math.round(degrees * (fine ? FINE_DEGREE : COARSE_DEGREE))];
      }),
    );
  return {
    CORNERS: corners.map(({ lat, lon }) => digits(lat, 3) + digits(lon, 3)).join(''),
    FINE_LATITUDES: columns(offsets(true, 'lat'), 3),
    FINE_LONGITUDES: columns(offsets(true, 'lon'), 4),
    COARSE_LATITUDES: columns(offsets(false, 'lat'), 3),
    COARSE_LONGITUDES: columns(offsets(false, 'lon'), 3),
  };
}

/** For each country, the number of airports in GAIA before its first. */
function gaiaStarts(
  airports: readonly SourceAirport[],
  sizes: readonly number[],
  countries: readonly string[],
): string {
  let count = 0;
  return countries
    .map((country) => {
      const start = digits(count, 2);
      count += airports.filter((airport, i) => airport.country === country && sizes[i]! > 0).length;
      return start;
    })
    .join('');
}

/** For each of the largest countries and each block, the number of its airports in GAIA in earlier blocks. */
function gaiaCounts(
  airports: readonly SourceAirport[],
  sizes: readonly number[],
  countries: readonly string[],
): string {
  return countries
    .slice(0, COUNTED_COUNTRIES)
    .map((country) => {
      let count = 0;
      return airports
        .map((airport, i) => {
          const before = i % COUNTED_AIRPORTS === 0 ? digits(count, 2) : '';
          if (airport.country === country && sizes[i]! > 0) count++;
          return before;
        })
        .join('');
    })
    .join('');
}

/** For every 32nd digit, the number of bits set in earlier digits. */
function countsBefore(presence: readonly number[]): string {
  let count = 0;
  let text = '';
  presence.forEach((bits, i) => {
    if (i % COUNTED_DIGITS === 0) text += digits(count, 3);
    count += bits.toString(2).replaceAll('0', '').length;
  });
  return text;
}

/**
 * Builds the module of airports, of all or of those that `isKept` names. Country numbers are the same in both, as the
 * other tables use them.
 */
export function airportsModule(
  all: readonly SourceAirport[],
  isKept: (airport: SourceAirport) => boolean = () => true,
): string {
  const partners = partnersByIcao();
  const countries = countriesOf(all);
  const sizeOf = ({ icao }: SourceAirport): number => partners.get(icao)?.size ?? 0;
  const trunk = new Map(trunks(all, all.map(sizeOf)).map((isTrunk, i) => [all[i]!, isTrunk]));
  const airports = all.filter(isKept);
  const codes = new Set(airports.map((airport) => ordinal(airport.iata)));
  const presence = bitDigits(Array.from({ length: 26 ** 3 }, (_, code) => codes.has(code)));
  const sizes = airports.map(sizeOf);
  return moduleText('Airports by code; countries by number of airports; coordinates by country.', {
    COUNTRIES: countries.join(''),
    // One bit for each code from AAA to ZZZ.
    PRESENCE: columns(presence, 1),
    // Number of airports before every 32nd digit of it.
    PRESENCE_COUNTS: countsBefore(presence),
    AIRPORT_COUNTRIES: columns(
      airports.map((a) => countries.indexOf(a.country)),
      2,
    ),
    // Number of airports in GAIA before each country's.
    GAIA_STARTS: gaiaStarts(airports, sizes, countries),
    // The same of a large country's, before every 512th airport.
    GAIA_COUNTS: gaiaCounts(airports, sizes, countries),
    // A quarter of the airports it is paired with in GAIA: a measure of size.
    SIZES: columns(
      sizes.map((size) => Math.min(63, Math.ceil(size / 4))),
      1,
    ),
    // One bit for each airport: whether it is among the largest of its country.
    TRUNKS: columns(bitDigits(airports.map((airport) => trunk.get(airport)!)), 1),
    ...positions(airports, sizes, countries),
  });
}
