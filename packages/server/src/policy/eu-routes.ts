import type { Flight } from '@flight-offset/core';
import { EU_AIRPORTS } from './eu-airports.ts';

/** Options for which routes count as EU routes. */
export interface EuRouteOptions {
  /** Only flights that depart from the EU count, not arrivals. Default false: either end counts. */
  readonly departuresOnly?: boolean;
  /** Decides by the merchant's own data. Default: {@link isEuAirport}. */
  readonly isEuAirport?: (iata: string) => boolean;
}

let codes: ReadonlySet<string> | undefined;

/**
 * Whether an airport is in the EU, in one of its outermost regions, or in the EEA.
 * @example
 * isEuAirport('ZRH'); // false
 */
export function isEuAirport(iata: string): boolean {
  codes ??= new Set(Object.values(EU_AIRPORTS).flatMap((list) => list.match(/.{3}/g) ?? []));
  return codes.has(iata.toUpperCase());
}

/**
 * A `policy.showFigures` for airlines: no per-passenger figures on itineraries with a flight from or to the EU. There
 * Regulation (EU) 2024/3170 leaves them to the Flight Emissions Label (`policy.label`). It errs on the side of hiding;
 * ask your counsel what the law requires of you.
 * @example createOffsetHandler({ service, policy: { showFigures: exceptOnEuRoutes() } });
 */
export function exceptOnEuRoutes(
  options: EuRouteOptions = {},
): (legs: readonly Pick<Flight, 'origin' | 'destination'>[]) => boolean {
  const { departuresOnly = false, isEuAirport: judge = isEuAirport } = options;
  return (legs) =>
    !legs.some(({ origin, destination }) => judge(origin) || (!departuresOnly && judge(destination)));
}
