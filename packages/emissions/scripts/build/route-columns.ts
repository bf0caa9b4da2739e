/** Packs tables of routes by carrier; the reader is `src/statistics/route-columns.ts`. */
import { gaiaAirports, type SourceAirport } from './airports.ts';
import { columns, digits } from './pack.ts';

/**
 * Returns the number of each airport (IATA code) in packed tables of routes; only airports with flights in GAIA have
 * one.
 */
export function routeAirports(airports: readonly SourceAirport[]): ReadonlyMap<string, number> {
  return new Map(gaiaAirports(airports).map(({ iata }, number) => [iata, number]));
}

/** A row of a table of routes, with its airports by number, the lower one first. */
export interface RouteRow {
  readonly carrier: string;
  readonly first: number;
  readonly second: number;
}

/** Sorts rows into the order in which they are packed. */
export function sortRows<Row extends RouteRow>(rows: Iterable<Row>): Row[] {
  return [...rows].sort(compareRows);
}

function compareRows(a: RouteRow, b: RouteRow): number {
  if (a.carrier !== b.carrier) return a.carrier < b.carrier ? -1 : 1;
  return a.first - b.first || a.second - b.second;
}

/** `carrier, number of its first row` of each carrier, in the order of the rows. */
export function packCarriers(rows: readonly { readonly carrier: string }[]): string {
  return rows
    .map(({ carrier }, i) => (carrier === rows[i - 1]?.carrier ? '' : carrier + digits(i, 3)))
    .join('');
}

/** Packs the routes of sorted rows: carriers, and gaps between the numbers of the airports. */
export function packRoutes(name: string, rows: readonly RouteRow[]): Readonly<Record<string, string>> {
  const before = (i: number): RouteRow | undefined =>
    rows[i - 1]?.carrier === rows[i]!.carrier ? rows[i - 1] : undefined;
  return {
    [`${name}_CARRIERS`]: packCarriers(rows),
    [`${name}_FIRST`]: columns(
      rows.map(({ first }, i) => first - (before(i)?.first ?? 0)),
      2,
    ),
    [`${name}_SECOND`]: columns(
      rows.map(({ first, second }, i) => second - (before(i)?.first === first ? before(i)!.second : first)),
      2,
    ),
  };
}
