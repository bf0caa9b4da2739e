/**
 * Which aircraft may fly a flight, and how likely each is. The cascade: what the caller says, else the carrier's
 * departures on the route (T-100) blended with its fleet by distance, else its fleet, else the world's mix.
 */
import { type AircraftCode, aircraftTypes } from './aircraft.ts';
import { airportCode, airportConnections, airportCountry } from './airports.ts';
import { carrierFleet, carrierHome, type Fleet, type Layout, type RouteLayout } from './fleet.ts';
import { distanceFit } from './fleet-weight.ts';
import { genericMix, typicalLayout } from './generic-mix.ts';
import { routeDepartures, seatsFlown } from './route-types.ts';

/** How the aircraft was found, the best first. */
export type AircraftTier =
  | 'caller'
  | 'carrier and route'
  | 'carrier fleet by distance'
  | 'world fleet by distance';

/** What the cascade needs to know of a flight. */
export interface CandidateQuery {
  readonly from: number;
  readonly to: number;
  /** IATA code of the carrier. */
  readonly carrier: string;
  readonly flightNumber: number;
  /** Great-circle distance, km. */
  readonly km: number;
  readonly aircraft: AircraftCode | undefined;
}

/**
 * Candidates of one flight: `layouts[i]` flies it with a likelihood of `shares[i]`, for i below `count`. The
 * arrays are longer than that and belong to the caller of {@link findCandidates}, who may use them again.
 */
export interface Candidates {
  readonly layouts: Layout[];
  readonly shares: Float64Array;
  count: number;
  tier: AircraftTier;
}

/** No carrier has more layouts, its partners' included. */
const MOST_CANDIDATES = 256;

/** An empty set to be filled by {@link findCandidates}. */
export function createCandidates(): Candidates {
  return { layouts: [], shares: new Float64Array(MOST_CANDIDATES), count: 0, tier: 'caller' };
}

/** How much less likely a layout for flights abroad is at home, and the other way round. */
const WRONG_SCOPE = 0.05;
/** How much less likely an aircraft is on a route that does not touch its operator's country. */
const AWAY_FROM_HOME = 0.1;
/** How much less likely a layout is whose type only has the same cabin as the caller's. */
const SIBLING = 0.05;
/** How much less likely a layout that flies certain routes only is elsewhere. */
const NOT_LISTED = 0.02;
/** How much less likely an aircraft without winglets is when the caller's code says winglets, and vice versa. */
const WRONG_WINGLETS = 0.01;
/** How much less likely an aircraft is under a flight number that belongs to others. */
const WRONG_NUMBER = 0.01;
/** Departures the fleet's own distribution is worth against the month of route data. */
const FLEET_STRENGTH = 20;

/** Connections of an airport at which a wide body is as likely as the fleet alone says. */
const LARGE_AIRPORT = 60;

/**
 * How much likelier a wide body is than the fleet alone says: by the size of the airport away from the carrier's
 * country, or of the smaller one. Where no narrow body reaches, this changes nothing.
 */
function wideBodyFit(query: CandidateQuery, home: string): number {
  const from = airportConnections(query.from);
  const to = airportConnections(query.to);
  const fromHome = airportCountry(query.from) === home;
  const toHome = airportCountry(query.to) === home;
  const size = fromHome === toHome ? Math.min(from, to) : fromHome ? to : from;
  return Math.min(1.5, Math.max(0.15, size / LARGE_AIRPORT));
}

/** Standard deviation of the logarithm of seats by which a layout may differ from the mean flown to the US. */
const SEATS_SPREAD = 0.12;

/** How well a layout fits the mean seats the carrier's type has on flights to and from the US. */
function seatsFit(layout: Layout, carrier: string): number {
  const flown = seatsFlown(carrier, layout.type.index);
  if (flown === undefined) return 1;
  const { first, business, premiumEconomy, economy } = layout.seats;
  const off = Math.log((first + business + premiumEconomy + economy) / flown) / SEATS_SPREAD;
  return Math.exp((-off * off) / 2) + 0.02;
}

function addFleet(into: Candidates, fleet: Fleet, query: CandidateQuery): void {
  const from = airportCountry(query.from);
  const to = airportCountry(query.to);
  const domestic = from === to;
  const wide = wideBodyFit(query, carrierHome(query.carrier));
  const toUs = !domestic && (from === 'US' || to === 'US');
  const regional = fleet.numbered && partnersOnly(fleet, query.flightNumber);
  const { aircraft } = query;
  const known = fleet.routeLayouts.size === 0 ? undefined : fleet.routeLayouts.get(routeOf(query));
  let total = 0;
  for (let i = 0; i < fleet.layouts.length; i++) {
    const layout = fleet.layouts[i]!;
    const member = aircraft === undefined || aircraft.members.includes(layout.type);
    if (!member && !aircraft.siblings.includes(layout.type)) continue;
    let weight = layout.rate * distanceFit(layout.minKm, layout.maxKm, query.km);
    if (!member) weight *= SIBLING;
    if (layout.type.body === 'wide') weight *= wide;
    if (toUs) weight *= seatsFit(layout, query.carrier);
    if (layout.scope !== 'any' && (layout.scope === 'domestic') !== domestic) weight *= WRONG_SCOPE;
    if (layout.home !== from && layout.home !== to) weight *= AWAY_FROM_HOME;
    if (layout.onlyListed) weight *= NOT_LISTED;
    if (member && aircraft?.fuelFactor !== undefined && aircraft.members.length === 1) {
      if (aircraft.fuelFactor !== layout.fuelFactor) weight *= WRONG_WINGLETS;
    }
    if (fleet.numbered) {
      const ofPartner = layout.toNumber > 0;
      const inRange = query.flightNumber >= layout.fromNumber && query.flightNumber <= layout.toNumber;
      if (ofPartner ? !inRange : regional) weight *= WRONG_NUMBER;
    }
    into.layouts[into.count] = layout;
    into.shares[into.count++] = weight;
    total += weight;
  }
  for (let i = 0; i < into.count; i++) into.shares[i] = into.shares[i]! / total;
  if (known && !regional) applyKnown(into, fleet, known, aircraft);
}

