import { blendedPrice, type MinorUnits, splitByShares } from '@flight-offset/core';
import { grossPrice, type TaxRule } from '../merchants/tax.ts';
import type { PricedProject } from './price-lists.ts';

/** A priced project and its share of an order: that over the sum of all shares. */
export interface BlendPart {
  readonly offered: PricedProject;
  /** Whole number. */
  readonly share: number;
}

/** What a tonne of a blend costs the payer, tax included, half up to the minor unit. */
export function pricePerTonne(parts: readonly BlendPart[], tax: TaxRule | undefined): MinorUnits {
  const net = blendedPrice(parts.map(({ offered, share }) => ({ share, perTonne: offered.perTonne })));
  return grossPrice(net, tax);
}

/** Rupees that one whole unit of the currency counts as: the parts' rates, weighted by what each part costs. */
export function inrRate(parts: readonly BlendPart[]): number {
  const rates = parts.map(({ offered }) => offered.inrPerUnit);
  const [first = 1] = rates;
  const costs = parts.map(({ offered, share }) => offered.perTonne * share);
  const cost = costs.reduce((sum, one) => sum + one, 0);
  if (cost === 0 || rates.every((rate) => rate === first)) return first;
  return rates.reduce((sum, rate, at) => sum + rate * (costs[at]! / cost), 0);
}

/**
 * The largest order that a blend can fill, grams.
 * @param freeOf grams of a project that are free.
 */
export function blendCapacity(
  parts: readonly BlendPart[],
  freeOf: (offered: PricedProject) => number,
): number {
  const shares = parts.map(({ share }) => share);
  const sum = shares.reduce((total, share) => total + BigInt(share), 0n);
  const frees = parts.map(({ offered }) => freeOf(offered));
  const limits = parts.map(({ share }, at) => (BigInt(frees[at]!) * sum) / BigInt(share));
  // Beyond what a number holds exactly no order goes anyway.
  let mass = Math.min(Number.MAX_SAFE_INTEGER, ...limits.map(Number));
  // Rounding may give a part one gram more than its exact share.
  while (mass > 0 && splitByShares(mass, shares).some((grams, at) => grams > frees[at]!)) mass -= 1;
  return mass;
}
