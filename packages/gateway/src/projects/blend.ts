import { blendedPrice, type MinorUnits } from '@flight-offset/core';
import { grossPrice, type TaxRule } from '../merchants/tax.ts';
import type { PricedProject } from './price-lists.ts';

/** A priced project and its share of an order: its number divided by the sum of all shares. */
export interface BlendPart {
  readonly offered: PricedProject;
  /** Whole number. */
  readonly share: number;
}

/** Calculates the price of a tonne of a blend, tax included, half up to the minor unit. */
export function pricePerTonne(parts: readonly BlendPart[], tax: TaxRule | undefined): MinorUnits {
  const net = blendedPrice(parts.map(({ offered, share }) => ({ share, perTonne: offered.perTonne })));
  return grossPrice(net, tax);
}

/** Calculates the rupees per whole unit of the currency: the parts' rates, weighted by the cost of each part. */
export function inrRate(parts: readonly BlendPart[]): number {
  const rates = parts.map(({ offered }) => offered.inrPerUnit);
  const [first = 1] = rates;
  const costs = parts.map(({ offered, share }) => offered.perTonne * share);
  const cost = costs.reduce((sum, one) => sum + one, 0);
  if (cost === 0 || rates.every((rate) => rate === first)) return first;
  return rates.reduce((sum, rate, at) => sum + rate * (costs[at]! / cost), 0);
}

/**
 * Calculates the largest order that a blend can fill, grams.
 * @param freeOf grams of a project that are free.
 */
export function blendCapacity(
  parts: readonly BlendPart[],
  freeOf: (offered: PricedProject) => number,
): number {
  const sum = parts.reduce((total, { share }) => total + BigInt(share), 0n);
  // Free grams are whole numbers, so that a share that is rounded up fits too.
  const limits = parts.map(({ offered, share }) => (BigInt(freeOf(offered)) * sum) / BigInt(share));
  // No order is larger than a number holds exactly.
  return Math.min(Number.MAX_SAFE_INTEGER, ...limits.map(Number));
}
