import * as z from 'zod';
import { productSchema } from '../offer/product.ts';
import { currencySchema } from '../units/money.ts';

/** Stages of a statement: `open` collects lines, `closed` never changes again, `paid` is closed and has been paid. */
export const STATEMENT_STATES = ['open', 'closed', 'paid'] as const;

/** Stage of a statement. */
export type StatementState = (typeof STATEMENT_STATES)[number];

/** Minor units that may be below zero: a refund, or a month with more refunds than orders. */
const signedMinor = z.int();

/** One order whose money the merchant collected, or one refund of such an order. */
export const statementLineSchema = z
  .object({
    kind: z.enum(['order', 'refund']),
    order_id: z.string(),
    refund_id: z
      .string()
      .optional()
      .meta({ description: 'Identifier of the refund; on lines of that kind.' }),
    reference: z
      .string()
      .optional()
      .meta({ description: "The merchant's own reference, such as a booking." }),
    amount_minor: signedMinor.meta({ description: 'Minor units of the currency; negative for a refund.' }),
    grams: z.int().min(0).meta({ description: 'Grams of CO2e ordered or refunded.' }),
    product: productSchema.optional().meta({
      description: 'What the grams are of, if not carbon credits.',
    }),
    at: z.iso.datetime().meta({ description: 'When it was confirmed or refunded, ISO 8601, UTC.' }),
  })
  .meta({ id: 'StatementLine' });

/** One order whose money the merchant collected, or one refund of such an order. */
export type StatementLine = z.infer<typeof statementLineSchema>;

/** A tax as the operator configured it, on the total of a document: rounded once. */
export const taxSplitSchema = z
  .object({
    label: z.string().meta({ description: 'Name of the tax.', examples: ['VAT'] }),
    rate: z
      .number()
      .min(0)
      .meta({ description: 'Percent.', examples: [19] }),
    net_minor: signedMinor,
    tax_minor: signedMinor,
    gross_minor: signedMinor,
    seller_id: z.string().optional().meta({ description: 'Tax number of the seller.' }),
  })
  .meta({ id: 'TaxSplit' });

/** A tax on the total of a document. */
export type TaxSplit = z.infer<typeof taxSplitSchema>;

/** Amount that a merchant owes for a month in one currency. */
export const statementSchema = z
  .object({
    id: z.string(),
    number: z
      .int()
      .min(1)
      .nullable()
      .meta({ description: 'Without gaps per merchant, from 1; null while the statement is open.' }),
    period: z
      .string()
      .regex(/^\d{4}-\d\d$/)
      .meta({ description: 'Month, UTC.', examples: ['2026-11'] }),
    currency: currencySchema,
    state: z.enum(STATEMENT_STATES),
    total_minor: signedMinor.meta({ description: 'Sum of the lines, minor units of the currency.' }),
    tax: taxSplitSchema.optional(),
    orders: z.int().min(0).meta({ description: 'Number of lines of orders.' }),
    refunds: z.int().min(0).meta({ description: 'Number of lines of refunds.' }),
    closed_at: z.iso.datetime().nullable(),
    paid_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Statement' });

/** Amount that a merchant owes for a month in one currency. */
export type Statement = z.infer<typeof statementSchema>;

/** A statement with its lines, oldest first. */
export const statementWithLinesSchema = statementSchema
  .extend({ lines: z.array(statementLineSchema) })
  .meta({ id: 'StatementWithLines' });

/** A statement with its lines, oldest first. */
export type StatementWithLines = z.infer<typeof statementWithLinesSchema>;

/** Response of `GET /offset-gateway/statements`: open statements first, then the newest first. */
export const statementListSchema = z
  .object({ statements: z.array(statementSchema) })
  .meta({ id: 'StatementList' });

/** Statements of a merchant, newest first. */
export type StatementList = z.infer<typeof statementListSchema>;
