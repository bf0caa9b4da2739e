import {
  currencySchema,
  fromMinorUnits,
  productSchema,
  projectFactsSchema,
  projectSchema,
  toMinorUnits,
} from '@flight-offset/core';
import { MAX_URL_LENGTH, retirementBatchSchema } from '@flight-offset/core/retirement';
import * as z from 'zod';
import { uriOf } from './uri.ts';

/** Whether a price has no more decimals than its currency: rounded, it would differ from the file. */
function hasMinorUnits(price: number, currency: string): boolean {
  return fromMinorUnits(toMinorUnits(price, currency), currency) === price;
}

/** The check of decimals runs after those of currency and bounds: outside these, a price has no minor units. */
const DECIMALS = {
  error: 'has more decimals than its currency',
  when: ({ issues }: z.core.ParsePayload) => issues.length === 0,
};

/** The price of a project in one currency. */
const priceSchema = z
  .strictObject({
    currency: currencySchema,
    /** Whole units of the currency. */
    price_per_tonne: z.number().min(0).max(1e9),
    /** Rupees one unit of the currency counts as in totals. */
    inr_per_unit: z.number().positive().max(1e9),
    effective_from: z.iso.datetime().optional(),
  })
  .refine(({ currency, price_per_tonne }) => hasMinorUnits(price_per_tonne, currency), {
    ...DECIMALS,
    path: ['price_per_tonne'],
  })
  .refine(({ currency, inr_per_unit }) => currency !== 'INR' || inr_per_unit === 1, {
    path: ['inr_per_unit'],
    error: 'must be 1 for INR',
  });

/** A name that a catalogue may state only once, with its place in the list of projects. */
type Placed = readonly [name: string, path: readonly (string | number)[], message: string];

/** Refuses a repeated name: one entry would silently overwrite the other. */
function refuseRepeated(placed: readonly Placed[], issues: z.core.$ZodRawIssue[]): void {
  const seen = new Set<string>();
  for (const [name, path, message] of placed) {
    if (seen.has(name)) issues.push({ code: 'custom', input: name, path: [...path], message });
    seen.add(name);
  }
}

function placedId(kind: 'project' | 'lot', id: string, path: Placed[1]): Placed {
  return [
    id,
    [...path, 'id'],
    `${id} is the id of an earlier ${kind} too; give each ${kind} an id of its own`,
  ];
}

/** A price and when it takes effect; at once if no time is given. */
type Timed = Pick<z.output<typeof priceSchema>, 'currency' | 'effective_from'>;

function placedPrice(project: string, { currency, effective_from }: Timed, path: Placed[1]): Placed {
  const from = effective_from === undefined ? '' : Date.parse(effective_from);
  const message = `${project} has an earlier price in ${currency} from the same time; state one`;
  return [`${project} ${currency} ${from}`, path, message];
}

/**
 * A catalogue of projects as a file states it. An unknown field is refused: if `active` were misspelt, a project would
 * stay on sale; if `effective_from` were, a price would take effect at once.
 */
export const catalogueSchema = z.strictObject({
  projects: z
    .array(
      projectSchema
        .extend({
          ...projectFactsSchema.omit({ ccp_label_on: true }).shape,
          // No batch can hold a longer name: sold credits of the project would never be published as retired.
          ...retirementBatchSchema.shape.project.shape,
          /** Payment pages, receipts and the widget lead to it. */
          public_url: z
            .url({ protocol: /^https?$/, error: 'must be an http or https URL', abort: true })
            // The interface promises a URI: clients that parse it fail on every order of a project whose URL has a
            // space.
            .overwrite(uriOf)
            .max(MAX_URL_LENGTH),
          /** The product: `aviation_fuel` for certificates of aviation fuel. */
          product: productSchema.default('carbon_credits'),
          id: z.string().min(1).max(64),
          /** INR. */
          price_per_tonne: z
            .number()
            .min(0)
            .max(1e7)
            .refine((price) => hasMinorUnits(price, 'INR'), DECIMALS),
          /** When the price takes effect; at once if not given. */
          effective_from: z.iso.datetime().optional(),
          /** Prices in other currencies. */
          prices: z.array(priceSchema).default([]),
          active: z.boolean().default(true),
          lots: z
            .array(
              z.strictObject({
                id: z.string().min(1).max(64),
                serial_prefix: z.string().min(1).max(64),
                grams: z.int().min(0),
              }),
            )
            .default([]),
        })
        .strict()
        .refine(({ vintage_from: from = Infinity, vintage_to: to }) => to === undefined || from <= to, {
          path: ['vintage_to'],
          error: 'needs a vintage_from that is no later',
        }),
    )
    .min(1)
    .check(({ value, issues }) => {
      const projects = value.map(({ id }, at) => placedId('project', id, [at]));
      const lots = value.flatMap((one, at) =>
        one.lots.map(({ id }, lot) => placedId('lot', id, [at, 'lots', lot])),
      );
      const prices = value.flatMap((one, at) => [
        placedPrice(one.id, { ...one, currency: 'INR' }, [at, 'price_per_tonne']),
        ...one.prices.map((price, place) => placedPrice(one.id, price, [at, 'prices', place, 'currency'])),
      ]);
      for (const placed of [projects, lots, prices]) refuseRepeated(placed, issues);
    }),
});

/** A catalogue that was read, with its defaults. */
export type Catalogue = z.output<typeof catalogueSchema>;
