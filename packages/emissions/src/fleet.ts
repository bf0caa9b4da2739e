/** Which aircraft a carrier flies, in which layouts and over which distances. */
import { aircraftType } from './aircraft.ts';
import type { AircraftCode } from './aircraft-codes.ts';
import { AIRPORT_COUNT, airportIndex } from './airport-codes.ts';
import { countryIndex } from './airports.ts';
import { equivalentCapacity } from './cabin-weights.ts';
import { carrierHome, packedFleet, partnersOf } from './carriers.ts';
import { positive } from './damaged-table.ts';
import { ROUTE_LAYOUTS } from './data/fleets.ts';
import { flightRate } from './fleet-weight.ts';
import { type Layout, type LayoutConfidence, REGIONAL_SEATS } from './layout.ts';
import { type CarrierLoad, carrierLoad, DEFAULT_LOAD } from './load-factor.ts';
import { seatsFlown } from './route-types.ts';

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
  /** Carriers whose routes are this one's too: itself and partners without flight numbers of their own. */
  readonly routeCarriers: readonly string[];
  /** Flight numbers that belong to partners alone: from, to, from, to... */
  readonly partnerNumbers: readonly number[];
  /** Layouts of the types a code may mean and of their siblings, filled as codes are asked for. */
  readonly byCode: Map<AircraftCode, readonly Layout[]>;
  /** Routes on which layouts are known to fly, by {@link routeKey}. */
  readonly routeLayouts: ReadonlyMap<number, readonly RouteLayout[]>;
}

/** One number for a pair of airports by index, whichever comes first. */
export function routeKey(a: number, b: number): number {
  return a < b ? a * AIRPORT_COUNT + b : b * AIRPORT_COUNT + a;
}

/** Distances are packed in steps of 50 km. */
const STEP_KM = 50;
const WINGLET_FACTOR = 0.97;
const CONFIDENCES: Readonly<Record<string, LayoutConfidence>> = { h: 'high', m: 'medium', l: 'low' };

/** Standard deviation of the logarithm of seats by which a layout may differ from the mean flown to the US: judged,
 * more than twice what the two tables differ by (see SEAT_SPREAD), so that only a clear contradiction counts. */
const SEATS_SPREAD = 0.12;

/** How well a number of seats fits the mean the carrier's type has on flights to and from the US. */
function seatsFit(seats: number, carrier: string, type: number): number {
  const flown = seatsFlown(carrier, type);
  if (flown === undefined) return 1;
  const off = Math.log(seats / flown) / SEATS_SPREAD;
  return Math.exp((-off * off) / 2) + 0.02;
}

/** Flags of a row: confidence, `d` or `i` where it stays at home or abroad, `w` with winglets, the brand flown for. */
function unpackFlags(flags: string): {
  scope: Layout['scope'];
  winglets: boolean;
  flownFor: string;
} {
  const scope = flags[1] === 'd' ? 'domestic' : flags[1] === 'i' ? 'international' : 'any';
  const at = scope === 'any' ? 1 : 2;
  const winglets = flags[at] === 'w';
  return { scope, winglets, flownFor: flags.slice(winglets ? at + 1 : at) };
}

/** One packed row; undefined when the aircraft flies for another brand than the one asked for. */
function unpackRow(
  row: string,
  carrier: string,
  home: number,
  brand: string,
): Omit<Layout, 'load'> | undefined {
  const [type, count, first, business, premiumEconomy, economy, min, max, flags = ''] = row.split(' ');
  const { scope, winglets, flownFor } = unpackFlags(flags);
  if (brand !== carrier && flownFor !== '' && flownFor !== brand) return undefined;
  const seats = {
    first: Number(first),
    business: Number(business),
    premiumEconomy: Number(premiumEconomy),
    economy: Number(economy),
  };
  const aircraft = aircraftType(Number(type));
  const minKm = Number(min) * STEP_KM;
  const maxKm = Number(max) * STEP_KM;
  const total = seats.first + seats.business + seats.premiumEconomy + seats.economy;
  return {
    type: aircraft,
    seats,
    capacity: positive('FLEETS', equivalentCapacity(seats, aircraft.body)),
    fuelFactor: winglets ? WINGLET_FACTOR : 1,
    regional: total <= REGIONAL_SEATS,
    confidence: CONFIDENCES[flags[0]!]!,
    rate: positive('FLEETS', flightRate(Number(count), minKm, maxKm)),
    minKm,
    maxKm,
    scope,
    home,
    usFit: seatsFit(total, carrier, aircraft.index),
    fromNumber: 0,
    toNumber: 0,
    onlyListed: false,
  };
}

function unpackRows(carrier: string, brand: string): Omit<Layout, 'load'>[] {
  const [, ...rows] = packedFleet(carrier)?.split('|') ?? [];
  const home = countryIndex(carrierHome(carrier));
  return rows.flatMap((row) => unpackRow(row, carrier, home, brand) ?? []);
}

/** Entries of the table of routes and layouts that concern a carrier. */
function routeEntries(iata: string): string[][] {
  return ROUTE_LAYOUTS.split(';')
    .filter((entry) => entry.startsWith(`${iata} `))
    .map((entry) => entry.split(' '));
}

function decode(iata: string): Fleet | undefined {
  const load = carrierLoad(iata, carrierHome(iata)) ?? DEFAULT_LOAD;
  const entries = routeEntries(iata);
  const listed = new Set(entries.filter((entry) => entry[5] === 'o').map((entry) => Number(entry[3])));
  const own = unpackRows(iata, iata).map((row, i): Layout => ({ ...row, load, onlyListed: listed.has(i) }));
  const partners = partnersOf(iata);
  const theirs = partners.flatMap(({ carrier, fromNumber, toNumber }) => {
    const partnerLoad = carrierLoad(carrier, carrierHome(carrier)) ?? load;
    return unpackRows(carrier, iata).map(
      (row): Layout => ({ ...row, load: partnerLoad, fromNumber, toNumber }),
    );
  });
  if (own.length + theirs.length === 0) return undefined;
  const routeLayouts = new Map<number, RouteLayout[]>();
  for (const [, origin = '', destination = '', layout, share] of entries) {
    const key = routeKey(airportIndex(origin), airportIndex(destination));
    const entry = { layout: own[Number(layout)]!, share: Number(share) / 100 };
    routeLayouts.set(key, [...(routeLayouts.get(key) ?? []), entry]);
  }
  return {
    layouts: [...own, ...theirs],
    home: countryIndex(carrierHome(iata)),
    load,
    routeCarriers: [iata, ...partners.filter(({ toNumber }) => toNumber === 0).map(({ carrier }) => carrier)],
    partnerNumbers: partners.flatMap(({ fromNumber, toNumber }) =>
      toNumber > 0 ? [fromNumber, toNumber] : [],
    ),
    byCode: new Map(),
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
