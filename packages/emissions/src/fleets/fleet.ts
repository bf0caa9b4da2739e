/** A carrier's aircraft, with their layouts and distances. */
import { airportIndex } from '../airports/airport-codes.ts';
import { countryIndex } from '../airports/airports.ts';
import { carrierHome, lastDayOf, type Partner, partnersOf } from '../carriers/carriers.ts';
import { ROUTE_LAYOUTS } from '../data/fleets.ts';
import { type CarrierLoad, carrierLoad, DEFAULT_LOAD } from '../statistics/load-factor.ts';
import { routeKey } from '../statistics/route-key.ts';
import { carrierRoutes, type RouteDepartures } from '../statistics/route-types.ts';
import { networkLoads } from '../statistics/us-filings.ts';
import { packedEntries } from '../tables/packed-entry.ts';
import { unpackLayouts } from './fleet-layouts.ts';
import type { Layout } from './layout.ts';
import { type NumberClasses, numberClassesOf } from './number-classes.ts';

/** A layout known to fly a route. */
export interface RouteLayout {
  readonly layout: Layout;
  /** Part of the carrier's flights on the route. */
  readonly share: number;
}

/** A carrier as a flight is sold under it, with the aircraft of its partners. */
export interface Fleet {
  readonly layouts: readonly Layout[];
  /** Home country of the carrier, by `airportCountryIndex`; -1 if unknown. */
  readonly home: number;
  /** Load factors of the carrier. */
  readonly load: CarrierLoad;
  /** Last day the carrier flew, as a number such as 20260418; {@link NO_LAST_DAY} if it still flies. */
  readonly lastDay: number;
  /**
   * Departures by route of the carrier and of its partners without their own flight numbers; only of those that have
   * any.
   */
  readonly routes: readonly ReadonlyMap<number, RouteDepartures>[];
  /** Flight numbers that belong only to partners: from, to, from, to... */
  readonly partnerNumbers: readonly number[];
  /** Classes of flight numbers and dates with the same estimate. */
  readonly numberClasses: NumberClasses;
  /** Layouts of the types a code may mean and of their siblings, by the code's index; filled as codes are looked up. */
  readonly byCode: (readonly Layout[] | undefined)[];
  /** The layout among them if there is only one; undefined if there are more, or before the code is looked up. */
  readonly onlyByCode: (Layout | undefined)[];
  /** The wings that a code states, by its index; undefined if they decide nothing. See `Layout.fuelFactor`. */
  readonly wingsByCode: (number | undefined)[];
  /** Routes with layouts known to fly them, by {@link routeKey}. */
  readonly routeLayouts: ReadonlyMap<number, readonly RouteLayout[]>;
}

/** Entries of the table of routes and layouts that concern a carrier. */
function routeEntries(iata: string): string[][] {
  return packedEntries(ROUTE_LAYOUTS, ';', `${iata} `).map((entry) => entry.split(' '));
}

/** Returns how full a partner flies for a brand: as it reports, but on flights that touch the US as the brand filed. */
function partnerLoad({ carrier, toNumber }: Partner, brand: CarrierLoad): CarrierLoad {
  const load = carrierLoad(carrier) ?? brand;
  return toNumber > 0 && brand.filed ? { ...load, filed: networkLoads(brand.filed) } : load;
}

/** A partner's rows are never listed. */
const NONE: ReadonlySet<number> = /* @__PURE__ */ new Set();

function decode(iata: string): Fleet | undefined {
  const load = carrierLoad(iata) ?? DEFAULT_LOAD;
  const entries = routeEntries(iata);
  const listed = new Set(entries.filter((entry) => entry[5] === 'o').map((entry) => Number(entry[3])));
  const own = unpackLayouts({ carrier: iata, load, fromNumber: 0, toNumber: 0 }, iata, listed);
  const partners = partnersOf(iata);
  const theirs = partners.flatMap((partner) =>
    unpackLayouts({ ...partner, load: partnerLoad(partner, load) }, iata, NONE),
  );
  if (own.length + theirs.length === 0) return undefined;
  const routeLayouts = new Map<number, RouteLayout[]>();
  for (const [, origin = '', destination = '', layout, share] of entries) {
    const key = routeKey(airportIndex(origin), airportIndex(destination));
    const entry = { layout: own[Number(layout)]!, share: Number(share) / 100 };
    routeLayouts.set(key, [...(routeLayouts.get(key) ?? []), entry]);
  }
  const routeCarriers = [
    iata,
    ...partners.filter(({ toNumber }) => toNumber === 0).map(({ carrier }) => carrier),
  ];
  const layouts = [...own, ...theirs];
  const partnerNumbers = partners.flatMap(({ fromNumber, toNumber }) =>
    toNumber > 0 ? [fromNumber, toNumber] : [],
  );
  return {
    layouts,
    home: countryIndex(carrierHome(iata)),
    load,
    lastDay: lastDayOf(iata),
    routes: routeCarriers.map(carrierRoutes).filter(({ size }) => size > 0),
    partnerNumbers,
    numberClasses: numberClassesOf(layouts, partnerNumbers),
    byCode: [],
    onlyByCode: [],
    wingsByCode: [],
    routeLayouts,
  };
}

const fleets = new Map<string, Fleet | undefined>();

/** Returns the fleet of a carrier by IATA code; undefined if unknown. Decoded once per carrier. */
export function carrierFleet(iata: string): Fleet | undefined {
  const known = fleets.get(iata);
  if (known !== undefined || fleets.has(iata)) return known;
  const fleet = decode(iata);
  fleets.set(iata, fleet);
  return fleet;
}
