/** The middle of values that do not all count the same. */

/** A value and how much it counts. */
export interface WeightedValue {
  readonly value: number;
  readonly weight: number;
}

/** The smallest value at or below which half of the weight lies; NaN for no values. */
export function weightedMedian(values: readonly WeightedValue[]): number {
  const sorted = [...values].sort((a, b) => a.value - b.value);
  const half = sorted.reduce((sum, { weight }) => sum + weight, 0) / 2;
  let below = 0;
  for (const { value, weight } of sorted) {
    below += weight;
    if (below >= half) return value;
  }
  return Number.NaN;
}
