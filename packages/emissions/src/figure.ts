/** The figure of a flight alone, as fast as it goes: where no interval and no derivation is asked for. */
import type { Body } from './aircraft.ts';
import { type Candidates, createCandidates } from './candidates.ts';
import { findCandidates } from './cascade.ts';
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
  typeOf,
} from './chain.ts';
import type { FactorLookup } from './distance-factor.ts';
import type { CheckedFlight } from './flight-input.ts';

/** The figure of a flight: CO2e of an economy passenger, grams, not rounded, and the body it is of. */
export interface Figure {
  readonly economyGrams: number;
  readonly body: Body;
}

let scratch: Candidates | undefined;

/**
 * CO2e of a checked flight, well-to-wake: the same arithmetic as the full estimate (mean over the candidates of the
 * likelier body) without its interval and derivation.
 */
export function checkedFigure(flight: CheckedFlight, pairFactor: FactorLookup): Figure {
  scratch ??= createCandidates();
  const distance = flightDistance(flight, pairFactor);
  findCandidates(flight, choiceKm(distance), scratch);
  const { layouts, shares, count } = scratch;
  let narrowCargo = -1;
  let wideCargo = -1;
  let narrow = 0;
  let wide = 0;
  let narrowShare = 0;
  let wideShare = 0;
  for (let i = 0; i < count; i++) {
    const share = shares[i]!;
    if (share < LEAST_SHARE) continue;
    const layout = layouts[i]!;
    const type = typeOf(flight, layout);
    const fuel = fuelKg(type, distance.cruiseNm, fuelFactorOf(flight, layout));
    const load = loadFactorOf(flight, layoutLoad(flight, layout));
    const capacity = capacityOf(flight, layout);
    if (type.body === 'wide') {
      if (wideCargo < 0) wideCargo = flightCargo(flight, 'wide', distance.greatCircleKm).value;
      wide += share * economyGrams(fuel, wideCargo, capacity, load);
      wideShare += share;
    } else {
      if (narrowCargo < 0) narrowCargo = flightCargo(flight, 'narrow', distance.greatCircleKm).value;
      narrow += share * economyGrams(fuel, narrowCargo, capacity, load);
      narrowShare += share;
    }
  }
  return wideShare > narrowShare
    ? { economyGrams: wide / wideShare, body: 'wide' }
    : { economyGrams: narrow / narrowShare, body: 'narrow' };
}

/** Candidates less likely than this are left out, here and in the full estimate. */
export const LEAST_SHARE = 0.002;
