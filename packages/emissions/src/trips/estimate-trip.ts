/** Emissions of a trip: every leg there and back, over all travellers. */

import { TANK_TO_WAKE_SHARE } from '../aircraft/carbon.ts';
import { airportIndex } from '../airports/airport-codes.ts';
import { greatCircleKm } from '../airports/great-circle.ts';
import type { FlightEstimate, GramsPerCabin } from '../estimate/flight-estimate.ts';
import { MODEL_VERSION } from '../estimate/model-version.ts';
import type { FlightInput } from '../flight/flight-input.ts';
import { estimateFlights, typicalEmissions } from '../index.ts';
import { checkTrip } from './check-trip.ts';
import { type NonCo2Choice, nonCo2Of } from './non-co2.ts';
import { type AirportsOnly, isFlight, type TripInput, type TripLeg, type TripTravellers } from './trip.ts';
import type { Grams, TripEstimate, TripLegEstimate } from './trip-estimate.ts';

/** Options of the estimate of a trip. */
export interface TripOptions {
  /** Adds non-CO2 effects beside the figures; by default none. */
  readonly nonCo2?: NonCo2Choice;
}

const tenths = (km: number): number => Math.round(km * 10) / 10;

function sumOver(travellers: readonly TripTravellers[], grams: GramsPerCabin): number {
  return travellers.reduce((sum, { cabin, count }) => sum + count * grams[cabin], 0);
}

function greatCircleOf({ origin, destination }: AirportsOnly): number {
  return tenths(greatCircleKm(airportIndex(origin), airportIndex(destination)));
}

function estimateFlightLeg(leg: FlightInput, travellers: readonly TripTravellers[]): TripLegEstimate {
  const [estimate] = estimateFlights([leg]) as [FlightEstimate];
  const wtw = sumOver(travellers, estimate.emissionsGramsPerPax);
  const ttw = sumOver(travellers, estimate.ttwGramsPerPax);
  const { low, high } = estimate.interval;
  const isDefault = estimate.provenance.some(({ tier }) => tier === 'world fleet by distance');
  return {
    leg,
    grams: { wtw, ttw, wtt: wtw - ttw },
    range: { low: sumOver(travellers, low), high: sumOver(travellers, high) },
    gramsPerPax: estimate.emissionsGramsPerPax,
    greatCircleKm: greatCircleOf(leg),
    flownKm: estimate.distanceKm,
    dataCategory: isDefault ? 'default' : 'modelled',
    method:
      'Travel Impact Model 3.0 method: fuel of the likely aircraft over the distance flown, shared by cabin.',
    aircraft: estimate.aircraft[0]!,
    estimate,
  };
}

function estimateAirportsLeg(leg: AirportsOnly, travellers: readonly TripTravellers[]): TripLegEstimate {
  const typical = typicalEmissions(leg.origin, leg.destination);
  const wtw = sumOver(travellers, typical.emissionsGramsPerPax);
  const ttw = Math.round(wtw * TANK_TO_WAKE_SHARE);
  return {
    leg,
    grams: { wtw, ttw, wtt: wtw - ttw },
    gramsPerPax: typical.emissionsGramsPerPax,
    greatCircleKm: greatCircleOf(leg),
    flownKm: typical.distanceKm,
    dataCategory: 'default',
    method: typical.description,
  };
}

const estimateLeg = (leg: TripLeg, travellers: readonly TripTravellers[]): TripLegEstimate =>
  isFlight(leg) ? estimateFlightLeg(leg, travellers) : estimateAirportsLeg(leg, travellers);

function total(legs: readonly TripLegEstimate[]): Grams {
  const sum = (part: keyof Grams): number => legs.reduce((all, { grams }) => all + grams[part], 0);
  return { wtw: sum('wtw'), ttw: sum('ttw'), wtt: sum('wtt') };
}

function totalRange(legs: readonly TripLegEstimate[]): TripEstimate['range'] {
  let low = 0;
  let high = 0;
  for (const { range } of legs) {
    if (range === undefined) return undefined;
    low += range.low;
    high += range.high;
  }
  return { low, high };
}

/**
 * Estimates the emissions of a trip: the engine estimates flights; a leg with only airports gets the typical emissions
 * between them.
 * @throws UnsupportedTripError that lists every fault with its path; RangeError for an invalid non-CO2 multiplier.
 * @example
 * const trip = estimateTrip({
 *   stops: ['DEL', 'DXB', 'LHR'],
 *   roundTrip: true,
 *   travellers: [{ cabin: 'economy', count: 2 }],
 * });
 * console.log(trip.grams.wtw, trip.passengerKm);
 */
export function estimateTrip(trip: TripInput, { nonCo2 }: TripOptions = {}): TripEstimate {
  const { id, legs, travellers } = checkTrip(trip);
  const estimated = legs.map((leg) => estimateLeg(leg, travellers));
  const grams = total(estimated);
  const range = totalRange(estimated);
  const passengers = travellers.reduce((sum, { count }) => sum + count, 0);
  const km = tenths(estimated.reduce((sum, leg) => sum + leg.greatCircleKm, 0));
  return {
    ...(id !== undefined && { id }),
    legs: estimated,
    travellers,
    passengers,
    grams,
    ...(range && { range }),
    greatCircleKm: km,
    passengerKm: tenths(km * passengers),
    ...(nonCo2 !== undefined && { nonCo2: nonCo2Of(grams.ttw, nonCo2) }),
    modelVersion: MODEL_VERSION,
  };
}
