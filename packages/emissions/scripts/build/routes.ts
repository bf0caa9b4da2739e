/**
 * Packs the types that a carrier flies on a route, both directions together, and the mean seats of each of its types,
 * by its filings with the US DOT.
 */

import { MAX_DEPARTURES } from '../../src/tables/packed-steps.ts';
import { readTypes } from './aircraft-types.ts';
import type { SourceAirport } from './airports.ts';
import { numberOf, type Row, textOf } from './csv.ts';
import { createTypeReader } from './filed-types.ts';
import { columns, digits, moduleText } from './pack.ts';
import { packRoutes, type RouteRow, routeAirports, sortRows } from './route-columns.ts';
import { sourceTable } from './sources.ts';
import { internationalSegments, largestSegments, type Segment } from './t100.ts';

/** Fewer departures than this say little of a carrier's layouts. */
const ENOUGH_DEPARTURES = 20;

/** Mean seats of a carrier's type on flights to and from the US: `carrier type seats,...`, whole seats. */
export function seatsFlown(
  typeIndex: ReadonlyMap<string, number>,
  rows: readonly Row[] = sourceTable('t100_carrier_type_seats.csv'),
): string {
  return rows
    .filter(
      (row) =>
        textOf(row, 'carrier').length === 2 &&
        typeIndex.has(textOf(row, 'icao')) &&
        numberOf(row, 'departures_sampled') >= ENOUGH_DEPARTURES &&
        row.avg_total_seats_intl_T100 !== '',
    )
    .map((row) => {
      const seats = Math.round(numberOf(row, 'avg_total_seats_intl_T100'));
      return `${row.carrier}${typeIndex.get(textOf(row, 'icao'))} ${seats}`;
    })
    .join(',');
}

/**
 * Weight of a month among the two known for routes abroad: the newer one more, since fleets change, and both, since one
 * month of winter is not a year.
 */
const MONTH_WEIGHTS: Readonly<Record<string, number>> = { '2026-02': 2 / 3, '2024-01': 1 / 3 };
const MONTHS = 12;
/** Departures per month below which a type is chance. */
const MIN_DEPARTURES = 8;

/** One digit for a number of departures, within 7 %. */
const departuresDigit = (count: number): string =>
  digits(Math.min(63, Math.round((63 * Math.log(count)) / Math.log(MAX_DEPARTURES))), 1);

interface TypeRow extends RouteRow {
  readonly type: number;
  departures: number;
}

/** Returns types by carrier and route with their departures per month. */
function typeRows(airports: readonly SourceAirport[], typeIndex: ReadonlyMap<string, number>): TypeRow[] {
  const numbers = routeAirports(airports);
  const countries = new Map(airports.map(({ iata, country }) => [iata, country]));
  const typeOf = createTypeReader(airports);
  const rows = new Map<string, TypeRow>();
  const isDomestic = ({ origin, destination }: Segment): boolean =>
    countries.get(origin) === 'US' && countries.get(destination) === 'US';
  // All segments abroad are in the two months; the largest of the year add those inside the US.
  for (const segment of [...internationalSegments(), ...largestSegments().filter(isDomestic)]) {
    const { carrier } = segment;
    const a = numbers.get(segment.origin);
    const b = numbers.get(segment.destination);
    const type = typeIndex.get(typeOf(segment) ?? '');
    // Three-character codes are the Department's own; flights are not sold under them.
    if (a === undefined || b === undefined || type === undefined || carrier.length !== 2) continue;
    if (segment.passengers === 0) continue;
    const row = { carrier, first: Math.min(a, b), second: Math.max(a, b), type, departures: 0 };
    const key = [carrier, row.first, row.second, type].join();
    const known = rows.get(key) ?? row;
    const weight = isDomestic(segment) ? 1 / MONTHS : MONTH_WEIGHTS[segment.month]!;
    known.departures += weight * segment.departures;
    rows.set(key, known);
  }
  return sortRows([...rows.values()].filter(({ departures }) => departures >= MIN_DEPARTURES));
}

/** Builds the module of routes: by carrier, pairs of airports with types and departures. */
export function routesModule(airports: readonly SourceAirport[]): string {
  const typeIndex = new Map(readTypes().map((row, i) => [textOf(row, 'icao'), i]));
  const rows = typeRows(airports, typeIndex);
  return moduleText('T-100 route types: carriers with their number of rows, routes, types, departures.', {
    ...packRoutes('ROUTE', rows),
    ROUTE_TYPES: columns(
      rows.map(({ type }) => type),
      2,
    ),
    ROUTE_DEPARTURES: rows.map(({ departures }) => departuresDigit(departures)).join(''),
    SEATS_FLOWN: seatsFlown(typeIndex),
  });
}
