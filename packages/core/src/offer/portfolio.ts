import * as z from 'zod';
import { productSchema } from './product.ts';
import { projectSchema } from './project.ts';

/** Maximum number of portfolios that a service offers at once: as many as a traveller can compare. */
export const MAX_OFFERED_PORTFOLIOS = 4;

/** Maximum number of projects in a portfolio. */
export const MAX_PORTFOLIO_PARTS = 10;

/** Identifier of a portfolio: 1 to 64 letters, digits and . _ - */
export const portfolioIdSchema = z
  .string()
  .regex(/^[\w.-]{1,64}$/, 'must be 1 to 64 letters, digits and . _ -')
  .meta({ examples: ['wind-and-mangroves'] });

/** A text for travellers by language: keys are BCP 47 tags such as `en` or `pt-BR`. */
export const textsSchema = z
  .record(z.string().regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/), z.string().min(1).max(300), {
    error: ({ code }) => (code === 'invalid_key' ? 'is no language such as en or pt-BR' : undefined),
  })
  .refine((texts) => Object.keys(texts).length <= 40, 'must hold at most 40 languages')
  .meta({ examples: [{ en: 'Wind turbines that replace power from coal.' }] });

/** A text for travellers by language. */
export type Texts = z.infer<typeof textsSchema>;

/** A whole number: the exact share of a part is this number divided by the sum of the shares of all parts. */
export const shareSchema = z
  .int()
  .min(1)
  .max(1_000_000)
  .meta({
    description: 'The exact share of the part is this over the sum of all shares.',
    examples: [70],
  });

/** Facts about a project, in words for travellers. */
export const projectFactsSchema = z.object({
  descriptions: textsSchema.optional().meta({ description: 'What the project does, by language.' }),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, 'must be an ISO 3166-1 code of two letters')
    .optional()
    .meta({ description: 'ISO 3166-1 code of two letters.', examples: ['IN'] }),
  vintage_from: z.int().min(1990).max(2100).optional().meta({ description: 'First year of the credits.' }),
  vintage_to: z.int().min(1990).max(2100).optional().meta({ description: 'Last year of the credits.' }),
  ccp_label_on: z.iso.date().optional().meta({
    description: 'Date of the first registry export that shows the Core Carbon Principles label.',
  }),
});

/** Facts about a project, in words for travellers. */
export type ProjectFacts = z.infer<typeof projectFactsSchema>;

/** One project of an offered portfolio. */
export const portfolioPartSchema = z.object({
  share: shareSchema,
  project: projectSchema.extend(projectFactsSchema.shape),
});

/** Choice for travellers: a project, or a blend of projects in exact shares. */
export const offeredPortfolioSchema = z
  .object({
    id: portfolioIdSchema,
    name: z.string().min(1).max(120),
    product: productSchema,
    descriptions: textsSchema.optional(),
    price_per_tonne: z.number().min(0).meta({
      description: "Price per tonne of CO2e, tax included, in whole units of the offer's currency.",
    }),
    available: z.int().min(0).meta({
      description: 'Grams of CO2e which an order of this merchant may buy of it now.',
    }),
    parts: z.array(portfolioPartSchema).min(1).max(MAX_PORTFOLIO_PARTS).meta({
      description: 'Its projects, the largest share first.',
    }),
  })
  .meta({ id: 'OfferedPortfolio' });

/** Choice for travellers. */
export type OfferedPortfolio = z.infer<typeof offeredPortfolioSchema>;