function isListed(layout: Layout, fleet: Fleet, listed: number, aircraft: AircraftCode | undefined): boolean {
  return (
    layout === fleet.layouts[listed] && (aircraft === undefined || aircraft.members.includes(layout.type))
  );
}

const routeOf = (query: CandidateQuery): string => airportCode(query.from) + airportCode(query.to);

/** Gives the layouts known to fly the route their shares, and the others what is left. */
function applyKnown(
  into: Candidates,
  fleet: Fleet,
  known: readonly RouteLayout[],
  aircraft: AircraftCode | undefined,
): void {
  let listed = 0;
  for (const { layout, share } of known) {
    for (let i = 0; i < into.count; i++)
      if (isListed(into.layouts[i]!, fleet, layout, aircraft)) listed += share;
  }
  const rest = Math.max(0.02, 1 - known.reduce((sum, { share }) => sum + share, 0));
  for (let i = 0; i < into.count; i++) into.shares[i] = (into.shares[i]! * rest) / (rest + listed);
  for (const { layout, share } of known) {
    for (let i = 0; i < into.count; i++) {
      if (into.layouts[i] === fleet.layouts[layout])
        into.shares[i] = into.shares[i]! + share / (rest + listed);
    }
  }
}

/** Whether a flight number belongs to partners alone. */
function partnersOnly(fleet: Fleet, number: number): boolean {
  for (const { fromNumber, toNumber } of fleet.layouts) {
    if (toNumber > 0 && number >= fromNumber && number <= toNumber) return true;
  }
  return false;
}

/** Blends departures by type into the shares of the fleet. */
function blendRoute(into: Candidates, fleet: Fleet | undefined, query: CandidateQuery): boolean {
  let blended = false;
  for (const carrier of fleet ? fleet.routeCarriers : [query.carrier]) {
    const departures = routeDepartures(carrier, query.from, query.to);
    if (!departures) continue;
    let total = 0;
    for (let i = 0; i < departures.length; i += 2) {
      if (allows(query.aircraft, departures[i]!)) total += departures[i + 1]!;
    }
    if (total === 0) continue;
    const known = into.count;
    const before = into.shares.slice(0, known);
    const fleetPart = known > 0 ? FLEET_STRENGTH / (total + FLEET_STRENGTH) : 0;
    for (let i = 0; i < known; i++) into.shares[i] = before[i]! * fleetPart;
    for (let i = 0; i < departures.length; i += 2) {
      if (!allows(query.aircraft, departures[i]!)) continue;
      addType(into, before, departures[i]!, ((1 - fleetPart) * departures[i + 1]!) / total);
    }
    blended = true;
  }
  return blended;
}

/**
 * Adds `share` to the layouts of a type, in the proportions of `before`. A type the fleet lacks is read as its own
 * types of the same family, since filings mix up 777-200 and -300; lacking these too, it gets a usual layout.
 */
function addType(into: Candidates, before: Float64Array, type: number, share: number): void {
  const { family } = aircraftTypes()[type]!;
  for (const matches of [
    (layout: Layout) => layout.type.index === type,
    (layout: Layout) => family !== '' && layout.type.family === family,
  ]) {
    let sum = 0;
    for (let i = 0; i < before.length; i++) if (matches(into.layouts[i]!)) sum += before[i]!;
    if (sum === 0) continue;
    for (let i = 0; i < before.length; i++) {
      if (matches(into.layouts[i]!)) into.shares[i] = into.shares[i]! + (share * before[i]!) / sum;
    }
    return;
  }
  into.layouts[into.count] = typicalLayout(type);
  into.shares[into.count++] = share;
}

function allows(aircraft: AircraftCode | undefined, type: number): boolean {
  return aircraft === undefined || aircraft.members.some((member) => member.index === type);
}

function addWorld(into: Candidates, query: CandidateQuery): void {
  const mix = genericMix(query.km);
  let total = 0;
  for (let i = 0; i < mix.layouts.length; i++) {
    if (!allows(query.aircraft, mix.layouts[i]!.type.index)) continue;
    into.layouts[into.count] = mix.layouts[i]!;
    into.shares[into.count++] = mix.shares[i]!;
    total += mix.shares[i]!;
  }
  if (into.count === 0) {
    into.layouts[0] = typicalLayout(query.aircraft!.fallback.index);
    into.shares[0] = total = 1;
    into.count = 1;
  }
  for (let i = 0; i < into.count; i++) into.shares[i] = into.shares[i]! / total;
}

/** Fills `into` with the aircraft that may fly the flight; the shares add up to 1. */
export function findCandidates(query: CandidateQuery, into: Candidates): void {
  into.count = 0;
  const fleet = carrierFleet(query.carrier);
  if (fleet) addFleet(into, fleet, query);
  const regional = fleet?.numbered === true && partnersOnly(fleet, query.flightNumber);
  const onRoute = !regional && blendRoute(into, fleet, query);
  if (into.count === 0) {
    addWorld(into, query);
    into.tier = query.aircraft ? 'caller' : 'world fleet by distance';
  } else {
    into.tier = query.aircraft ? 'caller' : onRoute ? 'carrier and route' : 'carrier fleet by distance';
  }
}
