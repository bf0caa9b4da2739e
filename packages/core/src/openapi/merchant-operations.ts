import * as z from 'zod';
import {
  bookingCancellationResultSchema,
  bookingCancellationSchema,
  bookingConfirmationSchema,
  confirmedContributionSchema,
} from '../checkout/booking.ts';
import { checkoutRequestSchema, checkoutSchema, checkoutStatusSchema } from '../checkout/checkout.ts';
import type { CheckoutErrorCode } from '../checkout/checkout-errors.ts';
import { quoteSchema } from '../checkout/quote.ts';
import { quoteRequestSchema } from '../checkout/quote-request.ts';
import { orderListQuerySchema, orderListSchema } from '../orders/order-list.ts';
import { transactionSchema } from '../orders/transaction.ts';
import { webhookEventSchema } from '../orders/webhook-event.ts';
import * as examples from './merchant-examples.ts';

/** Who calls an operation of a merchant's handler. */
export type MerchantCaller = 'page' | 'backend' | 'staff' | 'service';

/** One operation of a merchant's handler. */
export interface MerchantOperation {
  readonly id: string;
  readonly method: 'GET' | 'POST';
  /** Path below the URL at which the handler is mounted, parameters in braces. */
  readonly path: string;
  readonly caller: MerchantCaller;
  readonly summary: string;
  readonly description: string;
  readonly query?: z.ZodObject;
  readonly request?: { readonly schema: z.ZodType; readonly example?: unknown };
  readonly responses: readonly {
    readonly status: number;
    readonly description: string;
    readonly schema: z.ZodType;
    readonly example?: unknown;
  }[];
  readonly errors: readonly CheckoutErrorCode[];
  /** Statuses of these codes that the operation never returns. */
  readonly never?: readonly number[];
}

const ALWAYS = ['too_many_requests', 'internal'] as const satisfies CheckoutErrorCode[];
const FROM_PAGES = ['forbidden', 'service_unavailable', ...ALWAYS] as const satisfies CheckoutErrorCode[];
const TOKEN_ERRORS = ['bad_request', 'quote_invalid', 'quote_expired', 'quote_used', 'sold_out'] as const;

/** Response of `POST webhooks`: what the webhook led to. */
const webhookOutcomeSchema = z
  .object({ outcome: z.enum(['final', 'pending', 'ignored']) })
  .meta({ id: 'WebhookOutcome', description: '`ignored` where it names no order of this merchant.' });

/** The endpoints of a merchant's handler that return JSON, in the order in which a checkout calls them. */
export const MERCHANT_OPERATIONS: readonly MerchantOperation[] = [
  {
    id: 'quote',
    method: 'POST',
    path: '/quote',
    caller: 'page',
    summary: 'Get a quote',
    description:
      'Estimates an itinerary and returns one signed token per option. `unavailable` where a flight cannot be estimated: nothing is offered then.',
    request: { schema: quoteRequestSchema, example: examples.quoteRequest },
    responses: [
      { status: 200, description: 'The quote', schema: quoteSchema, example: examples.unavailableQuote },
    ],
    errors: ['bad_request', ...FROM_PAGES],
  },
  {
    id: 'createCheckout',
    method: 'POST',
    path: '/orders',
    caller: 'page',
    summary: 'Create the order of a token',
    description:
      'Creates at most one order per token and returns where it is paid. A repeat returns the same order.',
    request: { schema: checkoutRequestSchema, example: examples.checkoutRequest },
    responses: [
      { status: 201, description: 'The order', schema: checkoutSchema, example: examples.checkout },
    ],
    errors: [...TOKEN_ERRORS, ...FROM_PAGES],
  },
  {
    id: 'getCheckoutStatus',
    method: 'GET',
    path: '/orders/{orderId}/status',
    caller: 'page',
    summary: "Get an order's status",
    description: 'The status as the service confirms it, for the return page.',
    responses: [
      { status: 200, description: 'The status', schema: checkoutStatusSchema, example: examples.status },
    ],
    errors: ['not_found', ...FROM_PAGES],
  },
  {
    id: 'receiveWebhook',
    method: 'POST',
    path: '/webhooks',
    caller: 'service',
    summary: 'Receive a webhook of the service',
    description: 'Confirms the status at the service: what the webhook says is not trusted.',
    request: { schema: webhookEventSchema },
    responses: [
      { status: 200, description: 'The order is final', schema: webhookOutcomeSchema },
      {
        status: 202,
        description: 'Still pending, or not an order of this merchant',
        schema: webhookOutcomeSchema,
      },
    ],
    errors: ['bad_request', 'service_unavailable', ...ALWAYS],
    // A body that cannot be read as a webhook is ignored.
    never: [400, 415],
  },
  {
    id: 'confirmBooking',
    method: 'POST',
    path: '/bookings/confirm',
    caller: 'backend',
    summary: 'Confirm a paid booking',
    description: 'Completes the contribution of a booking whose money the merchant collected.',
    request: { schema: bookingConfirmationSchema, example: examples.confirmation },
    responses: [
      {
        status: 200,
        description: 'The contribution',
        schema: confirmedContributionSchema,
        example: examples.confirmed,
      },
    ],
    errors: [
      ...TOKEN_ERRORS,
      'forbidden',
      'price_changed',
      'settlement_refused',
      'settlement_unavailable',
      'limit_reached',
      'service_unavailable',
      ...ALWAYS,
    ],
  },
  {
    id: 'cancelBooking',
    method: 'POST',
    path: '/bookings/cancel',
    caller: 'backend',
    summary: 'Cancel a booking',
    description:
      'Cancels what is not paid yet and refunds the rest, whole or in part. Repeats refund nothing twice.',
    request: { schema: bookingCancellationSchema, example: examples.cancellation },
    responses: [
      {
        status: 200,
        description: 'Each order of the booking',
        schema: bookingCancellationResultSchema,
        example: examples.cancelled,
      },
    ],
    errors: [
      'bad_request',
      'forbidden',
      'not_found',
      'settlement_unavailable',
      'service_unavailable',
      ...ALWAYS,
    ],
  },
  {
    id: 'listMerchantOrders',
    method: 'GET',
    path: '/back-office/orders',
    caller: 'staff',
    summary: 'List orders',
    description: 'The list of orders of the service, for staff. It holds names and e-mail addresses.',
    query: orderListQuerySchema,
    responses: [{ status: 200, description: 'One page of orders', schema: orderListSchema }],
    errors: ['bad_request', ...FROM_PAGES],
  },
  {
    id: 'getMerchantTransaction',
    method: 'GET',
    path: '/back-office/transactions/{id}',
    caller: 'staff',
    summary: 'Get a transaction',
    description: 'A settled purchase or refund, for staff.',
    responses: [{ status: 200, description: 'The transaction', schema: transactionSchema }],
    errors: ['not_found', ...FROM_PAGES],
  },
];
