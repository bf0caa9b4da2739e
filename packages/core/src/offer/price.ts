import * as z from 'zod';

/** A price: whole minor units of a currency, and how to write it. */
export const priceSchema = z.object({
  amountMinor: z.int().min(0).meta({ description: 'Minor units of the currency, such as paise.' }),
  currency: z
    .string()
    .length(3)
    .meta({ examples: ['INR'] }),
  formatted: z.string().meta({ description: 'The price as written in the locale.', examples: ['₹1,374.05'] }),
});

/** A price: whole minor units of a currency, and how to write it. */
export type Price = z.infer<typeof priceSchema>;
