/** Packs airports: code, country, coordinates. Order of the pack is the airport's index everywhere else. */
import { numberOf, textOf } from './csv.ts';
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

const MILLI = 1000;

/** 0..17575 for AAA..ZZZ. */
function ordinal(iata: string): number {
  const [a = 0, b = 0, c = 0] = [...iata].map((letter) => letter.charCodeAt(0) - 65);
  return (a * 26 + b) * 26 + c;
}

/** Airports by code. Rows which are not three letters cannot be asked for and are left out. */
export function readAirports(): SourceAirport[] {
  return sourceTable('airports.csv')
    .filter((row) => /^[A-Z]{3}$/.test(textOf(row, 'iata')))
    .map((row) => ({
      iata: textOf(row, 'iata'),
      icao: textOf(row, 'icao'),
      country: textOf(row, 'country'),
      lat: numberOf(row, 'lat'),
      lon: numberOf(row, 'lon'),
    }))
    .sort((a, b) => (a.iata < b.iata ? -1 : 1));
}

/** How many airports each ICAO code is paired with in GAIA. */
function partnersByIcao(): Map<string, Set<string>> {
  const partners = new Map<string, Set<string>>();
  for (const row of sourceTable('gaia_airport_pairs.csv')) {
    const [from = '', to = ''] = textOf(row, 'origin_destination_airport').split('-');
    partners.set(from, (partners.get(from) ?? new Set()).add(to));
    partners.set(to, (partners.get(to) ?? new Set()).add(from));
  }
  return partners;
}

/** Place of each airport in its country by number of partners, from 0 for the largest; at most 63. */
function ranksOf(
  airports: readonly SourceAirport[],
  partners: ReadonlyMap<string, ReadonlySet<string>>,
): number[] {
  const sizeOf = (airport: SourceAirport): number => partners.get(airport.icao)?.size ?? 0;
  const sizes = new Map<string, number[]>();
  for (const airport of airports) {
    sizes.set(airport.country, [...(sizes.get(airport.country) ?? []), sizeOf(airport)]);
  }
  return airports.map((airport) => {
    const larger = sizes.get(airport.country)!.filter((size) => size > sizeOf(airport)).length;
    return Math.min(63, larger);
  });
}

/** Digits between two counts; src/airports.ts knows it too. */
const COUNTED_DIGITS = 64;

/** For every 64th digit, how many bits are set in the digits before it. */
function countsBefore(presence: readonly number[]): string {
  let count = 0;
  let text = '';
  presence.forEach((bits, i) => {
    if (i % COUNTED_DIGITS === 0) text += digits(count, 3);
    count += bits.toString(2).replaceAll('0', '').length;
  });
  return text;
}

/** The module of airports. */
export function airportsModule(airports: readonly SourceAirport[]): string {
  const partners = partnersByIcao();
  const countries = [...new Set(airports.map((airport) => airport.country))].sort();
  const codes = new Set(airports.map((airport) => ordinal(airport.iata)));
  const presence = Array.from({ length: Math.ceil(26 ** 3 / 6) }, (_, i) => {
    let bits = 0;
    for (let bit = 0; bit < 6; bit++) if (codes.has(6 * i + bit)) bits |= 1 << bit;
    return bits;
  });
  return moduleText('Airports by code; coordinates in thousandths of a degree.', {
    COUNTRIES: countries.join(''),
    // One bit for each code from AAA to ZZZ, six to a digit.
    PRESENCE: columns(presence, 1),
    // How many airports come before every 64th digit of it.
    PRESENCE_COUNTS: countsBefore(presence),
    AIRPORT_COUNTRIES: columns(
      airports.map((a) => countries.indexOf(a.country)),
      2,
    ),
    // A quarter of the airports it is paired with in GAIA: a measure of size.
    SIZES: columns(
      airports.map((a) => Math.min(63, Math.ceil((partners.get(a.icao)?.size ?? 0) / 4))),
      1,
    ),
    // Place among the airports of the country by that measure, 63 for the 63rd and all behind it.
    RANKS: columns(ranksOf(airports, partners), 1),
    LATITUDES: columns(
      airports.map((a) => Math.round((a.lat + 90) * MILLI)),
      3,
    ),
    LONGITUDES: columns(
      airports.map((a) => Math.round((a.lon + 180) * MILLI)),
      4,
    ),
  });
}
