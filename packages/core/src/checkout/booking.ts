/**
 * Requests of a merchant's backends to its handler about a booking. The contribution is a line of the booking: it is
 * confirmed when the booking is paid, and cancelled with it. Pages cannot call these endpoints.
 */
import * as z from 'zod';
import { priceSchema } from '../offer/price.ts';
import { projectSchema } from '../offer/project.ts';
import { orderStateSchema } from '../orders/order.ts';
import { REFUNDED_CREDITS } from '../orders/refund.ts';
import { referenceSchema } from '../orders/settlement.ts';
import { userSchema } from '../orders/user.ts';
import { moneySchema } from '../units/money.ts';
import { MAX_TOKEN_LENGTH } from './checkout.ts';

const grams = z.int().min(0);

/** Body of `POST bookings/confirm`, which a backend sends once the booking is paid. */
export const bookingConfirmationSchema = z
  .object({
    token: z.string().min(1).max(MAX_TOKEN_LENGTH),
    reference: referenceSchema,
    user: userSchema.optional(),
  })
  .meta({ id: 'BookingConfirmation' });

/** Response of `POST bookings/confirm`: state of the contribution. */
export const confirmedContributionSchema = z
  .object({
    orderId: z.string(),
    reference: z.string(),
    status: orderStateSchema,
    grams,
    price: priceSchema.omit({ formatted: true }).optional(),
    project: projectSchema.optional(),
  })
  .meta({ id: 'ConfirmedContribution' });

/** Id of an order, as a service gives it. */
const orderIdSchema = z
  .string()
  .min(1)
  .max(256)
  .refine((id) => /^\P{Cc}+$/u.test(id), 'must hold printable characters only');

/** Part of a contribution to refund. */
export const contributionPartSchema = z.union(
  [
    z.strictObject({
      leg: z.int().min(0).max(49).meta({ description: 'Index of a flight of the quote, from 0.' }),
    }),
    z.strictObject({
      grams: z.int().min(1).meta({ description: 'Grams of credits to refund.' }),
      id: z
        .string()
        .min(1)
        .max(64)
        .regex(/^[!-~]+$/, 'must hold printable ASCII characters only, and no spaces')
        .meta({ description: 'Names this change of the booking: the same name refunds once.' }),
    }),
  ],
  'must be { leg } or { grams, id }',
);

/** Body of `POST bookings/cancel`: the booking or one of its orders, as a whole or in part. */
export const bookingCancellationSchema = z
  .object({
    reference: referenceSchema.optional(),
    orderId: orderIdSchema.optional(),
    part: contributionPartSchema.optional(),
    reason: z.string().min(1).max(500).optional(),
  })
  .refine(({ reference, orderId }) => (reference === undefined) !== (orderId === undefined), {
    path: ['reference'],
    error: 'must be given, or orderId in its place, and not both',
  })
  .refine(({ orderId, part }) => part === undefined || orderId !== undefined, {
    path: ['orderId'],
    error: 'must be given where only a part is cancelled',
  })
  .meta({ id: 'BookingCancellation' });

/** Outcome for one order of a cancelled booking. */
export const cancelledContributionSchema = z.object({
  orderId: z.string(),
  outcome: z.enum(['cancelled', 'refunded', 'refund_pending']).meta({
    description: '`cancelled`: it had not been paid. `refunded` and `refund_pending`: the amount goes back.',
  }),
  refund: z
    .object({
      refundId: z.string(),
      grams,
      amount: moneySchema,
      credits: z.enum(REFUNDED_CREDITS).optional(),
    })
    .optional(),
});

/** Response of `POST bookings/cancel`: every order of the booking; empty if it has none. */
export const bookingCancellationResultSchema = z
  .object({ contributions: z.array(cancelledContributionSchema) })
  .meta({ id: 'BookingCancellationResult' });

/** Body of `POST bookings/confirm`. */
export type BookingConfirmation = z.infer<typeof bookingConfirmationSchema>;
/** Response of `POST bookings/confirm`. */
export type ConfirmedContribution = z.infer<typeof confirmedContributionSchema>;
/** Part of a contribution to refund. */
export type ContributionPart = z.infer<typeof contributionPartSchema>;
/** Body of `POST bookings/cancel`. */
export type BookingCancellation = z.infer<typeof bookingCancellationSchema>;
/** Outcome for one order of a cancelled booking. */
export type CancelledContribution = z.infer<typeof cancelledContributionSchema>;
/** Response of `POST bookings/cancel`. */
export type BookingCancellationResult = z.infer<typeof bookingCancellationResultSchema>;
