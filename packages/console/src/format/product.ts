import type { Product } from '@flight-offset/core';

/** Names of a product. */
export interface ProductWords {
  /** As a heading. */
  readonly title: string;
  /** Within a sentence about an order that buys it. */
  readonly units: string;
}

/** The words for each product. Certificates of fuel are never called credits, nor added to them. */
export const PRODUCT_WORDS: Readonly<Record<Product, ProductWords>> = {
  carbon_credits: { title: 'Carbon credits', units: 'credits' },
  aviation_fuel: { title: 'Aviation-fuel certificates', units: 'certificates' },
};
