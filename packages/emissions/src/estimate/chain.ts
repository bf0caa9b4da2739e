/** Calculation from a checked flight to grams by candidate: distance, fuel, CO2e, cargo, cabins, load. */

import type { AircraftType, Body } from '../aircraft/aircraft.ts';
import { equivalentCapacity } from '../aircraft/cabin-weights.ts';
import { tripKg } from '../aircraft/fuel.ts';
import { KM_PER_NM, legKm } from '../airports/great-circle.ts';
import { touchesUs } from '../airports/us-zones.ts';
import type { Layout } from '../fleets/layout.ts';
import type { CheckedFlight } from '../flight/flight-input.ts';
import { bandCargo, type CargoMassFraction } from '../statistics/cargo.ts';
import {
  countryFactor,
  DEFAULT_DISTANCE_FACTOR,
  type DistanceFactor,
  type DistanceFactorTier,
  type FactorLookup,
} from '../statistics/distance-factor.ts';
import {
  type CarrierLoad,
  carrierLoad,
  DEFAULT_LOAD,
  operatorLoadFactor,
} from '../statistics/load-factor.ts';
import { carrierRouteCargo, routeCargo } from './us-cargo.ts';

/** The distances of a flight. */
export interface FlightDistance extends DistanceFactor {
  /** Great circle, km. */
  readonly greatCircleKm: number;
  /** Flown, km. */
  readonly flownKm: number;
  /** Only climb, cruise and descent, nautical miles. */
  readonly cruiseNm: number;
}

/** Returns the distances of a flight; `pairFactor` returns 0 if it knows no factor. */
export function flightDistance(flight: CheckedFlight, pairFactor: FactorLookup): FlightDistance {
  const km = legKm(flight);
  const flownKm = flownKmOf(flight, pairFactor, km);
  return {
    factor: flownKm / Math.max(km, 1e-3),
    tier: distanceTier(flight, pairFactor),
    greatCircleKm: km,
    flownKm,
    cruiseNm: cruiseNmOf(flownKm),
  };
}

/**
 * Returns the kilometres flown on a flight with a great circle of `km`: the caller's, else by the factor of airports or
 * countries.
 */
export function flownKmOf(flight: CheckedFlight, pairFactor: FactorLookup, km: number): number {
  if (flight.distanceKm !== undefined) return flight.distanceKm;
  const pair = pairFactor(flight.from, flight.to);
  return km * (pair > 0 ? pair : countriesFactor(flight));
}

/** Returns the factor for a pair of airports without its own. */
const countriesFactor = ({ fromCountry, toCountry }: CheckedFlight): number =>
  countryFactor(fromCountry, toCountry) || DEFAULT_DISTANCE_FACTOR;

function distanceTier(flight: CheckedFlight, pairFactor: FactorLookup): DistanceFactorTier {
  if (flight.distanceKm !== undefined) return 'caller';
  if (pairFactor(flight.from, flight.to) > 0) return 'airport pair';
  return countryFactor(flight.fromCountry, flight.toCountry) > 0 ? 'country pair' : 'default';
}

/** Distance covered by the landing and take-off cycle, nautical miles (TIM 3.0, after GAIA). */
const LANDING_TAKE_OFF_NM = 17;

/** Returns the climb, cruise and descent of a flown distance, nautical miles. */
export const cruiseNmOf = (flownKm: number): number => Math.max(0, flownKm / KM_PER_NM - LANDING_TAKE_OFF_NM);

/** Returns how full a layout flies: as its operator does, or as the carrier. */
export function layoutLoad(flight: CheckedFlight, layout: Layout): CarrierLoad {
  return layout.load ?? flight.fleet?.load ?? carrierLoad(flight.carrier) ?? DEFAULT_LOAD;
}

/** Returns the load factor of a flight: the caller's, else that of the load in the month, at home or abroad. */
export function loadFactorOf(flight: CheckedFlight, load: CarrierLoad): number {
  return flight.loadFactor ?? operatorLoadFactor(flight, load);
}

/**
 * Returns the cargo mass fraction of a flight in a body: the caller's; to, from and inside the US the carrier's on the
 * route or, for wide bodies, that of all carriers on it, if there are enough flights, as in TIM; else the distance band's.
 */
export function flightCargo(flight: CheckedFlight, body: Body, greatCircle: number): CargoMassFraction {
  if (flight.cargoMassFraction !== undefined) return { value: flight.cargoMassFraction, tier: 'caller' };
  // Only flights that touch the US are filed.
  if (!touchesUs(flight.fromCountry, flight.toCountry)) return bandCargo(body, greatCircle);
  const own = carrierRouteCargo(flight, body);
  if (own >= 0) return { value: own, tier: 'carrier and route' };
  const shared = body === 'wide' ? routeCargo(flight) : Number.NaN;
  return shared >= 0 ? { value: shared, tier: 'route and body' } : bandCargo(body, greatCircle);
}

/**
 * Returns the fuel that a type burns over a distance, kg, by its row of the fuel table and the segment of the distance.
 */
export function fuelKg(row: number, cruiseNm: number, segment: number, fuelFactor: number): number {
  return tripKg(row, cruiseNm, segment) * fuelFactor;
}

/** Returns the type that determines the fuel: the one the caller's code names, else the layout's. */
export function typeOf(flight: CheckedFlight, layout: Layout): AircraftType {
  return flight.aircraft?.single ?? layout.type;
}

/**
 * Returns the winglet factor of a candidate: that of the caller's code, else that of the carrier's aircraft, if known.
 */
export function fuelFactorOf(flight: CheckedFlight, layout: Layout): number {
  const { aircraft } = flight;
  if (aircraft?.single === undefined) return layout.fuelFactor;
  // A sibling lends its cabin, not its wings.
  return aircraft.fuelFactor ?? (layout.type === aircraft.single ? layout.fuelFactor : 1);
}

/** Returns the capacity of a candidate in economy seats: by the caller's seats, else the layout's. */
export function capacityOf(flight: CheckedFlight, layout: Layout): number {
  return flight.seats ? equivalentCapacity(flight.seats, layout.type.body) : layout.capacity;
}

/** Returns the distance by which aircraft are chosen, km: great circle, or the caller's flown distance. */
export function choiceKm({ distanceKm }: CheckedFlight, greatCircle: number): number {
  return distanceKm ?? greatCircle;
}
