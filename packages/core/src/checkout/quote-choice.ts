import * as z from 'zod';
import { MAX_PORTFOLIO_PARTS, shareSchema } from '../offer/portfolio.ts';
import { priceSchema } from '../offer/price.ts';
import { productSchema } from '../offer/product.ts';

/** One amount that may be contributed; an order is created from its token. */
export const quoteOptionSchema = z.object({
  fraction: z.number().positive().meta({ description: 'Fraction of the emissions, 1 for all of them.' }),
  grams: z.int().min(0).meta({ description: 'Grams of CO2e that this option buys.' }),
  price: priceSchema.optional(),
  token: z.string().meta({ description: 'Opaque and signed; the body of an order.' }),
  soldOut: z
    .literal(true)
    .optional()
    .meta({ description: 'Set if less than this is left: an order of this option would be refused.' }),
});

/** One amount that may be contributed. */
export type QuoteOption = z.infer<typeof quoteOptionSchema>;

/** A project in plain words, as shown to travellers for a part of a choice. */
export const choicePartSchema = z.object({
  share: shareSchema,
  name: z.string(),
  description: z.string().optional().meta({
    description: 'What the project does, in the language of the page if the service has it.',
  }),
  country: z
    .string()
    .optional()
    .meta({ description: 'ISO 3166-1 code of two letters.', examples: ['IN'] }),
  vintage: z
    .object({ from: z.int(), to: z.int() })
    .optional()
    .meta({ description: 'First and last year of the credits.' }),
  category: z.string(),
  type: z.string(),
  registry: z.string(),
  registryUrl: z.url(),
  ccpLabelOn: z.iso.date().optional().meta({
    description: 'Date as of which a registry shows the Core Carbon Principles label.',
  }),
});

/** A project of a choice, in plain words. */
export type ChoicePart = z.infer<typeof choicePartSchema>;

/** Choice of a traveller: a project, or a blend of projects in exact shares. */
export const quoteChoiceSchema = z.object({
  id: z.string(),
  name: z.string(),
  product: productSchema.meta({
    description:
      'Aviation-fuel certificates have a wording of their own; their grams are never added to credits.',
  }),
  description: z.string().optional(),
  pricePerTonne: priceSchema,
  parts: z.array(choicePartSchema).min(1).max(MAX_PORTFOLIO_PARTS).meta({
    description: 'Its projects, the largest share first.',
  }),
  options: z.array(quoteOptionSchema).min(1).meta({
    description: "One option per fraction, in the order of the quote's own `options`.",
  }),
});

/** Choice of a traveller. */
export type QuoteChoice = z.infer<typeof quoteChoiceSchema>;
