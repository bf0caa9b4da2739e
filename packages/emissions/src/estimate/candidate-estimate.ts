/** The estimate of each aircraft that may fly a flight. */
import type { Body } from '../aircraft/aircraft.ts';
import { segmentOf } from '../aircraft/fuel.ts';
import { gramsPerKg } from '../aircraft/grams-per-kg.ts';
import type { CabinSeats } from '../aircraft/seats.ts';
import type { Candidates } from '../candidates/candidates.ts';
import type { Layout, LayoutConfidence } from '../fleets/layout.ts';
import type { CheckedFlight } from '../flight/flight-input.ts';
import {
  type CarrierLoad,
  type LoadFactorTier,
  loadSourceOf,
  operatorLoadTier,
} from '../statistics/load-factor.ts';
import {
  capacityOf,
  type FlightDistance,
  flightCargo,
  fuelFactorOf,
  fuelKg,
  layoutLoad,
  loadFactorOf,
  typeOf,
} from './chain.ts';
import { loadGrade, spreadOf } from './interval.ts';
import { MIN_SHARE } from './point-estimate.ts';

/** One aircraft that may fly the flight, with its emissions and the values they are calculated from. */
export interface CandidateEstimate {
  readonly icao: string;
  readonly name: string;
  readonly body: Body;
  readonly fuelIcao: string;
  readonly seats: CabinSeats;
  readonly confidence: LayoutConfidence;
  readonly layout: Layout;
  readonly share: number;
  readonly fuelKg: number;
  readonly capacity: number;
  readonly loadFactor: number;
  readonly loadTier: LoadFactorTier;
  readonly load: CarrierLoad;
  readonly economyGrams: number;
  readonly spread: number;
}

/** Estimates the candidates that are likely enough to count; their shares do not change. */
export function estimateCandidates(
  flight: CheckedFlight,
  distance: FlightDistance,
  candidates: Candidates,
): CandidateEstimate[] {
  const cargo = {
    narrow: flightCargo(flight, 'narrow', distance.greatCircleKm),
    wide: flightCargo(flight, 'wide', distance.greatCircleKm),
  };
  const segment = segmentOf(distance.cruiseNm);
  const estimates: CandidateEstimate[] = [];
  for (let i = 0; i < candidates.count; i++) {
    const share = candidates.shares[i]!;
    if (share < MIN_SHARE) continue;
    const layout = candidates.layouts[i]!;
    const type = typeOf(flight, layout);
    const { icao, name, body, fuelIcao } = type;
    const fuel = fuelKg(type.fuelRow, distance.cruiseNm, segment, fuelFactorOf(flight, layout));
    const load = layoutLoad(flight, layout);
    const loadFactor = loadFactorOf(flight, load);
    const loadTier = flight.loadFactor === undefined ? operatorLoadTier(flight, load) : 'caller';
    const capacity = capacityOf(flight, layout);
    const confidence = flight.seats ? 'caller' : layout.confidence;
    estimates.push({
      icao,
      name,
      body,
      fuelIcao,
      seats: flight.seats ?? layout.seats,
      confidence,
      layout,
      share,
      fuelKg: fuel,
      capacity,
      loadFactor,
      loadTier,
      load,
      economyGrams: fuel * gramsPerKg(capacity, loadFactor) * (1 - cargo[body].value),
      spread: spreadOf(confidence, loadGrade(loadTier, loadSourceOf(flight, load)), cargo[body].tier, body),
    });
  }
  return estimates;
}
