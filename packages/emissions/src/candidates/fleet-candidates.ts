/** Aircraft of a carrier's fleet that may fly a flight, by distance, place, flight number and known routes. */
import { type AircraftCode, hasMember } from '../aircraft/aircraft-codes.ts';
import { airportNumbers, FLAGS, IS_SMALL } from '../airports/airport-rows.ts';
import { crossesUsBorder } from '../airports/airports.ts';
import type { Leg } from '../airports/leg.ts';
import { type Allowed, isAllowed, smallAirport } from '../airports/small-airports.ts';
import type { Fleet, RouteLayout } from '../fleets/fleet.ts';
import { farPower, MIN_FIT, nearPower } from '../fleets/fleet-weight.ts';
import type { Layout } from '../fleets/layout.ts';
import type { CheckedFlight } from '../flight/flight-input.ts';
import { routeKey } from '../statistics/route-key.ts';
import { type Candidates, scaleToOne } from './candidates.ts';
import { regionalFit, trunkOf, wideFit } from './trunk-route.ts';

// The weights of this file are judgements, not measurements. scripts/ablate.ts measures the effect of each, which
// docs/decisions/emissions-judged-numbers.md states: halving any of them, or raising it by half, changes almost nothing
// there.

/** Weight of a layout for flights abroad on a domestic flight, and the other way round. */
const WRONG_SCOPE = 0.05;
/** Weight of an aircraft on a route that does not touch its operator's country. */
const AWAY_FROM_HOME = 0.1;
/** Weight of a layout whose type only has the same cabin as the caller's. */
const SIBLING = 0.05;
/** Weight of a layout that flies only certain routes, on other routes. */
const NOT_LISTED = 0.02;
/**
 * Weight of an aircraft without winglets if the caller's code states winglets, and vice versa; only if the fleet has
 * aircraft of the type with the wings that the code states.
 */
const WRONG_WINGLETS = 0.01;
/** Weight of an aircraft under a flight number that belongs to other aircraft. */
const WRONG_NUMBER = 0.01;
/** Weight of an aircraft at an airport where it cannot land; not 0, since a table may be out of date. */
const NOT_ALLOWED = 0.01;
/** Weight of an aircraft after the last day of its operator. */
const FLOWN_NO_MORE = 0.001;
/** Least share of the flights on a known route that other layouts keep. */
const MIN_REST = 0.02;

/** Tests whether a flight number belongs only to partners of the carrier. */
export function isPartnerNumber({ partnerNumbers }: Fleet, number: number): boolean {
  for (let i = 0; i < partnerNumbers.length; i += 2) {
    if (number >= partnerNumbers[i]! && number <= partnerNumbers[i + 1]!) return true;
  }
  return false;
}

/**
 * Returns the wings that a code states if aircraft of its type have them; see `Layout.fuelFactor`. If none has, the table
 * knows less of wings than the code, which still means this type and not its siblings.
 */
function wingsToChooseBy(
  { single, fuelFactor }: AircraftCode,
  layouts: readonly Layout[],
): number | undefined {
  return layouts.some((layout) => layout.type === single && layout.fuelFactor === fuelFactor)
    ? fuelFactor
    : undefined;
}

/**
 * Returns the layouts of the types that a code may mean and of their siblings; without a code all. Searched once per
 * code.
 */
function layoutsFor(fleet: Fleet, aircraft: AircraftCode | undefined): readonly Layout[] {
  if (!aircraft) return fleet.layouts;
  const known = fleet.byCode[aircraft.index];
  if (known) return known;
  const { members, siblings } = aircraft;
  const layouts = fleet.layouts.filter(({ type }) => members.includes(type) || siblings.includes(type));
  fleet.byCode[aircraft.index] = layouts;
  fleet.wingsByCode[aircraft.index] = wingsToChooseBy(aircraft, layouts);
  if (layouts.length === 1) fleet.onlyByCode[aircraft.index] = layouts[0];
  return layouts;
}

/** Returns the layout of a fleet to which a code narrows the choice, if there is only one. */
export function onlyLayout(fleet: Fleet, aircraft: AircraftCode): Layout | undefined {
  return fleet.onlyByCode[aircraft.index];
}

