/**
 * The API between a page and its merchant's backend: `packages/server` implements it, `packages/elements` and any
 * other page call it. Paths are relative to where the merchant mounts the handler.
 */
import * as z from 'zod';
import { CHECKOUT_ERRORS, type CheckoutErrorCode } from './checkout-errors.ts';
import { departureDateSchema, flightSchema } from './flight.ts';
import { type Cabin, cabinSchema } from './flight-emissions.ts';
import { aircraftCandidateSchema, stepSourcesSchema } from './flight-estimate.ts';
import { flightProblemCodeSchema } from './flight-problem.ts';
import { currencySchema } from './money.ts';
import { orderProjectSchema, orderStateSchema } from './order.ts';
import { MAX_OFFERED_PORTFOLIOS, MAX_PORTFOLIO_PARTS, shareSchema } from './portfolio.ts';
import { productSchema } from './product.ts';
import { projectSchema } from './project.ts';
import { RETIREMENT_STATES } from './retirement/state.ts';
import { metadataSchema, variantSchema } from './settlement.ts';
import { typicalMethodSchema } from './typical.ts';
import { userSchema } from './user.ts';

/** A group of travellers in one cabin. */
export const travellersSchema = z.object({
  cabin: cabinSchema.default('economy'),
  kind: z
    .enum(['seat', 'infant_on_lap'])
    .default('seat')
    .meta({ description: '`infant_on_lap`: without a seat of its own.' }),
  count: z.int().min(1).max(999),
});

/** Body of `POST quote`. */
export const quoteRequestSchema = z
  .object({
    flights: z
      .array(flightSchema)
      .min(1, 'must hold 1 to 50 flights')
      .max(50, 'must hold at most 50 flights'),
    cabin: cabinSchema.default('economy'),
    passengers: z.int().min(1).max(999).default(1),
    travellers: z
      .array(travellersSchema)
      .min(1, 'must name 1 to 20 groups')
      .max(20, 'must name at most 20 groups')
      .optional()
      .meta({ description: 'Groups of travellers, in place of `cabin` and `passengers`.' }),
    returnDate: departureDateSchema
      .optional()
      .meta({ description: 'Adds the same flights backwards on this day.' }),
    currency: currencySchema.optional().meta({ description: 'Of the price; one that the service offers.' }),
    variant: variantSchema.optional(),
    metadata: metadataSchema.optional(),
    locale: z.string().max(35).optional().meta({ description: 'BCP 47 tag, for the formatted price.' }),
  })
  .meta({ id: 'QuoteRequest' });

/** Body of `POST quote`, as a page may write it. */
export type QuoteRequest = z.input<typeof quoteRequestSchema>;

const grams = z.int().min(0);
const range = z.object({ low: grams, high: grams });

/** A price: whole minor units of a currency, and how to write it. */
export const priceSchema = z.object({
  amountMinor: z.int().min(0).meta({ description: 'Minor units of the currency, such as paise.' }),
  currency: z
    .string()
    .length(3)
    .meta({ examples: ['INR'] }),
  formatted: z
    .string()
    .meta({ description: 'The price in the words of the locale.', examples: ['₹1,374.05'] }),
});

/** The name of a method, with its version. */
const namedMethodSchema = z.object({ name: z.string(), version: z.string().optional() });

/** What a reader must know of a figure: codes with their values, which a page states in its own language. */
export const figureNoteSchema = z.discriminatedUnion('code', [
  z.object({ code: z.literal('average_of_cabins') }),
  z.object({
    code: z.literal('ground_handling'),
    gramsPerPassenger: grams,
    airportVisits: z.int().min(1),
  }),
  z.object({ code: z.literal('other_methods'), methods: z.array(namedMethodSchema).min(1) }),
]);

