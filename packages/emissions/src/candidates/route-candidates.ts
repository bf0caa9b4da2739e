/** Adjusts the carrier's fleet by T-100's departures on a route. */
import { aircraftType } from '../aircraft/aircraft.ts';
import { type AircraftCode, familyOf, hasMember } from '../aircraft/aircraft-codes.ts';
import { cabinSiblings } from '../aircraft/cabin-siblings.ts';
import { isDomestic } from '../airports/leg.ts';
import { touchesUs } from '../airports/us-zones.ts';
import { type Layout, typicalLayout } from '../fleets/layout.ts';
import type { CheckedFlight } from '../flight/flight-input.ts';
import { gaiaRouteKey } from '../statistics/route-key.ts';
import type { RouteDepartures } from '../statistics/route-types.ts';
import { addCandidate, type Candidates } from './candidates.ts';

/**
 * Departures per month that the fleet's own mix counts against the route's. Measured in T-100: a route's mix of January
 * 2024, blended with the carrier's fleet, predicts February 2026 best with 60 to 80; two thirds of the table are of
 * 2026, so that it is half as old.
 */
const FLEET_STRENGTH = 40;
/**
 * The same inside the US, where the table holds only types with more than 13 500 passengers a month each way: a type
 * with 128 seats may fly up to 120 times a month each way and be missing. Judged: about 140 both ways, and 60 for their
 * age.
 */
const DOMESTIC_FLEET_STRENGTH = 200;

/** Tests whether the caller's code may mean a type. */
export function allows(aircraft: AircraftCode | undefined, type: number): boolean {
  return aircraft === undefined || hasMember(aircraft, type);
}

function departuresAllowed(departures: RouteDepartures, aircraft: AircraftCode | undefined): number {
  let total = 0;
  for (let i = 0; i < departures.length; i += 2) {
    if (allows(aircraft, departures[i]!)) total += departures[i + 1]!;
  }
  return total;
}

/** Blends a route's departures by type into the shares of the fleet. @returns Whether there were any. */
export function blendRoute(
  into: Candidates,
  routes: readonly ReadonlyMap<number, RouteDepartures>[],
  flight: CheckedFlight,
): boolean {
  // Only flights that touch the US are filed.
  if (routes.length === 0 || !touchesUs(flight.fromCountry, flight.toCountry)) return false;
  const key = gaiaRouteKey(flight.from, flight.to);
  let blended = false;
  for (const byRoute of routes) {
    const departures = byRoute.get(key);
    if (departures && blendDepartures(into, departures, flight)) blended = true;
  }
  return blended;
}

/** Blends departures by type into the shares of the fleet. @returns Whether the caller's code allows any of the types. */
function blendDepartures(into: Candidates, departures: RouteDepartures, flight: CheckedFlight): boolean {
  const total = departuresAllowed(departures, flight.aircraft);
  if (total === 0) return false;
  const before = into.shares.slice(0, into.count);
  const strength = isDomestic(flight) ? DOMESTIC_FLEET_STRENGTH : FLEET_STRENGTH;
  const fleetPart = into.count > 0 ? strength / (total + strength) : 0;
  for (let i = 0; i < before.length; i++) into.shares[i] = before[i]! * fleetPart;
  for (let i = 0; i < departures.length; i += 2) {
    if (!allows(flight.aircraft, departures[i]!)) continue;
    addType(into, before, departures[i]!, ((1 - fleetPart) * departures[i + 1]!) / total);
  }
  return true;
}

/**
 * Adds `share` to the layouts of a type, in the proportions of `before`. A type that the fleet lacks counts as its own
 * types under another engine, since filings name a 737 MAX 8 as 737-800 (Air Canada) or an E195-E2 as E195 (Porter);
 * else as the types of the same family, since filings confuse 777-200 and -300; without these too, as a usual layout.
 */
function addType(into: Candidates, before: Float64Array, type: number, share: number): void {
  if (addProportionally(into, before, share, (layout) => layout.type.index === type)) return;
  const { icao } = aircraftType(type);
  const siblings = cabinSiblings(icao);
  if (addProportionally(into, before, share, (layout) => siblings.includes(layout.type.icao))) return;
  const family = familyOf(icao);
  if (
    family !== '' &&
    addProportionally(into, before, share, (layout) => familyOf(layout.type.icao) === family)
  )
    return;
  addCandidate(into, typicalLayout(type), share);
}

/** Adds `share` to the matching layouts, in the proportions of `before`. @returns Whether any matched. */
function addProportionally(
  { layouts, shares }: Candidates,
  before: Float64Array,
  share: number,
  matches: (layout: Layout) => boolean,
): boolean {
  let sum = 0;
  for (let i = 0; i < before.length; i++) if (matches(layouts[i]!)) sum += before[i]!;
  if (sum === 0) return false;
  for (let i = 0; i < before.length; i++) {
    if (matches(layouts[i]!)) shares[i] = shares[i]! + (share * before[i]!) / sum;
  }
  return true;
}
