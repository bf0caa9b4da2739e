/** A value and its weight. */
export interface WeightedValue {
  readonly value: number;
  readonly weight: number;
}

/** Returns the smallest value at or below which half of the weight lies; NaN if there are no values. */
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
