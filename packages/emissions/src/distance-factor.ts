/** How much farther than the great circle aircraft fly: by country pair, else the world's average. */
import { airportCountryIndex } from './airports.ts';
import { PAIR_DESTINATIONS, PAIR_FACTORS, PAIR_STARTS } from './data/country-factors.ts';
import { digitAt, numberAt } from './digits.ts';

/** Where a distance factor comes from, the best first. */
export type DistanceFactorTier = 'caller' | 'airport pair' | 'country pair' | 'default';

/** Flown distance over great-circle distance, and how specific it is. */
export interface DistanceFactor {
  readonly factor: number;
  readonly tier: DistanceFactorTier;
}

/** Looks up the factor of a flight from airport index `from` to `to`; 0 where the table has none. */
export type FactorLookup = (from: number, to: number) => number;

/** TIM's factor where GAIA has neither the airport pair nor the country pair. */
export const DEFAULT_DISTANCE_FACTOR = 1.052;

/** GAIA's factor for the countries of two airports, in this direction; 0 where there is none. */
export function countryFactor(from: number, to: number): number {
  const origin = airportCountryIndex(from);
  const destination = airportCountryIndex(to);
  let low = numberAt(PAIR_STARTS, 3 * origin, 3);
  let high = numberAt(PAIR_STARTS, 3 * origin + 3, 3);
  while (low < high) {
    const middle = (low + high) >> 1;
    const country = numberAt(PAIR_DESTINATIONS, 2 * middle, 2);
    if (country === destination) return 1 + packedFactor(middle) / 10_000;
    if (country < destination) low = middle + 1;
    else high = middle;
  }
  return 0;
}

const COUNT: number = PAIR_FACTORS.length / 3;

/** Ten-thousandths above 1. */
function packedFactor(i: number): number {
  return (
    (digitAt(PAIR_FACTORS, i) * 64 + digitAt(PAIR_FACTORS, COUNT + i)) * 64 +
    digitAt(PAIR_FACTORS, 2 * COUNT + i)
  );
}
