import * as z from 'zod';
import { orderSchema } from './order.ts';
import { refundSchema } from './refund.ts';

/**
 * Types of webhook. `order.completed` and `order.failed`: the order has reached its final status. `order.refunded` and
 * `order.refund_failed`: a refund of the order has reached its final status; sent to merchants that opt in.
 */
export const WEBHOOK_EVENT_TYPES = [
  'order.completed',
  'order.failed',
  'order.refunded',
  'order.refund_failed',
] as const;

/** Body of a webhook, posted to an order's `callback_url` when its status changes. */
export const webhookEventSchema = z
  .object({
    type: z.enum(WEBHOOK_EVENT_TYPES),
    timestamp: z.iso.datetime().meta({ description: 'When the status changed, ISO 8601, UTC.' }),
    data: orderSchema.extend({
      transaction_id: z
        .string()
        .optional()
        .meta({ description: 'Identifier for `GET /marketplace/transactions/{id}`; on completed orders.' }),
      refund: refundSchema.optional().meta({
        description: 'The refund, with the types `order.refunded` and `order.refund_failed`.',
      }),
    }),
  })
  .meta({ id: 'WebhookEvent' });

/** Body of a webhook, posted to an order's `callback_url` when its status changes. */
export type WebhookEvent = z.infer<typeof webhookEventSchema>;
