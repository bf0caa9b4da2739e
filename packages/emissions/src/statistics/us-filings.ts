/**
 * Load factors of flights inside, to and from the US that carriers filed with the US DOT (T-100): by carrier, airport,
 * route and month.
 */
import type { Leg } from '../airports/leg.ts';
import { usScope, zoneOf } from '../airports/us-zones.ts';
import {
  ABROAD_AIRPORTS,
  ABROAD_CARRIERS,
  ABROAD_CODED,
  ABROAD_DEVIATIONS,
  DOMESTIC_AIRPORTS,
  DOMESTIC_CARRIERS,
  DOMESTIC_CODED,
  DOMESTIC_DEVIATIONS,
  FILED_LOADS,
  SEASON_CARRIERS,
  SEASON_FIRST,
  SEASON_LEVELS,
  SEASON_MONTHS,
  SEASON_SECOND,
  ZONE_SEASONS,
} from '../data/us-filings.ts';
import { requireLength } from '../tables/corrupt-data.ts';
import { numberAt } from '../tables/digits.ts';
import { packedEntry, packedRow } from '../tables/packed-entry.ts';
import { LOAD_STEP, SEASON_STEP } from '../tables/packed-steps.ts';
import { AirportDeviations, airportKey, deviationAt } from './airport-deviations.ts';
import { RouteColumns } from './route-columns.ts';
import { gaiaRouteKey } from './route-key.ts';

/** Load factors of one carrier on flights inside, to and from the US. */
export interface UsLoads {
  /** Passengers over seats in a year inside the US, and to Canada for carriers of the US; 0 if it has none. */
  readonly domestic: number;
  /** Passengers over seats in a year abroad. */
  readonly international: number;
  /** By `airportKey`, the ratio of the load factor of its flights to that mean. */
  readonly domesticAirports: ReadonlyMap<number, number>;
  readonly internationalAirports: ReadonlyMap<number, number>;
  /** By `gaiaRouteKey`, the load factor of each month over the one expected from the airports and the zone's season. */
  readonly routes: ReadonlyMap<number, Float64Array>;
}

const MONTHS = 12;
/** Digits of a carrier's load factors. */
const CARRIER = 6;
/** Highest and lowest load factor of a route over a month. */
const FULLEST = 0.97;
const EMPTIEST = 0.3;

const seasons = new Map<string, Float64Array>();

/** Returns month over year by zone letter: D for the US and Canada, else the zone abroad. */
function seasonOf(zone: string): Float64Array {
  const known = seasons.get(zone);
  if (known) return known;
  const packed = packedEntry(ZONE_SEASONS, ',', `${zone} `)!;
  const season = Float64Array.from(packed.slice(2).split(' '), (thousandths) => Number(thousandths) / 1000);
  seasons.set(zone, season);
  return season;
}

/** Returns the season of a flight that touches the US: month over year. */
function usSeason(flight: Leg): number {
  const abroad = zoneOf(flight.fromCountry) === 'U' ? flight.toCountry : flight.fromCountry;
  const inside = usScope(flight.fromCountry, flight.toCountry) !== 'abroad';
  return seasonOf(inside ? 'D' : zoneOf(abroad))[flight.month - 1]!;
}

/** By `airportKey`, the ratio of the load factor of its flights to that mean. */
interface Tables {
  readonly domestic: AirportDeviations;
  readonly international: AirportDeviations;
  readonly seasons: RouteColumns;
}

let tables: Tables | undefined;

function readTables(): Tables {
  requireLength('FILED_LOADS', FILED_LOADS, CARRIER * Math.floor(FILED_LOADS.length / CARRIER));
  const count = SEASON_LEVELS.length;
  const seasonRows = new RouteColumns('SEASON', count, {
    carriers: SEASON_CARRIERS,
    first: SEASON_FIRST,
    second: SEASON_SECOND,
  });
  requireLength('SEASON_MONTHS', SEASON_MONTHS, MONTHS * count);
  return {
    domestic: new AirportDeviations('DOMESTIC', {
      carriers: DOMESTIC_CARRIERS,
      airports: DOMESTIC_AIRPORTS,
      deviations: DOMESTIC_DEVIATIONS,
      coded: DOMESTIC_CODED,
    }),
    international: new AirportDeviations('ABROAD', {
      carriers: ABROAD_CARRIERS,
      airports: ABROAD_AIRPORTS,
      deviations: ABROAD_DEVIATIONS,
      coded: ABROAD_CODED,
    }),
    seasons: seasonRows,
  };
}

/** Returns the routes of a carrier with their own figures. */
function routesOf(carrier: string, { seasons: table }: Tables): ReadonlyMap<number, Float64Array> {
  const routes = new Map<number, Float64Array>();
  table.forEach(carrier, (key, row) => {
    const level = deviationAt(SEASON_LEVELS, row, LOAD_STEP);
    const months = Float64Array.from(
      { length: MONTHS },
      (_, month) => level * deviationAt(SEASON_MONTHS, MONTHS * row + month, SEASON_STEP),
    );
    routes.set(key, months);
  });
  return routes;
}

/** Returns the loads that a carrier (IATA code) filed; undefined if it filed none. */
export function usLoads(carrier: string): UsLoads | undefined {
  tables ??= readTables();
  const at = carrier.length === 2 ? packedRow(FILED_LOADS, CARRIER, carrier) : -1;
  if (at < 0) return undefined;
  return {
    domestic: numberAt(FILED_LOADS, at + 2, 2) / 1000,
    international: numberAt(FILED_LOADS, at + 4, 2) / 1000,
    domesticAirports: tables.domestic.of(carrier),
    internationalAirports: tables.international.of(carrier),
    routes: routesOf(carrier, tables),
  };
}

const NOWHERE = /* @__PURE__ */ new Map<number, never>();

/**
 * Returns the loads of a brand for flights that partners operate under its numbers: its mean and month, without
 * airports and routes, which are those of its own aircraft. TIM looks up the carrier a flight is sold by and, if that
 * files no flights on the route, takes its mean over all routes.
 */
export function networkLoads({ domestic, international }: UsLoads): UsLoads {
  return {
    domestic,
    international,
    domesticAirports: NOWHERE,
    internationalAirports: NOWHERE,
    routes: NOWHERE,
  };
}

/** Returns the figures of a flight's own route, by month. */
const ownMonths = ({ routes }: UsLoads, { from, to }: Leg): Float64Array | undefined =>
  routes.get(gaiaRouteKey(from, to));

/** Tests whether the load in a flight's month was filed for its route, rather than being a zone's season. */
export const hasOwnMonths = (loads: UsLoads, flight: Leg): boolean => ownMonths(loads, flight) !== undefined;

/**
 * Returns the load factor of a carrier's flight that touches the US: its mean, times the factors of the airports at
 * both ends, of the month and, if known, of the route itself; 0 if nothing was filed for such flights.
 */
export function usLoadFactor(loads: UsLoads, flight: Leg): number {
  const scope = usScope(flight.fromCountry, flight.toCountry);
  const inside = scope === 'domestic' || (scope === 'Canada' && loads.domestic > 0);
  const mean = inside ? loads.domestic : loads.international;
  const airports = inside ? loads.domesticAirports : loads.internationalAirports;
  const ends = (airports.get(airportKey(flight.from)) ?? 1) * (airports.get(airportKey(flight.to)) ?? 1);
  const route = ownMonths(loads, flight)?.[flight.month - 1] ?? 1;
  const load = mean * ends * usSeason(flight) * route;
  return load === 0 ? 0 : Math.max(EMPTIEST, Math.min(FULLEST, load));
}
