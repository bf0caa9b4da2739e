/** Derivation of a figure: each step with its value, its source, and how specific that source is. */
import type { Body } from '../aircraft/aircraft.ts';
import { WELL_TO_WAKE } from '../aircraft/carbon.ts';
import type { AircraftTier } from '../candidates/candidates.ts';
import type { CheckedFlight } from '../flight/flight-input.ts';
import { routeKey } from '../statistics/route-key.ts';
import type { CandidateEstimate } from './candidate-estimate.ts';
import { type FlightDistance, flightCargo, fuelFactorOf } from './chain.ts';
import type { ProvenanceStep } from './flight-estimate.ts';
import {
  aircraftSource,
  cargoSource,
  distanceSource,
  loadSource,
  SOURCES,
  type StepSource,
  seatsSource,
} from './provenance-sources.ts';

function rounded(value: number, digits: number): number {
  const unit = 10 ** digits;
  return Math.round(value * unit) / unit;
}

/** Returns the share-weighted mean over the candidates of the figure's body. */
function mean(
  weighed: readonly CandidateEstimate[],
  body: Body,
  of: (one: CandidateEstimate) => number,
): number {
  let sum = 0;
  let share = 0;
  for (const one of weighed) {
    if (one.body !== body) continue;
    sum += one.share * of(one);
    share += one.share;
  }
  return sum / share;
}

/** Tests whether a layout is among those listed by hand for the route. */
function isListed(flight: CheckedFlight, { layout }: CandidateEstimate): boolean {
  const routes = flight.fleet?.routeLayouts.get(routeKey(flight.from, flight.to));
  return routes?.some((route) => route.layout === layout) ?? false;
}

/** Returns the row of the fuel table that is used, and its multiplier. */
function fuelTier({ icao, fuelIcao }: CandidateEstimate, factor: number): string {
  const row = fuelIcao === icao ? `type ${fuelIcao}` : `type ${fuelIcao} in place of ${icao}`;
  return factor === 1 ? row : `${row}, winglets × ${factor}`;
}

function step(
  name: string,
  [value, unit]: readonly [number | string, string?],
  tier: string,
  source: StepSource,
): ProvenanceStep {
  return { step: name, value, ...(unit === undefined ? {} : { unit }), tier, ...source };
}

/** Values of which an estimate was calculated. */
interface Calculated {
  readonly distance: FlightDistance;
  readonly aircraftTier: AircraftTier;
  /** Candidates with shares that add up to 1. */
  readonly weighed: readonly CandidateEstimate[];
  readonly body: Body;
  readonly economyGrams: number;
}

/** Returns the steps of an estimate, in the order in which they are calculated. */
export function provenanceOf(
  flight: CheckedFlight,
  { distance, aircraftTier, weighed, body, economyGrams }: Calculated,
): ProvenanceStep[] {
  const cargo = flightCargo(flight, body, distance.greatCircleKm);
  const likeliest = weighed
    .filter((one) => one.body === body)
    .reduce((best, one) => (one.share > best.share ? one : best));
  const { name, layout, confidence, load, loadTier } = likeliest;
  const over = (of: (one: CandidateEstimate) => number): number => mean(weighed, body, of);
  return [
    step(
      'great-circle distance',
      [rounded(distance.greatCircleKm, 1), 'km'],
      'airport pair',
      SOURCES.greatCircle,
    ),
    step('distance factor', [rounded(distance.factor, 4)], distance.tier, distanceSource(distance.tier)),
    step('climb, cruise and descent', [rounded(distance.cruiseNm, 1), 'NM'], 'all types', SOURCES.climb),
    step(
      'aircraft',
      [`${name} (${body} body)`],
      aircraftTier,
      aircraftSource(aircraftTier, layout, {
        isType: flight.aircraft?.single !== undefined,
        isListed: isListed(flight, likeliest),
      }),
    ),
    step(
      'fuel',
      [Math.round(over((one) => one.fuelKg)), 'kg'],
      fuelTier(likeliest, fuelFactorOf(flight, likeliest.layout)),
      SOURCES.fuel,
    ),
    step('CO2e of the fuel', [rounded(WELL_TO_WAKE, 4), 'kg/kg'], 'well-to-wake', SOURCES.carbon),
    step('cargo mass fraction', [rounded(cargo.value, 4)], cargo.tier, cargoSource(cargo.tier)),
    step(
      'equivalent capacity',
      [
        rounded(
          over((one) => one.capacity),
          1,
        ),
        'economy seats',
      ],
      `layout: ${confidence}`,
      seatsSource(confidence, layout),
    ),
    step(
      'load factor',
      [
        rounded(
          over((one) => one.loadFactor),
          4,
        ),
      ],
      loadTier,
      loadSource(loadTier, flight, load),
    ),
    step('economy passenger', [Math.round(economyGrams), 'g CO2e'], 'result', SOURCES.result),
  ];
}
