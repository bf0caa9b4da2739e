import * as z from 'zod';
import { priceSchema } from '../offer/price.ts';
import { productSchema } from '../offer/product.ts';
import { projectSchema } from '../offer/project.ts';
import { orderProjectSchema, orderStateSchema } from '../orders/order.ts';
import { userSchema } from '../orders/user.ts';
import { RETIREMENT_STATES } from '../retirement/state.ts';
import { CHECKOUT_ERRORS, type CheckoutErrorCode } from './checkout-errors.ts';

/** Maximum length of a quote's token, characters. */
export const MAX_TOKEN_LENGTH = 16_384;

/** Body of `POST orders`: a token of a quote, never an amount. */
export const checkoutRequestSchema = z
  .object({
    token: z.string().min(1).max(MAX_TOKEN_LENGTH),
    user: userSchema.optional(),
  })
  .meta({ id: 'CheckoutRequest' });

/** Body of `POST orders`. */
export type CheckoutRequest = z.infer<typeof checkoutRequestSchema>;

/** Response of `POST orders`: where the traveller pays. */
export const checkoutSchema = z.object({ orderId: z.string(), paymentUrl: z.url() }).meta({ id: 'Checkout' });

/** Response of `POST orders`. */
export type Checkout = z.infer<typeof checkoutSchema>;

/** Response of `GET orders/{orderId}/status`. */
export const checkoutStatusSchema = z
  .object({
    orderId: z.string(),
    status: orderStateSchema,
    grams: z.int().min(0).optional(),
    product: productSchema.optional().meta({ description: 'Absent for carbon credits.' }),
    project: projectSchema.optional(),
    projects: z.array(orderProjectSchema).optional().meta({
      description: 'Every project with its part, if there is more than one or the traveller chose.',
    }),
    price: priceSchema.partial({ formatted: true }).optional().meta({ description: 'What the order costs.' }),
    retirement: z
      .enum(RETIREMENT_STATES)
      .optional()
      .meta({ description: 'How far the credits are retired: `allocated`, `partly_retired` or `retired`.' }),
    refunded: z.enum(['part', 'whole']).optional().meta({ description: 'How much of it was refunded.' }),
    receiptUrl: z.url().optional().meta({ description: 'Where the receipt of a paid order is.' }),
  })
  .meta({ id: 'CheckoutStatus' });

/** Response of `GET orders/{orderId}/status`. */
export type CheckoutStatus = z.infer<typeof checkoutStatusSchema>;

/** Body of every failure of the handler. */
export const checkoutErrorBodySchema = z
  .object({
    code: z.enum(Object.keys(CHECKOUT_ERRORS) as CheckoutErrorCode[]),
    message: z.string(),
    field: z.string().optional(),
    requestId: z.string().optional(),
  })
  .meta({ id: 'CheckoutErrorBody' });

/** Body of every failure of the handler. */
export type CheckoutErrorBody = z.infer<typeof checkoutErrorBodySchema>;
