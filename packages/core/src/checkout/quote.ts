/**
 * The quote in the API between a page and its merchant's backend: `packages/server` implements the API;
 * `packages/elements` and any other page call it. The request for a quote is in `quote-request.ts`, the order created
 * from a quote in `checkout.ts`. Paths are relative to where the merchant mounts the handler.
 */
import * as z from 'zod';
import { cabinSchema } from '../flights/flight-emissions.ts';
import { flightProblemCodeSchema } from '../flights/flight-problem.ts';
import { MAX_OFFERED_PORTFOLIOS } from '../offer/portfolio.ts';
import { projectSchema } from '../offer/project.ts';
import { contrailRiskSchema, flightLabelSchema } from './beside-figures.ts';
import { methodSchema } from './method.ts';
import { quoteChoiceSchema, quoteOptionSchema } from './quote-choice.ts';
import { comparisonSchema, gramsRangeSchema, quotedLegSchema } from './quoted-leg.ts';

const grams = z.int().min(0);

/** A quote: figures, their derivation, and the options to contribute. */
export const readyQuoteSchema = z.object({
  status: z.literal('ready'),
  cabin: cabinSchema,
  passengers: z.int().min(1),
  showFigures: z.boolean().meta({
    description:
      'Whether the page may show per-passenger figures on this route; if not, they are returned but must not be shown.',
  }),
  gramsPerPassenger: grams,
  gramsTotal: grams.meta({ description: 'Over all passengers.' }),
  range: gramsRangeSchema.optional().meta({
    description:
      'The sums of the 10th and of the 90th percentiles of the legs. For several legs this range is wider than the percentiles of the total.',
  }),
  comparison: comparisonSchema.optional(),
  legs: z.array(quotedLegSchema),
  cities: z
    .record(z.string(), z.string())
    .optional()
    .meta({
      description:
        'Names of cities by airport code, in the language of the page; without one the code is shown.',
      examples: [{ ZRH: 'Zürich', SFO: 'San Francisco' }],
    }),
  method: methodSchema,
  project: projectSchema.optional(),
  options: z.array(quoteOptionSchema).min(1),
  choices: z.array(quoteChoiceSchema).min(1).max(MAX_OFFERED_PORTFOLIOS).optional().meta({
    description:
      'What the traveller may choose from, if the service offers a choice. `options` are those of the first choice; choices that are sold out in every option come last.',
  }),
  expiresAt: z.iso.datetime(),
  expiresInSeconds: z.int().min(0).optional().meta({
    description: 'Seconds from this response to `expiresAt`: for a page whose clock is wrong.',
  }),
  paymentOrigins: z
    .array(z.string())
    .meta({ description: 'Origins to which `paymentUrl` may lead; `*` allows any https address.' }),
  ground: z
    .object({ gramsPerPassenger: grams, airports: z.array(z.string()) })
    .optional()
    .meta({ description: 'Ground handling included in the figures, over the airports visited.' }),
  label: flightLabelSchema.optional(),
  contrails: contrailRiskSchema.optional(),
  market: z
    .string()
    .optional()
    .meta({ description: 'Market whose wording the page is to use, such as `eu`.' }),
});

/** A quote with figures and options. */
export type ReadyQuote = z.infer<typeof readyQuoteSchema>;

/** Why there is no quote: the problem of a flight, or of the estimate as a whole. */
export const unavailableCodeSchema = z.enum([
  ...flightProblemCodeSchema.options,
  'no_estimate',
  'no_figure_for_cabin',
]);

/** Why there is no quote. */
export type UnavailableCode = z.infer<typeof unavailableCodeSchema>;

/** No estimate: a normal state, with its reasons. */
export const unavailableQuoteSchema = z.object({
  status: z.literal('unavailable'),
  reasons: z.array(
    z.object({
      flight: z.int().min(0).optional().meta({ description: 'Position of the leg, from 0.' }),
      code: unavailableCodeSchema,
      message: z.string(),
    }),
  ),
});

/** No estimate, with its reasons. */
export type UnavailableQuote = z.infer<typeof unavailableQuoteSchema>;

/** Response of `POST quote`. */
export const quoteSchema = z
  .discriminatedUnion('status', [readyQuoteSchema, unavailableQuoteSchema])
  .meta({ id: 'Quote' });

/** Response of `POST quote`. */
export type Quote = z.infer<typeof quoteSchema>;
