/** Reads filings with the US DOT (T-100 segments): flights, seats, passengers and cargo by route. */
import { readTypes } from './aircraft-types.ts';
import { numberOf, type Row, textOf } from './csv.ts';
import { ownTable, sourceTable } from './sources.ts';

/** Flights of a carrier from one airport to another with one type, in one month. */
export interface Segment {
  /** Code of the US DOT: an IATA code if it has two characters. */
  readonly carrier: string;
  readonly origin: string;
  readonly destination: string;
  /** Month as `2024-07`. */
  readonly month: string;
  /** ICAO designator of the filed type; undefined for a type that carries no scheduled passengers. */
  readonly type: string | undefined;
  readonly wide: boolean;
  readonly departures: number;
  readonly seats: number;
  readonly passengers: number;
  /** Freight and mail, kg. */
  readonly cargoKg: number;
}

/**
 * Flights with a stop that were filed again between their ends, with the departures and seats of the first leg and the
 * passengers who stay on board: Singapore Airlines via Frankfurt, Tokyo and Manchester. As code of the type, by the
 * airport in the US; the nonstop flights from New York and Los Angeles have another.
 */
const THROUGH_FLIGHTS: Readonly<Record<string, string>> = { JFK: '637', LAX: '882', IAH: '359' };

/** Tests whether a row repeats flights of other rows. */
const isThrough = (row: Row): boolean =>
  textOf(row, 'carrier') === 'SQ' &&
  [
    [textOf(row, 'origin'), textOf(row, 'destination')],
    [textOf(row, 'destination'), textOf(row, 'origin')],
  ].some(([from = '', to]) => to === 'SIN' && THROUGH_FLIGHTS[from] === textOf(row, 'bts_type'));

const KG_PER_POUND = 0.45359237;

function segmentReader(): (row: Row, columns: Readonly<Record<string, string>>, month: string) => Segment {
  const icaoByCode = new Map(
    ownTable('bts-types.csv').map((row) => [textOf(row, 'code'), textOf(row, 'icao')]),
  );
  const wide = new Set(readTypes().flatMap((row) => (row.body === 'wide' ? [textOf(row, 'icao')] : [])));
  return (row, columns, month) => {
    const number = (name: string): number => numberOf(row, columns[name]!);
    const type = icaoByCode.get(textOf(row, columns.type!));
    return {
      carrier: textOf(row, columns.carrier!),
      origin: textOf(row, columns.origin!),
      destination: textOf(row, columns.destination!),
      month,
      type,
      wide: type !== undefined && wide.has(type),
      departures: number('departures'),
      seats: number('seats'),
      passengers: number('passengers'),
      cargoKg: (number('freight') + number('mail')) * KG_PER_POUND,
    };
  };
}

/** All international segments of January 2024 and February 2026, each once. */
export function internationalSegments(): Segment[] {
  const read = segmentReader();
  const columns = {
    carrier: 'carrier',
    origin: 'origin',
    destination: 'destination',
    type: 'bts_type',
    departures: 'departures',
    seats: 'seats',
    passengers: 'passengers',
    freight: 'freight_lb',
    mail: 'mail_lb',
  };
  return sourceTable('t100_segments.csv')
    .filter((row) => !isThrough(row))
    .map((row) => read(row, columns, textOf(row, 'month')));
}

/** The 10 000 segments of 2024 with the most passengers, domestic and international. */
export function largestSegments(): Segment[] {
  const read = segmentReader();
  const columns = {
    carrier: 'UNIQUE_CARRIER',
    origin: 'ORIGIN',
    destination: 'DEST',
    type: 'AIRCRAFT_TYPE',
    departures: 'DEPARTURES_PERFORMED',
    seats: 'SEATS',
    passengers: 'PASSENGERS',
    freight: 'FREIGHT',
    mail: 'MAIL',
  };
  return sourceTable('t100_2024_top_segments.csv').map((row) =>
    read(row, columns, `${textOf(row, 'YEAR')}-${textOf(row, 'MONTH').padStart(2, '0')}`),
  );
}
