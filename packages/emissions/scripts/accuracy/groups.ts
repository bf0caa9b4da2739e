/** Groups of flights that cause the error: one carrier, type and source of load, by how many of them are off. */
import { type Measured, quantile } from './measure.ts';

/** Errors of one group. */
export interface ErrorGroup {
  /** Carrier, likeliest type, source of the load factor. */
  readonly name: string;
  readonly values: number;
  /**
   * Values that are off by more than the bound, less half of all: the contribution to the median's excess over the
   * bound.
   */
  readonly excess: number;
  /** Smallest, median and largest signed error. */
  readonly errors: readonly [number, number, number];
}

/**
 * Returns the groups by contribution to the median's excess over `bound` (a part of the published value), largest
 * first.
 */
export function errorGroups(measured: readonly Measured[], bound: number): ErrorGroup[] {
  const groups = new Map<string, number[]>();
  for (const { reference, likeliest, loadTier, error } of measured) {
    const name = `${reference.flight.operatingCarrierCode} ${likeliest.split(' ')[0]}, ${loadTier}`;
    groups.set(name, [...(groups.get(name) ?? []), error]);
  }
  return [...groups]
    .map(([name, errors]): ErrorGroup => {
      const sorted = errors.sort((a, b) => a - b);
      const off = sorted.filter((error) => Math.abs(error) > bound).length;
      return {
        name,
        values: sorted.length,
        excess: off - sorted.length / 2,
        errors: [sorted[0]!, quantile(sorted, 0.5), sorted.at(-1)!],
      };
    })
    .sort((a, b) => b.excess - a.excess);
}
