import * as z from 'zod';
import { hasNoIssues } from '../input/has-no-issues.ts';
import {
  type EmissionUnit,
  emissionUnitSchema,
  MAX_AMOUNT,
  TONNES_IN_ORDER,
  toGrams,
} from '../units/mass.ts';
import { moneySchema } from '../units/money.ts';
import { orderStateSchema } from './order.ts';

/**
 * Causes of a refund: `requested` by the merchant or the operator; `surplus`, money that the gateway does not keep
 * because it arrived too late, twice, or in another amount or currency than the order's; `provider`, a refund made at
 * the payment provider; `dispute`, money that the payer's bank claims back.
 */
export const REFUND_CAUSES = ['requested', 'surplus', 'provider', 'dispute'] as const;

/** Cause of a refund. */
export type RefundCause = (typeof REFUND_CAUSES)[number];

/**
 * State of the credits of a refund, now or once it is completed: `returned` to stock; `retired`, in a batch of a
 * registry, which cannot be undone; `none`, if only money is refunded or the refund has failed.
 */
export const REFUNDED_CREDITS = ['returned', 'retired', 'none'] as const;

/** State of the credits of a refund. */
export type RefundedCredits = (typeof REFUNDED_CREDITS)[number];

function isRefundable({ emission_amount, emission_unit }: RefundFields): boolean {
  if (emission_amount === undefined) return true;
  try {
    return toGrams(emission_amount, emission_unit ?? 'kgCO2') > 0;
  } catch {
    return false;
  }
}

interface RefundFields {
  readonly emission_amount?: number | undefined;
  readonly emission_unit?: EmissionUnit | undefined;
}

/** Body of the extension `POST /offset-gateway/orders/{order_id}/refunds`; `{}` refunds the whole order. */
export const createRefundSchema = z
  .object({
    emission_amount: z
      .number()
      .positive()
      .optional()
      .meta({
        ...MAX_AMOUNT,
        description: 'Part of the order to refund, in `emission_unit`; all that is left if omitted.',
        examples: [500],
      }),
    emission_unit: emissionUnitSchema.optional().meta({
      description: 'Unit of `emission_amount`, which must be given with it; `kgCO2` if omitted.',
      examples: ['kgCO2'],
    }),
    reason: z
      .string()
      .min(1)
      .max(500)
      .optional()
      .meta({
        description: 'For the record: a booking reference, not a name.',
        examples: ['booking cancelled'],
      }),
  })
  .refine(
    ({ emission_amount, emission_unit }) => emission_unit === undefined || emission_amount !== undefined,
    {
      path: ['emission_unit'],
      error: 'needs emission_amount beside it',
    },
  )
  .refine(isRefundable, {
    path: ['emission_amount'],
    error: 'must be at least 1 g and at most 1000000000 kg',
    when: hasNoIssues,
  })
  .meta({
    id: 'CreateRefund',
    // OpenAPI 3.0 has no dependentRequired.
    not: {
      anyOf: [
        TONNES_IN_ORDER.not,
        { properties: { emission_unit: {}, emission_amount: { not: {} } }, required: ['emission_unit'] },
      ],
    },
  });

/** Body of a refund request, after parsing. */
export type CreateRefund = z.output<typeof createRefundSchema>;

/** Body of a refund request, as a caller may write it. */
export type CreateRefundInput = z.input<typeof createRefundSchema>;

/** One refund: a record of its own, which never changes the status of its order. */
export const refundSchema = z
  .object({
    refund_id: z.string().meta({ description: 'Unique identifier of the refund.' }),
    order_id: z.string().meta({ description: 'The order it belongs to.' }),
    cause: z.enum(REFUND_CAUSES).meta({
      description:
        '`requested` by the merchant or the operator; `surplus`: money that was not kept; `provider`: made at the payment provider; `dispute`: claimed back by the payer’s bank.',
    }),
    status: orderStateSchema.meta({
      description:
        '`pending` until the provider confirms it; `failed`: the money was not returned, or a dispute was won.',
    }),
    amount: moneySchema.meta({ description: 'What goes back to the payer.' }),
    grams: z
      .int()
      .min(0)
      .meta({ description: 'Grams of CO2e of the order that are refunded; 0 for a surplus.' }),
    credits: z.enum(REFUNDED_CREDITS).meta({
      description:
        '`returned` to stock; `retired` if they are in a batch of a registry, which cannot be undone; `none` if the refund is of money alone or has failed. One that has failed keeps `returned` if others have bought the credits since. While the refund is pending: what is expected.',
    }),
    reason: z.string().nullable().meta({ description: 'As it was sent; null if none was given.' }),
    transaction_id: z.string().optional().meta({
      description:
        'Identifier of its latest transaction with a negative amount; once completed, and not for a surplus.',
    }),
    created_at: z.iso.datetime().meta({ description: 'When it was recorded, ISO 8601, UTC.' }),
    settled_at: z.iso.datetime().optional().meta({ description: 'When it was completed or failed.' }),
  })
  .meta({ id: 'Refund' });

/** One refund: a record that never changes the status of its order. */
export type Refund = z.infer<typeof refundSchema>;

/** Response of the extension `GET /offset-gateway/orders/{order_id}/refunds`. */
export const refundListSchema = z
  .object({ refunds: z.array(refundSchema).meta({ description: 'Oldest first.' }) })
  .meta({ id: 'RefundList' });

/** All refunds of an order, oldest first. */
export type RefundList = z.infer<typeof refundListSchema>;
