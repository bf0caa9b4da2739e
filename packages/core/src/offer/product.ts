import * as z from 'zod';

/**
 * Products of orders: `carbon_credits`, or `aviation_fuel`, certificates of aviation fuel made from sources other than
 * petroleum. Both are measured in grams of CO2e, and the two are never added up.
 */
export const PRODUCTS = ['carbon_credits', 'aviation_fuel'] as const;

/** Product of an order. */
export type Product = (typeof PRODUCTS)[number];

/** Product of an order. */
export const productSchema: z.ZodEnum<{ [P in Product]: P }> = z.enum(PRODUCTS).meta({ id: 'Product' });
