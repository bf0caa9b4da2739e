/**
 * Packs carriers between airports, after the VRS standing data. A carrier's routes are stated by its hubs: which of the
 * airports that GAIA pairs with a hub it serves, as runs.
 */
import { DIGIT_BASE } from '../../src/tables/digits.ts';
import type { SourceAirport } from './airports.ts';
import { numberOf, textOf } from './csv.ts';
import { gaiaNeighbours } from './distance-factors.ts';
import { readFleetRows } from './fleet-rows.ts';
import { digits, moduleText } from './pack.ts';
import { routeAirports } from './route-columns.ts';
import { ownTable, sourceTable } from './sources.ts';

/** One callsign each way: a carrier with fewer flies the route only occasionally. */
const MIN_CALLSIGNS = 2;
/** Countries whose routes T-100 has, with departures. */
const FILED_WITH_US = /^(US|PR|VI|GU|AS|MP)$/;

/** A route by the numbers of its airports. */
type Route = readonly [number, number];

/** Returns routes by carrier (IATA code): of carriers with a known fleet, between airports that GAIA pairs. */
function routesByCarrier(
  airports: readonly SourceAirport[],
  neighbours: readonly (readonly number[])[],
): ReadonlyMap<string, readonly Route[]> {
  const abroad = airports.filter(({ country }) => !FILED_WITH_US.test(country));
  const all = routeAirports(airports);
  const numbers = new Map(abroad.map(({ iata }) => [iata, all.get(iata)]));
  const iataOf = new Map([
    ...readFleetRows()
      .toReversed()
      .map((row) => [textOf(row, 'carrier_icao'), textOf(row, 'carrier_iata')] as const),
    // Sister companies whose fleet is listed under the brand.
    ...ownTable('carrier-aliases.csv').map((row) => [textOf(row, 'code'), textOf(row, 'carrier')] as const),
  ]);
  const routes = new Map<string, Map<string, Route>>();
  for (const row of sourceTable('vrs_route_pairs.csv')) {
    const carrier = iataOf.get(textOf(row, 'operator_icao'));
    const [from, to] = [textOf(row, 'airport_a'), textOf(row, 'airport_b')];
    const [a, b] = [numbers.get(from), numbers.get(to)];
    if (carrier === undefined || a === undefined || b === undefined) continue;
    if (numberOf(row, 'callsigns') < MIN_CALLSIGNS || !neighbours[a]!.includes(b)) continue;
    const own = routes.get(carrier) ?? new Map<string, Route>();
    routes.set(carrier, own.set(`${Math.min(a, b)} ${Math.max(a, b)}`, [a, b]));
  }
  return new Map(
    [...routes].sort(([a], [b]) => (a < b ? -1 : 1)).map(([iata, own]) => [iata, [...own.values()]]),
  );
}

/** Writes a number of any size: five bits per digit, the lowest first; a digit from 32 on is followed by more. */
function variable(value: number): string {
  const half = DIGIT_BASE / 2;
  if (value < half) return digits(value, 1);
  return digits(half + (value % half), 1) + variable(Math.floor(value / half));
}

/** Groups routes by hub: repeatedly the airport with most of the remaining routes, and their other ends. */
function byHub(routes: readonly Route[]): Map<number, number[]> {
  const hubs = new Map<number, number[]>();
  let left = routes;
  while (left.length > 0) {
    const counts = new Map<number, number>();
    for (const airport of left.flat()) counts.set(airport, (counts.get(airport) ?? 0) + 1);
    const [hub] = [...counts].reduce((most, one) => (one[1] > most[1] ? one : most));
    const touches = ([a, b]: Route): boolean => a === hub || b === hub;
    hubs.set(
      hub,
      left.filter(touches).map(([a, b]) => (a === hub ? b : a)),
    );
    left = left.filter((route) => !touches(route));
  }
  return hubs;
}

/** Writes ascending positions as runs: how many, then for each the gap before it and its length less one. */
function packRuns(positions: readonly number[]): string {
  let text = '';
  let count = 0;
  let next = 0;
  for (let i = 0; i < positions.length; ) {
    let end = i + 1;
    while (positions[end] === positions[i]! + end - i) end++;
    text += variable(positions[i]! - next) + variable(end - i - 1);
    next = positions[end - 1]! + 1;
    count++;
    i = end;
  }
  return variable(count) + text;
}

/** Builds the module of carriers by route. */
export function routeCarriersModule(airports: readonly SourceAirport[]): string {
  const neighbours = gaiaNeighbours(airports);
  let text = '';
  for (const [carrier, routes] of routesByCarrier(airports, neighbours)) {
    const hubs = [...byHub(routes)].sort(([a], [b]) => a - b);
    text += carrier + digits(hubs.length, 2);
    hubs.forEach(([hub, ends], i) => {
      const positions = ends.map((end) => neighbours[hub]!.indexOf(end)).sort((a, b) => a - b);
      text += variable(hub - (hubs[i - 1]?.[0] ?? 0)) + packRuns(positions);
    });
  }
  return moduleText(
    'Carriers by route (VRS standing data): by carrier its hubs, by hub the airports served.',
    {
      CARRIER_HUBS: text,
    },
  );
}
