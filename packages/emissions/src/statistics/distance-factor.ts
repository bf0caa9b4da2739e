/** Factors of flown over great-circle distance: by country pair, or else the world's average. */
import { COUNTRY_COUNT } from '../airports/airports.ts';
import { COUNTRY_BACKWARD, COUNTRY_FORWARD, COUNTRY_GAPS } from '../data/country-factors.ts';
import { requireLength } from '../tables/corrupt-data.ts';
import { columnOf } from '../tables/digits.ts';
import { COUNTRY_FACTOR_PARTS } from '../tables/packed-steps.ts';

/** Source of a distance factor, the best first. */
export type DistanceFactorTier = 'caller' | 'airport pair' | 'country pair' | 'default';

/** Flown distance over great-circle distance, and how specific it is. */
export interface DistanceFactor {
  readonly factor: number;
  readonly tier: DistanceFactorTier;
}

/** Looks up the factor of a flight from airport index `from` to `to`; 0 if the table has none. */
export type FactorLookup = (from: number, to: number) => number;

/** TIM's factor if GAIA has neither the airport pair nor the country pair. */
export const DEFAULT_DISTANCE_FACTOR = 1.052;

/** Number of unordered pairs of countries. */
const COUNT: number = COUNTRY_GAPS.length / 2;
const gaps: string = /* @__PURE__ */ requireLength('COUNTRY_GAPS', COUNTRY_GAPS, 2 * Math.floor(COUNT));
const forward: string = /* @__PURE__ */ requireLength('COUNTRY_FORWARD', COUNTRY_FORWARD, 2 * COUNT);
const backward: string = /* @__PURE__ */ requireLength('COUNTRY_BACKWARD', COUNTRY_BACKWARD, 2 * COUNT);

/** Thousandths above 1 by countries from and to; 0 if there is no factor. */
let table: Uint16Array | undefined;

function decode(): Uint16Array {
  const steps = columnOf(gaps, 2);
  const there = columnOf(forward, 2);
  const back = columnOf(backward, 2);
  const all = new Uint16Array(COUNTRY_COUNT * COUNTRY_COUNT);
  for (let i = 0, rank = -1; i < COUNT; i++) {
    rank += steps[i]! + 1;
    const low = Math.floor(rank / COUNTRY_COUNT);
    const high = rank % COUNTRY_COUNT;
    all[low * COUNTRY_COUNT + high] = there[i]!;
    all[high * COUNTRY_COUNT + low] = back[i]!;
  }
  return all;
}

/** Returns GAIA's factor from one country to another (see `airportCountryIndex`); 0 if there is none. */
export function countryFactor(from: number, to: number): number {
  table ??= decode();
  const packed = table[from * COUNTRY_COUNT + to]!;
  return packed === 0 ? 0 : 1 + packed / COUNTRY_FACTOR_PARTS;
}
