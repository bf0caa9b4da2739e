/**
 * Which aircraft may fly a flight, and how likely each is. The cascade: what the caller says, else the carrier's
 * departures on the route (T-100) blended with its fleet by distance, else its fleet, else the world's mix.
 */
import type { AircraftCode } from './aircraft.ts';
import { airportCountry } from './airports.ts';
import { carrierFleet, type Fleet, type Layout } from './fleet.ts';
import { distanceFit } from './fleet-weight.ts';
import { genericMix, typicalLayout } from './generic-mix.ts';
import { routeDepartures } from './route-types.ts';

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
/** How much less likely an aircraft is under a flight number that belongs to others. */
const WRONG_NUMBER = 0.01;
/** Departures the fleet's own distribution is worth against the month of route data. */
const FLEET_STRENGTH = 5;

function weightOf(
  layout: Layout,
  fleet: Fleet,
  query: CandidateQuery,
  countryFrom: string,
  countryTo: string,
): number {
  let weight = layout.rate * distanceFit(layout.minKm, layout.maxKm, query.km);
  if (layout.scope !== 'any' && (layout.scope === 'domestic') !== (countryFrom === countryTo))
    weight *= WRONG_SCOPE;
  if (layout.home !== countryFrom && layout.home !== countryTo) weight *= AWAY_FROM_HOME;
  if (fleet.numbered) {
    const number = query.flightNumber;
    const own = layout.toNumber === 0 && !partnersOnly(fleet, number);
    const partners = layout.toNumber > 0 && number >= layout.fromNumber && number <= layout.toNumber;
    if (!own && !partners) weight *= WRONG_NUMBER;
  }
  return weight;
}

/** Whether a flight number belongs to partners alone. */
function partnersOnly(fleet: Fleet, number: number): boolean {
  for (const { fromNumber, toNumber } of fleet.layouts) {
    if (toNumber > 0 && number >= fromNumber && number <= toNumber) return true;
  }
  return false;
}

function addFleet(into: Candidates, fleet: Fleet, query: CandidateQuery): void {
  const countryFrom = airportCountry(query.from);
  const countryTo = airportCountry(query.to);
  const { aircraft } = query;
  let total = 0;
  for (const layout of fleet.layouts) {
    if (aircraft && !aircraft.members.includes(layout.type)) continue;
    const weight = weightOf(layout, fleet, query, countryFrom, countryTo);
    into.layouts[into.count] = layout;
    into.shares[into.count++] = weight;
    total += weight;
  }
  for (let i = 0; i < into.count; i++) into.shares[i] = into.shares[i]! / total;
}

/** Blends departures by type into the shares of the fleet; types the fleet lacks come in with a usual layout. */
function blendRoute(into: Candidates, fleet: Fleet | undefined, query: CandidateQuery): boolean {
  const carriers = fleet ? fleet.routeCarriers : [query.carrier];
  let blended = false;
  for (const carrier of carriers) {
    const departures = routeDepartures(carrier, query.from, query.to);
    if (!departures) continue;
    let total = 0;
    for (let i = 0; i < departures.length; i += 2) {
      if (allows(query.aircraft, departures[i]!)) total += departures[i + 1]!;
    }
    if (total === 0) continue;
    blended = true;
    const fleetPart = into.count > 0 ? FLEET_STRENGTH / (total + FLEET_STRENGTH) : 0;
    const known = into.count;
    const before = into.shares.slice(0, known);
    for (let i = 0; i < known; i++) into.shares[i] = before[i]! * fleetPart;
    for (let i = 0; i < departures.length; i += 2) {
      const type = departures[i]!;
      if (!allows(query.aircraft, type)) continue;
      const share = ((1 - fleetPart) * departures[i + 1]!) / total;
      let ofType = 0;
      for (let k = 0; k < known; k++) if (into.layouts[k]!.type.index === type) ofType += before[k]!;
      if (ofType === 0) {
        into.layouts[into.count] = typicalLayout(type);
        into.shares[into.count++] = share;
        continue;
      }
      for (let k = 0; k < known; k++) {
        if (into.layouts[k]!.type.index === type)
          into.shares[k] = into.shares[k]! + (share * before[k]!) / ofType;
      }
    }
  }
  return blended;
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
