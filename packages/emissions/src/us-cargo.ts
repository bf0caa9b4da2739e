/** How much cargo wide bodies carry inside, to and from the US, as carriers filed it with the US DOT (T-100). */
import { whole } from './corrupt-data.ts';
import { CARGO_BACK, CARGO_CARRIERS, CARGO_FIRST, CARGO_OUT, CARGO_SECOND } from './data/us-filings.ts';
import { digitAt } from './digits.ts';
import type { CheckedFlight } from './flight-input.ts';
import { RouteColumns, routeAirport, routeKeyOf } from './route-columns.ts';

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

function cargoOf(carrier: string, { from, to }: CheckedFlight): number {
  let routes = byCarrier.get(carrier);
  if (!routes) {
    routes = decode(carrier);
    byCarrier.set(carrier, routes);
  }
  if (routes.size === 0) return Number.NaN;
  return routes.get(routeKeyOf(from, to))?.[routeAirport(from) < routeAirport(to) ? 0 : 1] ?? Number.NaN;
}

/** Any carrier, in the place of a carrier's code. */
const ANY = '**';

/** Cargo mass fraction of a carrier's wide bodies on a flight, as filed; NaN where it has too few flights on the route. */
export const carrierRouteCargo = (flight: CheckedFlight): number => cargoOf(flight.carrier, flight);

/** The same of all carriers on the route. */
export const routeCargo = (flight: CheckedFlight): number => cargoOf(ANY, flight);
