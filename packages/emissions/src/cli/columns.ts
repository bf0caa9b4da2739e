/** Maps the columns of a file to the fields of a flight. */
import type { FlightText } from './flight-arguments.ts';

/** Columns a file of flights must have. */
export const REQUIRED_COLUMNS = ['origin', 'destination', 'carrier', 'flight', 'date'] as const;

/** A column that is read. */
export type FlightColumn = keyof FlightText;

/** All columns that are read, in the order of the usage text. */
export const FLIGHT_COLUMNS: readonly FlightColumn[] = [
  ...REQUIRED_COLUMNS,
  'aircraft',
  'firstSeats',
  'businessSeats',
  'premiumEconomySeats',
  'economySeats',
  'loadFactor',
  'cargoMassFraction',
  'distanceKm',
];

/** Names of the interface for the same columns. */
const INTERFACE_NAMES: Readonly<Record<string, FlightColumn>> = {
  operatingcarriercode: 'carrier',
  flightnumber: 'flight',
  departuredate: 'date',
};

/** Returns a column's name without case, spaces and punctuation: `Load_Factor` is `loadfactor`. */
const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

const FIELD_BY_NAME: ReadonlyMap<string, FlightColumn> = new Map([
  ...FLIGHT_COLUMNS.map((name) => [plain(name), name] as const),
  ...Object.entries(INTERFACE_NAMES),
]);

/** Returns the field that a name stands for; undefined if none. */
export function columnOf(name: string): FlightColumn | undefined {
  return FIELD_BY_NAME.get(plain(name));
}

/** Position of each field in a record. */
export type ColumnPlaces = ReadonlyMap<FlightColumn, number>;

/** A header whose fields cannot be found; the message says what to change. */
export class HeaderError extends Error {
  override readonly name = 'HeaderError';
  readonly code = 'header';
}

/**
 * Finds the fields of a flight among the names of a header.
 * @param mapped Names of the file's columns by field, which take precedence.
 * @throws HeaderError if a required field has no column, two columns hold one field, or a mapped name is missing.
 */
export function placesOf(header: readonly string[], mapped: ReadonlyMap<FlightColumn, string>): ColumnPlaces {
  const places = new Map<FlightColumn, number>();
  for (const [field, name] of mapped) {
    const isNamed = (one: string): boolean => one.trim().toLowerCase() === name.trim().toLowerCase();
    const at = header.findIndex(isNamed);
    if (at !== header.findLastIndex(isNamed))
      throw new HeaderError(
        `two columns are named ${JSON.stringify(name)}: rename the one that is not ${field}`,
      );
    if (at < 0)
      throw new HeaderError(
        `there is no column ${JSON.stringify(name)} for ${field}: it has ${header.join(', ')}`,
      );
    places.set(field, at);
  }
  for (const [at, name] of header.entries()) {
    const field = columnOf(name);
    if (field === undefined || mapped.has(field)) continue;
    const other = places.get(field);
    if (other !== undefined)
      throw new HeaderError(
        `the columns ${header[other]} and ${name} both hold ${field}: choose one with --map, or rename one`,
      );
    places.set(field, at);
  }
  const missing = REQUIRED_COLUMNS.filter((name) => !places.has(name));
  if (missing.length > 0) {
    throw new HeaderError(
      `there is no column for ${missing.join(', ')}: rename one, or name it with --map ${missing[0]}=NAME; it has ${header.join(', ')}`,
    );
  }
  return places;
}

/** Returns the texts of a record by field. */
export function flightTextOf(fields: readonly string[], places: ColumnPlaces): FlightText {
  const text: Partial<Record<FlightColumn, string>> = {};
  for (const [field, at] of places) text[field] = (fields[at] ?? '').trim();
  return text;
}
