import { currencySchema, productSchema, projectFactsSchema, projectSchema } from '@flight-offset/core';
import * as z from 'zod';

/** The price of a project in one currency. */
const priceSchema = z.object({
  currency: currencySchema,
  /** Whole units of the currency. */
  price_per_tonne: z.number().min(0).max(1e9),
  /** Rupees one unit of the currency counts as in totals. */
  inr_per_unit: z.number().positive().max(1e9),
  effective_from: z.iso.datetime().optional(),
});

/** A catalogue of projects as a file states it. */
export const catalogueSchema = z.object({
  projects: z
    .array(
      projectSchema.extend({
        ...projectFactsSchema.omit({ ccp_label_on: true }).shape,
        /** What its credits are: `aviation_fuel` for certificates of aviation fuel. */
        product: productSchema.default('carbon_credits'),
        id: z.string().min(1).max(64),
        /** INR. */
        price_per_tonne: z.number().min(0).max(1e7),
        /** From when the price holds; at once where it is not given. */
        effective_from: z.iso.datetime().optional(),
        /** Prices in other currencies. */
        prices: z.array(priceSchema).default([]),
        active: z.boolean().default(true),
        lots: z
          .array(
            z.object({
              id: z.string().min(1).max(64),
              serial_prefix: z.string().min(1).max(64),
              grams: z.int().min(0),
            }),
          )
          .default([]),
      }),
    )
    .min(1),
});

/** A catalogue that was read, with its defaults. */
export type Catalogue = z.output<typeof catalogueSchema>;
