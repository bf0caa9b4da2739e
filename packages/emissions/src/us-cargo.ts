/** How much cargo wide bodies carry inside, to and from the US, as carriers filed it with the US DOT (T-100). */
import { whole } from './corrupt-data.ts';
import {
  CARGO_AIRPORTS,
  CARGO_BACK,
  CARGO_CARRIERS,
  CARGO_FIRST,
  CARGO_FROM,
  CARGO_OUT,
  CARGO_SECOND,
  CARGO_TO,
} from './data/us-filings.ts';
import { columnAt, digitAt } from './digits.ts';
import type { CheckedFlight } from './flight-input.ts';
import { RouteColumns, routeAirport, routeKeyOf } from './route-columns.ts';
import { zoneOf } from './us-zones.ts';

/** The digit of no cargo known. */
const UNKNOWN = 63;

/** Cargo mass fractions of a carrier by route: from the airport with the lower number, and from the other. */
type RouteCargo = ReadonlyMap<number, readonly [number, number]>;

let table: RouteColumns | undefined;
const byCarrier = new Map<string, RouteCargo>();

const hundredths = (text: string, row: number): number => {
  const digit = digitAt(text, row);
  return digit === UNKNOWN ? Number.NaN : digit / 100;
};

function decode(carrier: string): RouteCargo {
  if (table === undefined) {
    table = new RouteColumns('CARGO', CARGO_CARRIERS, CARGO_FIRST, CARGO_SECOND);
    whole('CARGO_OUT', CARGO_OUT, table.rows.count);
    whole('CARGO_BACK', CARGO_BACK, table.rows.count);
  }
  const routes = new Map<number, readonly [number, number]>();
  table.forEach(carrier, (key, row) => {
    routes.set(key, [hundredths(CARGO_OUT, row), hundredths(CARGO_BACK, row)]);
  });
  return routes;
}

/** Cargo mass fraction of a carrier's wide bodies on a flight, as filed; NaN where nothing was. */
export function usRouteCargo({ carrier, from, to }: CheckedFlight): number {
  let routes = byCarrier.get(carrier);
  if (!routes) {
    routes = decode(carrier);
    byCarrier.set(carrier, routes);
  }
  if (routes.size === 0) return Number.NaN;
  return routes.get(routeKeyOf(from, to))?.[routeAirport(from) < routeAirport(to) ? 0 : 1] ?? Number.NaN;
}

/** By number of the airport abroad, how much more cargo than usual is carried to it from the US and from it. */
let airports: ReadonlyMap<number, readonly [number, number]> | undefined;

/** Parts of the usual in which the cargo of airports is packed. */
const PARTS = 20;

function decodeAirports(): ReadonlyMap<number, readonly [number, number]> {
  const count = CARGO_TO.length;
  whole('CARGO_AIRPORTS', CARGO_AIRPORTS, 2 * count);
  whole('CARGO_FROM', CARGO_FROM, count);
  const byAirport = new Map<number, readonly [number, number]>();
  for (let row = 0, airport = 0; row < count; row++) {
    airport += columnAt(CARGO_AIRPORTS, 2, row);
    byAirport.set(airport, [digitAt(CARGO_TO, row) / PARTS, digitAt(CARGO_FROM, row) / PARTS]);
  }
  return byAirport;
}

/** How much more cargo than usual wide bodies carry between the US and an airport abroad, in the flight's direction. */
export function airportCargoFit({ from, to, fromCountry }: CheckedFlight): number {
  airports ??= decodeAirports();
  const outward = zoneOf(fromCountry) === 'U';
  return airports.get(routeAirport(outward ? to : from))?.[outward ? 0 : 1] ?? 1;
}
