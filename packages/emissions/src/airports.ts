/**
 * Which airports there are: code, country, size. About 9 550, most of them from OurAirports. An airport's
 * index is its position by code. What is asked of few airports is read from the packed text, so that the first
 * answer need not wait for all of them.
 */
import { AIRPORT_COUNTRIES, COUNTRIES, PRESENCE, RANKS, SIZES } from './data/airports.ts';
import { digitAt } from './digits.ts';

/** Number of airports. */
export const AIRPORT_COUNT: number = SIZES.length;

const LETTERS = 26;
const FIRST_LETTER = 65;

/** 0 for AAA to 17 575 for ZZZ; -1 when the text is not three letters A-Z. */
export function codeOrdinal(code: string): number {
  if (code.length !== 3) return -1;
  let ordinal = 0;
  for (let i = 0; i < 3; i++) {
    const letter = (code.charCodeAt(i) & ~32) - FIRST_LETTER;
    if (letter < 0 || letter >= LETTERS) return -1;
    ordinal = ordinal * LETTERS + letter;
  }
  return ordinal;
}

/** Index by the ordinal of the code, -1 where there is no such airport; and the other way round. */
interface AirportCodes {
  readonly indexes: Int16Array;
  readonly ordinals: Uint16Array;
}

let codes: AirportCodes | undefined;

function decode(): AirportCodes {
  const indexes = new Int16Array(LETTERS ** 3).fill(-1);
  const ordinals = new Uint16Array(AIRPORT_COUNT);
  let index = 0;
  for (let i = 0; i < PRESENCE.length; i++) {
    const bits = digitAt(PRESENCE, i);
    for (let bit = 0; bit < 6; bit++) {
      if ((bits & (1 << bit)) === 0) continue;
      indexes[6 * i + bit] = index;
      ordinals[index++] = 6 * i + bit;
    }
  }
  return { indexes, ordinals };
}

/** Indexes of airports by the ordinal of their code, -1 where there is none; not to be written to. */
export function indexesByOrdinal(): Int16Array {
  codes ??= decode();
  return codes.indexes;
}

/** Index of an airport by its IATA code, in either case; -1 when there is none. */
export function airportIndex(code: string): number {
  const ordinal = codeOrdinal(code);
  return ordinal < 0 ? -1 : indexesByOrdinal()[ordinal]!;
}

/** IATA code of an airport. */
export function airportCode(index: number): string {
  codes ??= decode();
  const ordinal = codes.ordinals[index]!;
  return String.fromCharCode(
    FIRST_LETTER + Math.floor(ordinal / (LETTERS * LETTERS)),
    FIRST_LETTER + (Math.floor(ordinal / LETTERS) % LETTERS),
    FIRST_LETTER + (ordinal % LETTERS),
  );
}

/** How many airports an airport had flights to in GAIA's data (2019 to 2021), in steps of 4 up to 252. */
export function airportConnections(index: number): number {
  return 4 * digitAt(SIZES, index);
}

/** Place of an airport among those of its country by {@link airportConnections}, 0 the largest, at most 63. */
export function airportRank(index: number): number {
  return digitAt(RANKS, index);
}

/** Position of the country an airport lies in, among the countries of the table. */
export function airportCountryIndex(index: number): number {
  return digitAt(AIRPORT_COUNTRIES, index) * 64 + digitAt(AIRPORT_COUNTRIES, AIRPORT_COUNT + index);
}

/** ISO 3166 two-letter code of the country an airport lies in. */
export function airportCountry(index: number): string {
  const at = airportCountryIndex(index) * 2;
  return COUNTRIES.slice(at, at + 2);
}

let countryIndexes: ReadonlyMap<string, number> | undefined;

/** Position of an ISO 3166 two-letter code among the countries of the table; -1 when no airport lies there. */
export function countryIndex(iso: string): number {
  countryIndexes ??= new Map(
    Array.from({ length: COUNTRIES.length / 2 }, (_, i) => [COUNTRIES.slice(i * 2, i * 2 + 2), i]),
  );
  return countryIndexes.get(iso) ?? -1;
}

let us: number | undefined;

/** Whether a flight leaves or enters the US, so that US statistics cover it. */
export function crossesUsBorder(from: number, to: number): boolean {
  us ??= countryIndex('US');
  return (airportCountryIndex(from) === us) !== (airportCountryIndex(to) === us);
}
