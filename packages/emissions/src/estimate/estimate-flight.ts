/** Estimates one checked flight: calculates every candidate, weights the results, and explains them. */

import { byCabin, cabinWeights, gramsPerCabin } from '../aircraft/cabin-weights.ts';
import { TANK_TO_WAKE_SHARE } from '../aircraft/carbon.ts';
import { type Candidates, createCandidates } from '../candidates/candidates.ts';
import { chooseAircraft } from '../candidates/choose-aircraft.ts';
import type { CheckedFlight, FlightInput } from '../flight/flight-input.ts';
import type { FactorLookup } from '../statistics/distance-factor.ts';
import { type CandidateEstimate, estimateCandidates } from './candidate-estimate.ts';
import { choiceKm, flightDistance } from './chain.ts';
import type { AircraftCandidate, FlightEstimate, GramsPerCabin } from './flight-estimate.ts';
import { flightWarnings } from './flight-warnings.ts';
import { mixtureQuantile } from './interval.ts';
import { MODEL_VERSION } from './model-version.ts';
import { pointEstimate } from './point-estimate.ts';
import { provenanceOf } from './provenance.ts';

/** Returns a percentile of the mixture of all candidates, of both bodies, for each cabin. */
function percentile(weighed: readonly CandidateEstimate[], part: number): GramsPerCabin {
  const body = weighed[0]!.body;
  const of = (cabin: keyof GramsPerCabin): number =>
    mixtureQuantile(
      weighed.map((one) => ({
        value: one.economyGrams * cabinWeights(one.body)[cabin],
        spread: one.spread,
        share: one.share,
      })),
      part,
    );
  if (weighed.some((one) => one.body !== body)) return byCabin((cabin) => Math.round(of(cabin)));
  // For a single body, all cabins are in proportion.
  return gramsPerCabin(of('economy'), body);
}

/** Returns the candidates by type, the likeliest first. */
function byType(weighed: readonly CandidateEstimate[]): AircraftCandidate[] {
  const types = new Map<string, CandidateEstimate[]>();
  for (const one of weighed) types.set(one.icao, [...(types.get(one.icao) ?? []), one]);
  return [...types.values()]
    .map((layouts) => {
      const share = layouts.reduce((sum, one) => sum + one.share, 0);
      const likeliest = layouts.reduce((best, one) => (one.share > best.share ? one : best));
      const mean = (of: (one: CandidateEstimate) => number): number =>
        layouts.reduce((sum, one) => sum + one.share * of(one), 0) / share;
      const { icao, name, body, seats } = likeliest;
      return {
        icao,
        name,
        body,
        share,
        seats,
        fuelKg: Math.round(mean((one) => one.fuelKg)),
        economyGramsPerPax: Math.round(mean((one) => one.economyGrams)),
      };
    })
    .sort((a, b) => b.share - a.share || (a.icao < b.icao ? -1 : 1));
}

/** Refilled for each flight, and read before the next. */
let candidates: Candidates | undefined;

/** Estimates a checked flight; `given` is echoed. */
export function estimateCheckedFlight(
  given: FlightInput,
  flight: CheckedFlight,
  pairFactor: FactorLookup,
): FlightEstimate {
  const distance = flightDistance(flight, pairFactor);
  candidates ??= createCandidates();
  chooseAircraft(flight, choiceKm(flight, distance.greatCircleKm), candidates);
  const kept = estimateCandidates(flight, distance, candidates);
  const { economyGrams: economy, body } = pointEstimate(flight, pairFactor);
  const whole = gramsPerCabin(economy, body);
  const total = kept.reduce((sum, { share }) => sum + share, 0);
  const weighed = kept.map((one) => ({ ...one, share: one.share / total }));
  const burned = gramsPerCabin(economy * TANK_TO_WAKE_SHARE, body);
  const aircraft = byType(weighed);
  return {
    flight: given,
    emissionsGramsPerPax: whole,
    interval: { low: percentile(weighed, 0.1), high: percentile(weighed, 0.9) },
    ttwGramsPerPax: burned,
    wttGramsPerPax: byCabin((cabin) => whole[cabin] - burned[cabin]),
    distanceKm: Math.round(distance.flownKm * 10) / 10,
    aircraft,
    provenance: provenanceOf(flight, {
      distance,
      aircraftTier: candidates.tier,
      weighed,
      body,
      economyGrams: economy,
    }),
    warnings: flightWarnings(flight, distance, aircraft[0]!),
    modelVersion: MODEL_VERSION,
  };
}
