import * as z from 'zod';
import { departureDateSchema, flightSchema } from '../flights/flight.ts';
import { cabinSchema } from '../flights/flight-emissions.ts';
import { metadataSchema, variantSchema } from '../orders/settlement.ts';
import { currencySchema } from '../units/money.ts';

/** A group of travellers in one cabin. */
export const travellersSchema = z.object({
  cabin: cabinSchema.default('economy'),
  kind: z
    .enum(['seat', 'infant_on_lap'])
    .default('seat')
    .meta({ description: '`infant_on_lap`: without a seat of its own.' }),
  count: z.int().min(1).max(999),
});

/** A group of travellers, defaults filled in. */
export type Travellers = z.output<typeof travellersSchema>;

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
      .meta({ description: 'Adds the same flights in the opposite direction on this day.' }),
    currency: currencySchema
      .optional()
      .meta({ description: 'Currency of the price; one that the service offers.' }),
    variant: variantSchema.optional(),
    metadata: metadataSchema.optional(),
    locale: z.string().max(35).optional().meta({ description: 'BCP 47 tag, for the formatted price.' }),
  })
  .meta({ id: 'QuoteRequest' });

/** Body of `POST quote`, as a page may write it. */
export type QuoteRequest = z.input<typeof quoteRequestSchema>;
