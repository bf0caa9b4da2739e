/** Which airports there are: code, country, coordinates. About 9 550, most of them from OurAirports. */
import { AIRPORTS_PER_COUNTRY, CODE_GAPS, COUNTRIES, LATITUDES, LONGITUDES, SIZES } from './data/airports.ts';
import { digitAt, numberAt } from './digits.ts';

/** All airports, decoded. Position in the arrays is the airport's index. */
export interface AirportTable {
  readonly size: number;
  /** Index by the ordinal of the code (AAA = 0 ... ZZZ = 17 575), -1 where there is no such airport. */
  readonly indexes: Int16Array;
  readonly ordinals: Uint16Array;
  /** Index of the ISO 3166 country; see {@link AirportTable.countries}. */
  readonly countryIndexes: Uint8Array;
  /** ISO 3166 two-letter codes, run together. */
  readonly countries: string;
  /** Latitude, radians. */
  readonly latitudes: Float64Array;
  /** Longitude, radians. */
  readonly longitudes: Float64Array;
  /** Cosine of the latitude. */
  readonly cosines: Float64Array;
}

const LETTERS = 26;
const FIRST_LETTER = 65;
/** Coordinates are packed in thousandths of a degree. */
const RADIANS_PER_UNIT: number = Math.PI / 180_000;

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

/** Reads a packed column: digit places one after the other, `count` digits each. */
function columnAt(text: string, count: number, width: number, i: number): number {
  let value = 0;
  for (let place = 0; place < width; place++) value = value * 64 + numberAt(text, place * count + i, 1);
  return value;
}

function decode(): AirportTable {
  const size = CODE_GAPS.length / 3;
  const indexes = new Int16Array(LETTERS ** 3).fill(-1);
  const ordinals = new Uint16Array(size);
  const countryIndexes = new Uint8Array(size);
  const latitudes = new Float64Array(size);
  const longitudes = new Float64Array(size);
  const cosines = new Float64Array(size);
  let index = 0;
  for (let country = 0; country < COUNTRIES.length / 2; country++) {
    let ordinal = -1;
    for (let left = numberAt(AIRPORTS_PER_COUNTRY, country * 2, 2); left > 0; left--, index++) {
      ordinal += columnAt(CODE_GAPS, size, 3, index) + 1;
      indexes[ordinal] = index;
      ordinals[index] = ordinal;
      countryIndexes[index] = country;
      const latitude = (columnAt(LATITUDES, size, 3, index) - 90_000) * RADIANS_PER_UNIT;
      latitudes[index] = latitude;
      longitudes[index] = (columnAt(LONGITUDES, size, 4, index) - 180_000) * RADIANS_PER_UNIT;
      cosines[index] = Math.cos(latitude);
    }
  }
  return { size, indexes, ordinals, countryIndexes, countries: COUNTRIES, latitudes, longitudes, cosines };
}

let table: AirportTable | undefined;

/** The airports; decoded on first use, about a millisecond. */
export function airports(): AirportTable {
  table ??= decode();
  return table;
}

/** Index of an airport by its IATA code, in either case; -1 when there is none. */
export function airportIndex(code: string): number {
  const ordinal = codeOrdinal(code);
  return ordinal < 0 ? -1 : airports().indexes[ordinal]!;
}

/** IATA code of an airport. */
export function airportCode(index: number): string {
  const ordinal = airports().ordinals[index]!;
  return String.fromCharCode(
    FIRST_LETTER + Math.floor(ordinal / (LETTERS * LETTERS)),
    FIRST_LETTER + (Math.floor(ordinal / LETTERS) % LETTERS),
    FIRST_LETTER + (ordinal % LETTERS),
  );
}

/** ISO 3166 two-letter code of the country an airport lies in. */
export function airportCountry(index: number): string {
  const { countries, countryIndexes } = airports();
  const at = countryIndexes[index]! * 2;
  return countries.slice(at, at + 2);
}

/** How many airports an airport had flights to in GAIA's data (2019 to 2021), in steps of 4 up to 252. */
export function airportConnections(index: number): number {
  return 4 * digitAt(SIZES, index);
}

/** Position of the country an airport lies in, among the countries of the table. */
export function airportCountryIndex(index: number): number {
  return airports().countryIndexes[index]!;
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
