/** Which types a carrier flies between two airports: T-100 international segments of one month. */
import { AIRPORT_COUNT } from './airport-codes.ts';
import { whole } from './damaged-table.ts';
import { ROUTE_CARRIERS, ROUTE_RECORDS, SEATS_FLOWN } from './data/routes.ts';
import { numberAt } from './digits.ts';
import { packedEntry } from './packed-entry.ts';

/** Departures of a route by type: type index, departures, type index, departures... */
export type RouteDepartures = readonly number[];

const RECORD = 10;

let starts: ReadonlyMap<string, readonly [number, number]> | undefined;
const routesByCarrier = new Map<string, ReadonlyMap<number, number[]>>();

function startsByCarrier(): ReadonlyMap<string, readonly [number, number]> {
  const map = new Map<string, readonly [number, number]>();
  let record = 0;
  for (let at = 0; at < ROUTE_CARRIERS.length; at += 4) {
    const count = numberAt(ROUTE_CARRIERS, at + 2, 2);
    map.set(ROUTE_CARRIERS.slice(at, at + 2), [record, record + count]);
    record += count;
  }
  whole('ROUTE_RECORDS', ROUTE_RECORDS, RECORD * record);
  return map;
}

function decode(carrier: string): ReadonlyMap<number, number[]> {
  starts ??= startsByCarrier();
  const routes = new Map<number, number[]>();
  const [from, to] = starts.get(carrier) ?? [0, 0];
  for (let at = from * RECORD; at < to * RECORD; at += RECORD) {
    const key = numberAt(ROUTE_RECORDS, at, 3) * AIRPORT_COUNT + numberAt(ROUTE_RECORDS, at + 3, 3);
    const route = routes.get(key) ?? [];
    route.push(numberAt(ROUTE_RECORDS, at + 6, 2), numberAt(ROUTE_RECORDS, at + 8, 2));
    routes.set(key, route);
  }
  return routes;
}

/** IATA codes of the carriers that have routes in the table. */
export function routeCarriers(): string[] {
  starts ??= startsByCarrier();
  return [...starts.keys()];
}

/** Departures by type of a carrier (IATA code) between two airports, both directions together. */
export function routeDepartures(carrier: string, a: number, b: number): RouteDepartures | undefined {
  let routes = routesByCarrier.get(carrier);
  if (!routes) {
    routes = decode(carrier);
    routesByCarrier.set(carrier, routes);
  }
  return routes.get(a < b ? a * AIRPORT_COUNT + b : b * AIRPORT_COUNT + a);
}

/**
 * Mean seats of a carrier's aircraft of a type on its flights to and from the US, which tells its layouts apart;
 * undefined where T-100 has too few flights.
 */
export function seatsFlown(carrier: string, type: number): number | undefined {
  const key = `${carrier}${type} `;
  const entry = packedEntry(SEATS_FLOWN, ',', key);
  return entry === undefined ? undefined : Number(entry.slice(key.length));
}
