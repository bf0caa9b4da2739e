/** The point estimate of a flight: one number, where neither interval nor derivation is needed. */
import type { Body } from './aircraft.ts';
import { type Candidates, createCandidates } from './candidates.ts';
import {
  capacityOf,
  choiceKm,
  economyGrams,
  flightCargo,
  flightDistance,
  fuelFactorOf,
  fuelKg,
  layoutLoad,
  loadFactorOf,
} from './chain.ts';
import { chooseAircraft } from './choose-aircraft.ts';
import type { FactorLookup } from './distance-factor.ts';
import { type CheckedFlight, isDomestic } from './flight-input.ts';
import { segmentOf } from './fuel.ts';
import { usScope } from './us-zones.ts';

/** CO2e of an economy passenger, grams, not rounded, and the body it is of. */
export interface PointEstimate {
  readonly economyGrams: number;
  readonly body: Body;
}

let scratch: Candidates | undefined;

/**
 * CO2e of a checked flight, well-to-wake: the same arithmetic as the full estimate (mean over the candidates of the
 * likelier body) without its interval and derivation. What is the same for all candidates is calculated once.
 */
export function pointEstimate(flight: CheckedFlight, pairFactor: FactorLookup): PointEstimate {
  scratch ??= createCandidates();
  const distance = flightDistance(flight, pairFactor);
  chooseAircraft(flight, choiceKm(distance), scratch);
  const { layouts, shares, count } = scratch;
  const { cruiseNm, greatCircleKm } = distance;
  const segment = segmentOf(cruiseNm);
  const { aircraft, seats } = flight;
  const single = aircraft?.members.length === 1 ? aircraft.members[0] : undefined;
  const domestic = isDomestic(flight);
  // Elsewhere than to, from and inside the US a carrier has one load for the year.
  const isYearly =
    flight.loadFactor === undefined && usScope(flight.fromCountry, flight.toCountry) === 'none';
  let narrowCargo = -1;
  let wideCargo = -1;
  let narrow = 0;
  let wide = 0;
  let narrowShare = 0;
  let wideShare = 0;
  for (let i = 0; i < count; i++) {
    const share = shares[i]!;
    if (share < MIN_SHARE) continue;
    const layout = layouts[i]!;
    const type = single ?? layout.type;
    const factor = single ? fuelFactorOf(flight, layout) : layout.fuelFactor;
    const fuel = fuelKg(type.fuelRow, cruiseNm, segment, factor);
    const carrierLoad = layout.load ?? layoutLoad(flight, layout);
    const yearly = domestic ? carrierLoad.domestic : carrierLoad.international;
    const load = isYearly ? yearly : loadFactorOf(flight, carrierLoad);
    const capacity = seats ? capacityOf(flight, layout) : layout.capacity;
    if (type.body === 'wide') {
      if (wideCargo < 0) wideCargo = flightCargo(flight, 'wide', greatCircleKm).value;
      wide += share * economyGrams(fuel, wideCargo, capacity, load);
      wideShare += share;
    } else {
      if (narrowCargo < 0) narrowCargo = flightCargo(flight, 'narrow', greatCircleKm).value;
      narrow += share * economyGrams(fuel, narrowCargo, capacity, load);
      narrowShare += share;
    }
  }
  return wideShare > narrowShare
    ? { economyGrams: wide / wideShare, body: 'wide' }
    : { economyGrams: narrow / narrowShare, body: 'narrow' };
}

/** Candidates less likely than this are left out, here and in the full estimate. */
export const MIN_SHARE = 0.002;
