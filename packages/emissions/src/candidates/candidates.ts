/** Aircraft that may fly a flight: a set of layouts with their likelihoods. */
import type { Layout } from '../fleets/layout.ts';

/** How the aircraft was found, the best first. */
export type AircraftTier =
  | 'caller'
  | 'carrier and route'
  | 'carrier fleet by distance'
  | 'world fleet by distance';

/**
 * Candidates of one flight: `layouts[i]` flies it with a likelihood of `shares[i]`, for i below `count`. The arrays are
 * longer than `count`; a set is refilled for each flight.
 */
export interface Candidates {
  readonly layouts: Layout[];
  readonly shares: Float64Array;
  count: number;
  tier: AircraftTier;
}

/** No carrier has more layouts, including its partners'. */
const MAX_CANDIDATES = 256;

/** Creates an empty set. */
export function createCandidates(): Candidates {
  return { layouts: [], shares: new Float64Array(MAX_CANDIDATES), count: 0, tier: 'caller' };
}

/** Adds a layout with a weight that is not yet a share. */
export function addCandidate(into: Candidates, layout: Layout, weight: number): void {
  into.layouts[into.count] = layout;
  into.shares[into.count] = weight;
  into.count++;
}

/** Scales weights that add up to `total` to shares that add up to 1. */
export function scaleToOne({ shares, count }: Candidates, total: number): void {
  for (let i = 0; i < count; i++) shares[i] = shares[i]! / total;
}
