/**
 * The point estimate of a flight: one number, if neither interval nor derivation is needed. Servers and bulk reports
 * spend their time here: values common to all candidates are calculated once, and those common to all flights of a
 * layout when its fleet is read. docs/decisions/emissions-speed.md explains how, and what was tried.
 */
import type { Body } from '../aircraft/aircraft.ts';
import { gramsPerCabin } from '../aircraft/cabin-weights.ts';
import { segmentOf } from '../aircraft/fuel.ts';
import { gramsPerKg } from '../aircraft/grams-per-kg.ts';
import { legKm } from '../airports/great-circle.ts';
import { isDomestic } from '../airports/leg.ts';
import { touchesUs } from '../airports/us-zones.ts';
import { type Candidates, createCandidates } from '../candidates/candidates.ts';
import { chooseAircraft } from '../candidates/choose-aircraft.ts';
import type { Layout } from '../fleets/layout.ts';
import type { CheckedFlight } from '../flight/flight-input.ts';
import { bandCargo } from '../statistics/cargo.ts';
import type { FactorLookup } from '../statistics/distance-factor.ts';
import {
  capacityOf,
  choiceKm,
  cruiseNmOf,
  flightCargo,
  flownKmOf,
  fuelFactorOf,
  fuelKg,
  layoutLoad,
  loadFactorOf,
  typeOf,
} from './chain.ts';
import type { GramsPerCabin } from './flight-estimate.ts';

/** CO2e of an economy passenger, grams, not rounded, and the body it applies to. */
export interface PointEstimate {
  readonly economyGrams: number;
  readonly body: Body;
}

/** Less likely candidates are left out, here and in the full estimate. */
export const MIN_SHARE = 0.002;

/** Refilled for each flight. */
let candidates: Candidates | undefined;

/** Returns {@link gramsPerKg} if the flight decides on seats or load. */
const gramsPerKgOf = (flight: CheckedFlight, layout: Layout): number =>
  gramsPerKg(capacityOf(flight, layout), loadFactorOf(flight, layoutLoad(flight, layout)));

/** Tests whether a caller leaves open how full the flight is. */
const isOpen = ({ loadFactor, seats }: CheckedFlight): boolean =>
  loadFactor === undefined && seats === undefined;

/**
 * Calculates the CO2e of a checked flight, well-to-wake: the mean over the candidates of the likelier body, so that no
 * cabin is a mean of two weights. Each candidate burns its fuel over the distance; its passengers share what remains
 * after cargo.
 */
export function pointEstimate(flight: CheckedFlight, pairFactor: FactorLookup): PointEstimate {
  candidates ??= createCandidates();
  const km = legKm(flight);
  const cruiseNm = cruiseNmOf(flownKmOf(flight, pairFactor, km));
  chooseAircraft(flight, choiceKm(flight, km), candidates);
  const { layouts, shares, count } = candidates;
  const segment = segmentOf(cruiseNm);
  // Loads and cargo of flights that touch the US are filed by route; otherwise a layout has one load for all flights
  // inside a country, and one for those abroad.
  const isFiled = touchesUs(flight.fromCountry, flight.toCountry);
  const yearly = !isFiled && isOpen(flight);
  const domestic = isDomestic(flight);
  let narrow = 0;
  let wide = 0;
  let narrowShare = 0;
  let wideShare = 0;
  for (let i = 0; i < count; i++) {
    const share = shares[i]!;
    if (share < MIN_SHARE) continue;
    const layout = layouts[i]!;
    const type = typeOf(flight, layout);
    const known = domestic ? layout.domesticGramsPerKg : layout.internationalGramsPerKg;
    const perKg = yearly && known > 0 ? known : gramsPerKgOf(flight, layout);
    const grams = share * fuelKg(type.fuelRow, cruiseNm, segment, fuelFactorOf(flight, layout)) * perKg;
    if (type.body === 'wide') {
      wide += grams;
      wideShare += share;
    } else {
      narrow += grams;
      narrowShare += share;
    }
  }
  const body = wideShare > narrowShare ? 'wide' : 'narrow';
  const mean = body === 'wide' ? wide / wideShare : narrow / narrowShare;
  // Cargo takes the same share of every candidate of a body.
  return { economyGrams: mean * (1 - cargoFraction(flight, body, km, isFiled)), body };
}

/** Returns the cargo mass fraction: that of the distance band, unless the caller or a filing may state another. */
function cargoFraction(flight: CheckedFlight, body: Body, km: number, isFiled: boolean): number {
  const byBand = !isFiled && flight.cargoMassFraction === undefined;
  return (byBand ? bandCargo(body, km) : flightCargo(flight, body, km)).value;
}

/** Returns the four cabins of a checked flight, whole grams per passenger. */
export function cabinGrams(flight: CheckedFlight, pairFactor: FactorLookup): GramsPerCabin {
  const { economyGrams, body } = pointEstimate(flight, pairFactor);
  return gramsPerCabin(economyGrams, body);
}
