import { divideHalfUp } from './decimal.ts';
import { type MinorUnits, minorUnits } from './money.ts';

/**
 * Splits whole grams by shares: each part is within one gram of its exact share, and the parts add up to the whole. The
 * grams left by rounding go to the largest remainders, the earlier part first. Exact: calculated in whole numbers.
 * @param shares whole numbers from 0; the share of a part is its number divided by the sum of all.
 * @throws RangeError if the shares are not whole numbers from 0, or add up to 0.
 * @example splitByShares(1000, [1, 1, 1]) // [334, 333, 333]
 */
export function splitByShares(whole: number, shares: readonly number[]): number[] {
  const sum = sumOf(shares);
  const exact = shares.map((share) => BigInt(whole) * BigInt(share));
  const parts = exact.map((one) => Number(one / sum));
  const byRemainder = exact
    .map((one, index) => ({ index, remainder: one % sum }))
    .toSorted((a, b) => Number(b.remainder - a.remainder));
  const left = whole - parts.reduce((total, part) => total + part, 0);
  for (const { index } of byRemainder.slice(0, left)) parts[index]! += 1;
  return parts;
}

/** A part of a blend: its share, and its price per tonne. */
export interface PricedShare {
  /** Whole number: the share is this number divided by the sum of all. */
  readonly share: number;
  /** Minor units of one currency. */
  readonly perTonne: MinorUnits;
}

/**
 * Calculates the price per tonne of a blend, half up to the minor unit.
 * @throws RangeError if the shares are not whole numbers from 0, or add up to 0.
 * @example
 * blendedPrice([{ share: 3, perTonne: minorUnits(1000) }, { share: 1, perTonne: minorUnits(2000) }]); // 1250
 */
export function blendedPrice(parts: readonly PricedShare[]): MinorUnits {
  const sum = sumOf(parts.map(({ share }) => share));
  const exact = parts.reduce((total, { share, perTonne }) => total + BigInt(share) * BigInt(perTonne), 0n);
  return minorUnits(Number(divideHalfUp(exact, sum)));
}

function sumOf(shares: readonly number[]): bigint {
  const isValid = shares.every((share) => Number.isSafeInteger(share) && share >= 0);
  const sum = isValid ? shares.reduce((total, share) => total + BigInt(share), 0n) : 0n;
  if (sum === 0n) throw new RangeError('shares must be whole numbers from 0 that add up to at least 1');
  return sum;
}
