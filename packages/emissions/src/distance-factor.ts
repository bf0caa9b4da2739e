/** How much farther than the great circle aircraft fly: by country pair, else the world's average. */
import { airports } from './airports.ts';
import { COUNTRY_FACTORS, COUNTRY_PAIRS } from './data/country-factors.ts';
import { digitAt } from './digits.ts';

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

let byCountries: Float64Array | undefined;

function decode(): Float64Array {
  const { countries } = airports();
  const size = countries.length / 2;
  const indexOf = new Map<string, number>();
  for (let i = 0; i < size; i++) indexOf.set(countries.slice(i * 2, i * 2 + 2), i);
  const factors = new Float64Array(size * size);
  const count = COUNTRY_FACTORS.length / 3;
  let at = 0;
  for (const group of COUNTRY_PAIRS.split(',')) {
    const from = indexOf.get(group.slice(0, 2));
    for (let i = 2; i < group.length; i += 2, at++) {
      const to = indexOf.get(group.slice(i, i + 2));
      if (from === undefined || to === undefined) continue;
      const tenThousandths =
        digitAt(COUNTRY_FACTORS, at) * 4096 +
        digitAt(COUNTRY_FACTORS, count + at) * 64 +
        digitAt(COUNTRY_FACTORS, 2 * count + at);
      factors[from * size + to] = 1 + tenThousandths / 10_000;
    }
  }
  return factors;
}

/** GAIA's factor for the countries of two airports, in this direction; 0 where there is none. */
export function countryFactor(from: number, to: number): number {
  byCountries ??= decode();
  const { countries, countryIndexes } = airports();
  return byCountries[countryIndexes[from]! * (countries.length / 2) + countryIndexes[to]!]!;
}
