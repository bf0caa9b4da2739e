/** Airports that may have scheduled flights: those of the lite entry. */
import { gaiaAirports, type SourceAirport } from './airports.ts';
import { textOf } from './csv.ts';
import { sourceTable } from './sources.ts';
import { internationalSegments } from './t100.ts';

/** The selection of OurAirports that leaves out fields without scheduled flights; it also leaves out some that have them. */
const SELECTION = /^ourairports\(2026-05/;

/**
 * Returns the codes of the airports in that selection, and of those with scheduled flights in GAIA (2019 to 2021), the
 * VRS standing data (2026), the US DOT (T-100, all of 2024, and January 2024 and February 2026 abroad), or BITRE (2024
 * and 2025).
 */
export function scheduledAirports(airports: readonly SourceAirport[]): ReadonlySet<string> {
  const endsOf = (table: string, from: string, to: string): string[] =>
    sourceTable(table).flatMap((row) => [textOf(row, from), textOf(row, to)]);
  return new Set([
    ...gaiaAirports(airports).map(({ iata }) => iata),
    ...sourceTable('airports.csv').flatMap((row) =>
      SELECTION.test(textOf(row, 'source')) ? [textOf(row, 'iata')] : [],
    ),
    ...endsOf('vrs_route_pairs.csv', 'airport_a', 'airport_b'),
    ...endsOf('bitre_domestic_routes.csv', 'origin', 'destination'),
    ...sourceTable('t100_2024_carrier_origin_region.csv').map((row) => textOf(row, 'origin')),
    ...internationalSegments().flatMap(({ origin, destination }) => [origin, destination]),
  ]);
}