/** Returns the aircraft that the airports allow; undefined if no restriction is known. */
function allowedAt({ from, to, fromRow, toRow }: Leg): Allowed | undefined {
  const flags = airportNumbers[fromRow + FLAGS]! | airportNumbers[toRow + FLAGS]!;
  return (flags & IS_SMALL) === 0 ? undefined : (smallAirport(from) ?? smallAirport(to));
}

/**
 * Fills an empty set with the fleet's layouts; if an aircraft is given, with those of its types and siblings.
 * @returns How much the fleet flies such routes, as a `flightRate`.
 */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: most of the time of an estimate goes into this loop; with its rules in functions, estimates were 7 to 20 % slower.
export function addFleet(into: Candidates, fleet: Fleet, flight: CheckedFlight, km: number): number {
  const { aircraft, fromCountry, toCountry } = flight;
  const layouts = layoutsFor(fleet, aircraft);
  const domestic = fromCountry === toCountry;
  const toUs = crossesUsBorder(fromCountry, toCountry);
  const trunk = trunkOf(flight, fleet.home);
  const wide = wideFit(trunk, domestic);
  const regionals = regionalFit(trunk);
  const small = aircraft ? undefined : allowedAt(flight);
  const regional = isPartnerNumber(fleet, flight.flightNumber);
  const winglets = aircraft && fleet.wingsByCode[aircraft.index];
  // If the caller gives type and seats, only the wings are open, and these do not depend on the distance.
  const settled = aircraft?.single !== undefined && flight.seats !== undefined;
  const { layouts: chosen, shares } = into;
  let total = 0;
  let near = 0;
  let far = 0;
  for (let i = 0; i < layouts.length; i++) {
    const layout = layouts[i]!;
    const member = aircraft === undefined || hasMember(aircraft, layout.type.index);
    let weight = layout.rate;
    // As `distanceFit`, but powers of the distance are shared by all layouts; few flights need any.
    if (!settled && km < layout.minKm) {
      near ||= nearPower(km);
      weight *= near * layout.nearScale + MIN_FIT;
    } else if (!settled && km > layout.maxKm) {
      far ||= farPower(km);
      weight *= layout.farScale / far + MIN_FIT;
    }
    if (!member) weight *= SIBLING;
    else if (winglets !== undefined && winglets !== layout.fuelFactor) weight *= WRONG_WINGLETS;
    if (layout.type.body === 'wide') weight *= wide;
    else if (layout.regional) weight *= regionals;
    if (small !== undefined && !isAllowed(small, layout.type)) weight *= NOT_ALLOWED;
    if (toUs) weight *= layout.usFit;
    if (layout.scope !== 'any' && (layout.scope === 'domestic') !== domestic) weight *= WRONG_SCOPE;
    if (layout.home !== fromCountry && layout.home !== toCountry) weight *= AWAY_FROM_HOME;
    if (layout.onlyListed) weight *= NOT_LISTED;
    if (flight.date > layout.until) weight *= FLOWN_NO_MORE;
    if (layout.toNumber > 0) {
      if (flight.flightNumber < layout.fromNumber || flight.flightNumber > layout.toNumber)
        weight *= WRONG_NUMBER;
    } else if (regional) weight *= WRONG_NUMBER;
    chosen[i] = layout;
    shares[i] = weight;
    total += weight;
  }
  into.count = layouts.length;
  scaleToOne(into, total);
  if (!regional && fleet.routeLayouts.size > 0) {
    const known = fleet.routeLayouts.get(routeKey(flight.from, flight.to));
    if (known) applyKnown(into, known, aircraft);
  }
  return total;
}

/** Gives the layouts known to fly the route their shares, and divides the rest among the others. */
function applyKnown(
  { layouts, shares, count }: Candidates,
  known: readonly RouteLayout[],
  aircraft: AircraftCode | undefined,
): void {
  const shareOf = (layout: Layout): number =>
    aircraft === undefined || aircraft.members.includes(layout.type)
      ? (known.find((route) => route.layout === layout)?.share ?? 0)
      : 0;
  let listed = 0;
  for (let i = 0; i < count; i++) listed += shareOf(layouts[i]!);
  const rest = Math.max(MIN_REST, 1 - known.reduce((sum, { share }) => sum + share, 0));
  for (let i = 0; i < count; i++) {
    shares[i] = (shares[i]! * rest + shareOf(layouts[i]!)) / (rest + listed);
  }
}