/** How an estimate was made. */
export const methodSchema = namedMethodSchema.extend({
  name: z.string().meta({
    description: 'Proper name of the method, in English.',
    examples: ['Travel Impact Model 3.0 method, open data'],
  }),
  code: z
    .enum(['travel_impact_model', 'service_estimate'])
    .optional()
    .meta({ description: 'Set where pages name the method in their own language, in place of `name`.' }),
  url: z.url().optional(),
  note: z.string().optional().meta({ description: "A sentence of the merchant's own, shown as it is." }),
  notes: z.array(figureNoteSchema).optional(),
});

/** Comparison of a figure with what is typical on its route. */
export const comparisonSchema = z.object({
  level: z.enum(['lower', 'typical', 'higher']),
  typicalGramsPerPassenger: grams,
  method: typicalMethodSchema.optional(),
  carriers: z
    .int()
    .min(1)
    .optional()
    .meta({ description: 'Carriers of which the typical figure is the median.' }),
});

/** One leg of a quoted itinerary. All masses are grams of CO2e per passenger in the quoted cabin. */
export const quotedLegSchema = z.object({
  flight: flightSchema,
  gramsPerPassenger: grams,
  range: range.optional().meta({ description: '10th to 90th percentile.' }),
  aircraft: z.array(aircraftCandidateSchema).optional(),
  comparison: comparisonSchema.optional(),
  sources: stepSourcesSchema.optional().meta({
    description: 'Publisher, period and confidence of each step, where the estimator states them.',
  }),
});

/** A flight's label where a law prescribes one, such as the EU's Flight Emissions Label: for the page's slot. */
export const flightLabelSchema = z.object({
  text: z.string(),
  url: z.url(),
  imageUrl: z.url().optional(),
});

/** Risk of contrails: shown beside the figure, never part of it. */
export const contrailRiskSchema = z.object({
  risk: z.enum(['low', 'medium', 'high']),
  method: z.string(),
  url: z.url().optional(),
});

/** One amount that may be contributed; its token is what an order takes. */
export const quoteOptionSchema = z.object({
  fraction: z.number().positive().meta({ description: 'Fraction of the emissions, 1 for all of them.' }),
  grams: grams.meta({ description: 'Grams of CO2e that this option buys.' }),
  price: priceSchema.optional(),
  token: z.string().meta({ description: 'Opaque and signed; the body of an order.' }),
  soldOut: z
    .literal(true)
    .optional()
    .meta({ description: 'Set where less than this is left: an order of it would be refused.' }),
});

/** A project in plain words, as shown to travellers for a part of a choice. */
export const choicePartSchema = z.object({
  share: shareSchema,
  name: z.string(),
  description: z.string().optional().meta({
    description: 'What the project does, in the language of the page where the service has it.',
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
    description: 'As of when a registry shows the Core Carbon Principles label.',
  }),
});

/** What the traveller may choose to buy: a project, or a blend of projects in exact shares. */
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

/** A quote: figures, their derivation, and the options to contribute. */
export const readyQuoteSchema = z.object({
  status: z.literal('ready'),
  cabin: cabinSchema,
  passengers: z.int().min(1),
  showFigures: z.boolean().meta({
    description:
      'Whether the page may show per-passenger figures on this route; where it may not, they are returned but must not be shown.',
  }),
  gramsPerPassenger: grams,
  gramsTotal: grams.meta({ description: 'Over all passengers.' }),
  range: range.optional().meta({ description: '10th to 90th percentile of `gramsPerPassenger`.' }),
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
      'What the traveller may choose from, where the service offers it. `options` are those of the first one; choices of which every option is sold out come last.',
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
    .meta({ description: 'Ground handling which is part of the figures, over the airports visited.' }),
  label: flightLabelSchema.optional(),
  contrails: contrailRiskSchema.optional(),
  market: z
    .string()
    .optional()
    .meta({ description: 'Market whose wording the page is to use, such as `eu`.' }),
});

/** Why there is no quote: the problem of a flight, or of the estimate as a whole. */
export const unavailableCodeSchema = z.enum([
  ...flightProblemCodeSchema.options,
  'no_estimate',
  'no_figure_for_cabin',
]);

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

