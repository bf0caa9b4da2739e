/** Types that a carrier flies between two airports: US DOT T-100, departures per month. */

import {
  ROUTE_CARRIERS,
  ROUTE_DEPARTURES,
  ROUTE_FIRST,
  ROUTE_SECOND,
  ROUTE_TYPES,
  SEATS_FLOWN,
} from '../data/routes.ts';
import { requireLength } from '../tables/corrupt-data.ts';
import { columnAt, digitAt } from '../tables/digits.ts';
import { packedEntry } from '../tables/packed-entry.ts';
import { MAX_DEPARTURES } from '../tables/packed-steps.ts';
import { RouteColumns } from './route-columns.ts';
import { gaiaRouteKey } from './route-key.ts';

/** Departures of a route by type: type index, departures, type index, departures... */
export type RouteDepartures = readonly number[];

/** Returns the departures per month, both directions together, that a packed digit stands for; within 7 %. */
export const departuresOf = (digit: number): number => MAX_DEPARTURES ** (digit / 63);

let table: RouteColumns | undefined;
const routesByCarrier = new Map<string, ReadonlyMap<number, number[]>>();

function routes(): RouteColumns {
  if (table === undefined) {
    table = new RouteColumns('ROUTE', ROUTE_DEPARTURES.length, {
      carriers: ROUTE_CARRIERS,
      first: ROUTE_FIRST,
      second: ROUTE_SECOND,
    });
    requireLength('ROUTE_TYPES', ROUTE_TYPES, 2 * table.rows.count);
  }
  return table;
}

function decode(carrier: string): ReadonlyMap<number, number[]> {
  const byRoute = new Map<number, number[]>();
  routes().forEach(carrier, (key, row) => {
    const route = byRoute.get(key) ?? [];
    route.push(columnAt(ROUTE_TYPES, 2, row), departuresOf(digitAt(ROUTE_DEPARTURES, row)));
    byRoute.set(key, route);
  });
  return byRoute;
}

/** Returns the IATA codes of the carriers with routes in the table. */
export function routeCarriers(): string[] {
  return routes().rows.carriers();
}

/** Returns the departures of a carrier (IATA code) by route (see `gaiaRouteKey`). */
export function carrierRoutes(carrier: string): ReadonlyMap<number, RouteDepartures> {
  let byRoute = routesByCarrier.get(carrier);
  if (!byRoute) {
    byRoute = decode(carrier);
    routesByCarrier.set(carrier, byRoute);
  }
  return byRoute;
}

/** Returns the departures by type of a carrier (IATA code) between two airports, both directions together. */
export function routeDepartures(carrier: string, a: number, b: number): RouteDepartures | undefined {
  const byRoute = carrierRoutes(carrier);
  return byRoute.size === 0 ? undefined : byRoute.get(gaiaRouteKey(a, b));
}

/**
 * Returns the mean seats of a carrier's aircraft of a type on its flights to and from the US, which distinguish its
 * layouts; undefined if T-100 has too few flights.
 */
export function seatsFlown(carrier: string, type: number): number | undefined {
  const key = `${carrier}${type} `;
  const entry = packedEntry(SEATS_FLOWN, ',', key);
  return entry === undefined ? undefined : Number(entry.slice(key.length));
}
