import type { FlightEstimateResult } from '@flight-offset/core';
import { type FlightEstimate, typicalEmissions } from '@flight-offset/emissions';
import { LRUCache } from 'lru-cache';

/** Typical emissions on the route of a flight, as the estimates extension returns them. */
export type Typical = NonNullable<FlightEstimateResult['typical']>;

const MAX_ROUTES = 10_000;

/**
 * Returns a function for typical emissions by route, which it keeps: they are a median over every carrier of the route
 * and cost as much as all their estimates together.
 */
export function createTypical(): (estimate: FlightEstimate) => Typical {
  const known = new LRUCache<string, Typical>({ max: MAX_ROUTES });

  return ({ flight }) => {
    const origin = flight.origin.toUpperCase();
    const destination = flight.destination.toUpperCase();
    const route = `${origin}-${destination}`;
    const kept = known.get(route);
    if (kept) return kept;
    const { emissionsGramsPerPax, method, carriers } = typicalEmissions(origin, destination);
    const typical = { emissionsGramsPerPax, method, carriers };
    known.set(route, typical);
    return typical;
  };
}