/** Response of `POST quote`. */
export const quoteSchema = z
  .discriminatedUnion('status', [readyQuoteSchema, unavailableQuoteSchema])
  .meta({ id: 'Quote' });

/** Body of `POST orders`: a token of a quote, never an amount. */
export const checkoutRequestSchema = z
  .object({
    token: z.string().min(1).max(16_384),
    user: userSchema.optional(),
  })
  .meta({ id: 'CheckoutRequest' });

/** Response of `POST orders`: where the traveller pays. */
export const checkoutSchema = z.object({ orderId: z.string(), paymentUrl: z.url() }).meta({ id: 'Checkout' });

/** Response of `GET orders/{orderId}/status`. */
export const checkoutStatusSchema = z
  .object({
    orderId: z.string(),
    status: orderStateSchema,
    grams: grams.optional(),
    product: productSchema.optional().meta({ description: 'Set where it is not carbon credits.' }),
    project: projectSchema.optional(),
    projects: z.array(orderProjectSchema).optional().meta({
      description: 'Every project with its part, where there is more than one or the traveller chose.',
    }),
    price: priceSchema.partial({ formatted: true }).optional().meta({ description: 'What the order costs.' }),
    retirement: z
      .enum(RETIREMENT_STATES)
      .optional()
      .meta({ description: 'Whether the credits are `allocated`, or `retired` at their registry.' }),
    receiptUrl: z.url().optional().meta({ description: 'Where the receipt of a paid order is.' }),
  })
  .meta({ id: 'CheckoutStatus' });

/** Body of every failure of the handler. */
export const checkoutErrorBodySchema = z
  .object({
    code: z.enum(Object.keys(CHECKOUT_ERRORS) as CheckoutErrorCode[]),
    message: z.string(),
    field: z.string().optional(),
    requestId: z.string().optional(),
  })
  .meta({ id: 'CheckoutErrorBody' });

export type { Cabin };
/** A price: whole minor units of a currency, and how to write it. */
export type Price = z.infer<typeof priceSchema>;
/** What a figure holds beyond one cabin's flights. */
export type FigureNote = z.infer<typeof figureNoteSchema>;
/** How an estimate was made. */
export type Method = z.infer<typeof methodSchema>;
/** Comparison of a figure with what is typical on its route. */
export type Comparison = z.infer<typeof comparisonSchema>;
/** A group of travellers, defaults filled in. */
export type Travellers = z.output<typeof travellersSchema>;
/** A flight's label, for the page's slot. */
export type FlightLabel = z.infer<typeof flightLabelSchema>;
/** Risk of contrails. */
export type ContrailRisk = z.infer<typeof contrailRiskSchema>;
/** One leg of a quoted itinerary. */
export type QuotedLeg = z.infer<typeof quotedLegSchema>;
/** One amount that may be contributed. */
export type QuoteOption = z.infer<typeof quoteOptionSchema>;
/** A project of a choice, in plain words. */
export type ChoicePart = z.infer<typeof choicePartSchema>;
/** What the traveller may choose to buy. */
export type QuoteChoice = z.infer<typeof quoteChoiceSchema>;
/** A quote with figures and options. */
export type ReadyQuote = z.infer<typeof readyQuoteSchema>;
/** No estimate, and why. */
export type UnavailableQuote = z.infer<typeof unavailableQuoteSchema>;
/** Why there is no quote. */
export type UnavailableCode = z.infer<typeof unavailableCodeSchema>;
/** Response of `POST quote`. */
export type Quote = z.infer<typeof quoteSchema>;
/** Body of `POST orders`. */
export type CheckoutRequest = z.infer<typeof checkoutRequestSchema>;
/** Response of `POST orders`. */
export type Checkout = z.infer<typeof checkoutSchema>;
/** Response of `GET orders/{orderId}/status`. */
export type CheckoutStatus = z.infer<typeof checkoutStatusSchema>;
/** Body of every failure of the handler. */
export type CheckoutErrorBody = z.infer<typeof checkoutErrorBodySchema>;
