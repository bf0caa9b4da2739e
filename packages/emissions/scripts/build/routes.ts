/** Packs which types a carrier flies on a route: T-100 international segments, both directions together. */

import { readTypes } from './aircraft-types.ts';
import type { SourceAirport } from './airports.ts';
import { numberOf, textOf } from './csv.ts';
import { digits, moduleText } from './pack.ts';
import { sourceTable } from './sources.ts';

/** Fewer departures than this say little of a carrier's layouts. */
const ENOUGH_DEPARTURES = 20;

/** Mean seats of a carrier's type on flights to and from the US: `carrier type seats,...` in tenths. */
function seatsFlown(typeIndex: ReadonlyMap<string, number>): string {
  return sourceTable('t100_carrier_type_seats.csv')
    .filter(
      (row) =>
        textOf(row, 'carrier').length === 2 &&
        typeIndex.has(textOf(row, 'icao')) &&
        Number(row.departures_sampled) >= ENOUGH_DEPARTURES &&
        row.avg_total_seats_intl_T100 !== '',
    )
    .map((row) => {
      const seats = Math.round(numberOf(row, 'avg_total_seats_intl_T100'));
      return `${row.carrier}${typeIndex.get(textOf(row, 'icao'))} ${seats}`;
    })
    .join(',');
}

/** The module of routes: by carrier, fixed-width records of airport, airport, type, departures. */
export function routesModule(airports: readonly SourceAirport[]): string {
  const airportIndex = new Map(airports.map((airport, i) => [airport.iata, i]));
  const typeIndex = new Map(readTypes().map((row, i) => [textOf(row, 'icao'), i]));
  const departures = new Map<string, Map<string, number>>();
  for (const row of sourceTable('t100_route_types.csv')) {
    const a = airportIndex.get(textOf(row, 'origin'));
    const b = airportIndex.get(textOf(row, 'destination'));
    const type = typeIndex.get(textOf(row, 'icao'));
    const carrier = textOf(row, 'carrier');
    // Three-character codes are the Department's own, not a code a flight is sold under.
    if (a === undefined || b === undefined || type === undefined || carrier.length !== 2) continue;
    const key = digits(Math.min(a, b), 3) + digits(Math.max(a, b), 3) + digits(type, 2);
    const routes = departures.get(carrier) ?? new Map<string, number>();
    routes.set(key, (routes.get(key) ?? 0) + numberOf(row, 'departures'));
    departures.set(carrier, routes);
  }
  const carriers = [...departures.keys()].sort();
  const records = carriers.map((carrier) =>
    [...departures.get(carrier)!]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, count]) => key + digits(Math.min(count, 4095), 2)),
  );
  return moduleText('T-100 route types: carriers with their number of records, then the records.', {
    ROUTE_CARRIERS: carriers.map((carrier, i) => carrier + digits(records[i]!.length, 2)).join(''),
    ROUTE_RECORDS: records.flat().join(''),
    SEATS_FLOWN: seatsFlown(typeIndex),
  });
}
