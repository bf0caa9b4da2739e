/** How much farther than the great circle aircraft fly: by country pair, else the world's average. */
import { COUNTRY_COUNT } from './airports.ts';
import { whole } from './damaged-table.ts';
import { PAIR_DESTINATIONS, PAIR_FACTORS, PAIR_STARTS } from './data/country-factors.ts';
import { columnAt, columnOf, numberAt } from './digits.ts';

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

/** Lookups answered from the packed text before the table is made. */
const PACKED_LOOKUPS = 32;
const starts: string = /* @__PURE__ */ whole('PAIR_STARTS', PAIR_STARTS, 3 * (COUNTRY_COUNT + 1));

const COUNT: number = /* @__PURE__ */ numberAt(starts, 3 * COUNTRY_COUNT, 3);
const destinations: string = /* @__PURE__ */ whole('PAIR_DESTINATIONS', PAIR_DESTINATIONS, 2 * COUNT);
const packedFactors: string = /* @__PURE__ */ whole('PAIR_FACTORS', PAIR_FACTORS, 3 * COUNT);

/** Ten-thousandths above 1 by countries from and to; 0 where there is no factor. */
let table: Uint16Array | undefined;
let lookups = 0;

function decode(): Uint16Array {
  const factors = columnOf(packedFactors, 3);
  const all = new Uint16Array(COUNTRY_COUNT * COUNTRY_COUNT);
  for (let origin = 0; origin < COUNTRY_COUNT; origin++) {
    const end = numberAt(starts, 3 * origin + 3, 3);
    for (let i = numberAt(starts, 3 * origin, 3); i < end; i++)
      all[origin * COUNTRY_COUNT + numberAt(destinations, 2 * i, 2)] = factors[i]!;
  }
  return all;
}

/** Looks a pair up in the packed text, by bisection among the destinations of the origin. */
function packedFactor(from: number, to: number): number {
  let low = numberAt(starts, 3 * from, 3);
  let high = numberAt(starts, 3 * from + 3, 3);
  while (low < high) {
    const middle = (low + high) >> 1;
    const country = numberAt(destinations, 2 * middle, 2);
    if (country === to) return columnAt(packedFactors, 3, middle);
    if (country < to) low = middle + 1;
    else high = middle;
  }
  return 0;
}

/** GAIA's factor from one country to another (see `airportCountryIndex`); 0 where there is none. */
export function countryFactor(from: number, to: number): number {
  if (table === undefined && ++lookups > PACKED_LOOKUPS) table = decode();
  const packed = table === undefined ? packedFactor(from, to) : table[from * COUNTRY_COUNT + to]!;
  return packed === 0 ? 0 : 1 + packed / 10_000;
}
