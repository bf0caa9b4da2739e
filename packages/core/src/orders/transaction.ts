import * as z from 'zod';
import { moneySchema } from '../units/money.ts';

/** Response of `GET /marketplace/transactions/{id}`. */
export const transactionSchema = z
  .object({
    id: z.string().meta({ description: 'Identifier of the transaction.' }),
    amount: z.number().meta({
      description: 'What was paid, INR, or its equivalent in INR; negative for a refund.',
    }),
    carbon_credits: z.number().meta({
      description:
        'Credits allocated; one credit is one tonne of CO2e. For a refund, negative if credits went back to stock, otherwise 0.',
    }),
    aviation_fuel: z.number().optional().meta({
      description:
        'Extension: tonnes of CO2e of aviation-fuel certificates, for an order that bought those; `carbon_credits` is then 0.',
    }),
    price: moneySchema.extend({ amount_minor: z.int() }).optional().meta({
      description: 'Extension: what was paid, if not in rupees; negative for a refund.',
    }),
    timestamp: z.iso.datetime().meta({ description: 'When it took place, ISO 8601, UTC.' }),
  })
  .meta({ id: 'Transaction' });

/** A settled purchase (money paid, credits allocated) or a refund of one. */
export type Transaction = z.infer<typeof transactionSchema>;
