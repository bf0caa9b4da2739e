/**
 * Aircraft that may fly a flight: the caller's; or else the carrier's departures on the route (T-100) blended with its
 * fleet by distance; or else its fleet; or else the world's mix.
 */

import { typicalLayout } from '../fleets/layout.ts';
import type { CheckedFlight } from '../flight/flight-input.ts';
import { carrierRoutes } from '../statistics/route-types.ts';
import { addCandidate, type Candidates, scaleToOne } from './candidates.ts';
import { addFleet, isPartnerNumber, onlyLayout } from './fleet-candidates.ts';
import { genericMix } from './generic-mix.ts';
import { allows, blendRoute } from './route-candidates.ts';

/** Adds the world's mix at the distance, restricted to the caller's types if it has any, or else the caller's type. */
function addWorld(into: Candidates, { aircraft }: CheckedFlight, km: number): void {
  const { layouts, shares } = genericMix(km);
  let total = 0;
  for (let i = 0; i < layouts.length; i++) {
    if (!allows(aircraft, layouts[i]!.type.index)) continue;
    addCandidate(into, layouts[i]!, shares[i]!);
    total += shares[i]!;
  }
  if (aircraft && total === 0) {
    // The type itself, whose fuel follows Appendix A; for a family, Appendix A's stand-in.
    addCandidate(into, typicalLayout((aircraft.single ?? aircraft.fallback).index), 1);
    total = 1;
  }
  scaleToOne(into, total);
}

/** Fills `into` with the aircraft that may fly the flight of `km`; the shares add up to 1. */
export function chooseAircraft(flight: CheckedFlight, km: number, into: Candidates): void {
  into.count = 0;
  const { aircraft, carrier, fleet } = flight;
  if (fleet) {
    const only = aircraft && onlyLayout(fleet, aircraft);
    if (only) addCandidate(into, only, 1);
    else addFleet(into, fleet, flight, km);
  }
  // Departures distinguish types; with a single type there is nothing to distinguish.
  const single = into.count > 0 && aircraft?.single !== undefined;
  const onRoute =
    !single &&
    !(fleet && isPartnerNumber(fleet, flight.flightNumber)) &&
    blendRoute(into, fleet?.routes ?? [carrierRoutes(carrier)], flight);
  if (into.count === 0) addWorld(into, flight, km);
  if (aircraft) into.tier = 'caller';
  else if (onRoute) into.tier = 'carrier and route';
  else into.tier = fleet ? 'carrier fleet by distance' : 'world fleet by distance';
}
