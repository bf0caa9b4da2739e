/** Which aircraft a carrier flies, in which layouts and over which distances. */
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

/** A carrier as a flight is sold under it, with the aircraft of those who fly for it. */
export interface Fleet {
  readonly layouts: readonly Layout[];
  /** Country the carrier is at home in, as airports count them; -1 when unknown. */
  readonly home: number;
  /** How full the carrier flies. */
  readonly load: CarrierLoad;
  /** Last day the carrier flew, as a number such as 20260418; later than any for one that still flies. */
  readonly lastDay: number;
  /** Departures by route of the carrier and of its partners without flight numbers of their own, of those that have any. */
  readonly routes: readonly ReadonlyMap<number, RouteDepartures>[];
  /** Flight numbers that belong to partners alone: from, to, from, to... */
  readonly partnerNumbers: readonly number[];
  /** Flight numbers and dates which make no difference. */
  readonly numberClasses: NumberClasses;
  /** Layouts of the types a code may mean and of their siblings, by the code's index; filled as codes are looked up. */
  readonly byCode: (readonly Layout[] | undefined)[];
  /** The layout of those where it is but one; undefined where there are more, or before the code is looked up. */
  readonly onlyByCode: (Layout | undefined)[];
  /** What the wings of a layout are to be, where the code lets choose by them, by its index; see `Layout.fuelFactor`. */
  readonly wingsByCode: (number | undefined)[];
  /** Routes on which layouts are known to fly, by {@link routeKey}. */
  readonly routeLayouts: ReadonlyMap<number, readonly RouteLayout[]>;
}

/** Entries of the table of routes and layouts that concern a carrier. */
function routeEntries(iata: string): string[][] {
  return packedEntries(ROUTE_LAYOUTS, ';', `${iata} `).map((entry) => entry.split(' '));
}

/** How full a partner flies for a brand: as it reports, but on flights that touch the US as the brand filed. */
function partnerLoad({ carrier, toNumber }: Partner, brand: CarrierLoad): CarrierLoad {
  const load = carrierLoad(carrier) ?? brand;
  return toNumber > 0 && brand.filed ? { ...load, filed: networkLoads(brand.filed) } : load;
}

/** No rows of a partner's are listed. */
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

/** The fleet of a carrier by IATA code; undefined when it is not known. Decoded once a carrier. */
export function carrierFleet(iata: string): Fleet | undefined {
  const known = fleets.get(iata);
  if (known !== undefined || fleets.has(iata)) return known;
  const fleet = decode(iata);
  fleets.set(iata, fleet);
  return fleet;
}
