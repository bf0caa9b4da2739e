import * as z from 'zod';
import { currencySchema } from '../units/money.ts';
import { MAX_OFFERED_PORTFOLIOS, offeredPortfolioSchema } from './portfolio.ts';
import { projectSchema } from './project.ts';

/** Query of `GET /offset-gateway/offer`. */
export const offerQuerySchema = z.object({
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'must be an ISO 4217 code such as EUR')
    .default('INR')
    .meta({ description: 'Extension: currency of the prices, one of `currencies`.' }),
});

/** Response of the extension `GET /offset-gateway/offer`: the product of a new order, and its price. */
export const offerSchema = z
  .object({
    price_per_tonne: z
      .number()
      .min(0)
      .meta({ description: 'Price per tonne of CO2e, tax included, in whole units of `currency`.' }),
    currency: currencySchema,
    price_step: z
      .int()
      .min(1)
      .optional()
      .meta({
        description:
          'Extension: the price of every order of this offer, and of its portfolios, is a multiple of this number of minor units, because payments in `currency` are taken only in such amounts; 1 if omitted. An order costs its mass at the price per tonne, rounded once, half up to a multiple, and at least one step unless that is 0.',
        examples: [10],
      }),
    currencies: z
      .array(currencySchema)
      .optional()
      .meta({ description: 'Every currency in which orders can be priced.', examples: [['EUR', 'INR']] }),
    project: projectSchema,
    available: z
      .int()
      .min(0)
      .optional()
      .meta({
        description:
          'Grams of CO2e which an order of this merchant may buy now at this price. A larger order may cost more, or be refused with 409.',
        examples: [2_000_000_000],
      }),
    portfolios: z.array(offeredPortfolioSchema).max(MAX_OFFERED_PORTFOLIOS).optional().meta({
      description:
        'What a payer may choose from, in the order in which to show it: the `id` of the chosen one is the `portfolio` of an order. Without a choice an order buys `project`.',
    }),
    extensions: z
      .array(z.string())
      .optional()
      .meta({
        description:
          'Extension fields of `POST /offset-gateway/orders` that this service understands; send no others.',
        examples: [['currency', 'expected_price']],
      }),
  })
  .meta({
    id: 'Offer',
    description: 'Extension. The current offer: project, rate and stock for a new order.',
  });

/** The current offer: the product of a new order, and its price. */
export type Offer = z.infer<typeof offerSchema>;
