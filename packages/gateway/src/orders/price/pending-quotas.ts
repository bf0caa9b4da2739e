import type { Product } from '@flight-offset/core';
import type { Stock } from '../../projects/stock.ts';
import { type PendingLimits, type PendingQuota, pendingQuota } from './pending-limits.ts';

/** Quotas of a merchant's pending orders by product: certificates of fuel do not count as credits. */
export type PendingQuotas = Readonly<Record<Product, PendingQuota>>;

/** Calculates the quotas of a merchant, each from the unsold stock of its product. */
export function pendingQuotas(limits: PendingLimits, stock: Stock): PendingQuotas {
  const quota = (product: Product): PendingQuota =>
    pendingQuota(limits, stock.held(product), stock.unsold(product));
  return { carbon_credits: quota('carbon_credits'), aviation_fuel: quota('aviation_fuel') };
}
