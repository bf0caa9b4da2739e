import { currencySchema, productSchema, projectFactsSchema, projectSchema } from '@flight-offset/core';
import { retirementBatchSchema } from '@flight-offset/core/retirement';
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

/** An identifier with its place in the list of projects. */
type Placed = readonly [id: string, path: readonly (string | number)[]];

/** Every project and every lot stands there once: of two, one would silently overwrite the other. */
function refuseRepeated(
  kind: 'project' | 'lot',
  placed: readonly Placed[],
  issues: z.core.$ZodRawIssue[],
): void {
  const seen = new Set<string>();
  for (const [id, path] of placed) {
    const message = `${id} is the id of an earlier ${kind} too; give each ${kind} an id of its own`;
    if (seen.has(id)) issues.push({ code: 'custom', input: id, path: [...path, 'id'], message });
    seen.add(id);
  }
}

/** A price and the time from which it holds; at once where none is given. */
type Timed = Pick<z.output<typeof priceSchema>, 'currency' | 'effective_from'>;

/** A project has one price per currency and time: of two, one would silently overwrite the other. */
function refuseRepeatedPrices(
  id: string,
  prices: readonly (readonly [price: Timed, path: readonly (string | number)[]])[],
  issues: z.core.$ZodRawIssue[],
): void {
  const seen = new Set<string>();
  for (const [{ currency, effective_from }, path] of prices) {
    const name = `${currency} ${effective_from === undefined ? '' : Date.parse(effective_from)}`;
    const message = `${id} has an earlier price in ${currency} from the same time; state one`;
    if (seen.has(name)) issues.push({ code: 'custom', input: currency, path: [...path], message });
    seen.add(name);
  }
}

/** A catalogue of projects as a file states it. */
export const catalogueSchema = z.object({
  projects: z
    .array(
      projectSchema.extend({
        ...projectFactsSchema.omit({ ccp_label_on: true }).shape,
        // A longer name could be in no batch: what is sold of the project would never be published as retired.
        ...retirementBatchSchema.shape.project.shape,
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
    .min(1)
    .check(({ value, issues }) => {
      const projects = value.map(({ id }, at): Placed => [id, [at]]);
      refuseRepeated('project', projects, issues);
      const lots = value.flatMap((one, at) => one.lots.map(({ id }, lot): Placed => [id, [at, 'lots', lot]]));
      refuseRepeated('lot', lots, issues);
      for (const [at, { id, effective_from, prices }] of value.entries()) {
        const inRupees = [{ currency: 'INR', effective_from }, [at, 'price_per_tonne']] as const;
        const others = prices.map((price, place) => [price, [at, 'prices', place, 'currency']] as const);
        refuseRepeatedPrices(id, [inRupees, ...others], issues);
      }
    }),
});

/** A catalogue that was read, with its defaults. */
export type Catalogue = z.output<typeof catalogueSchema>;
