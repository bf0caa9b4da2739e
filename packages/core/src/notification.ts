import * as z from 'zod';
import { orderSchema } from './order.ts';

/** Kinds of notification: an order has reached a final state. */
export const NOTIFICATION_TYPES = ['order.completed', 'order.failed'] as const;

/** What is posted to an order's `callback_url` when its status changes. */
export const notificationSchema = z
  .object({
    type: z.enum(NOTIFICATION_TYPES),
    timestamp: z.iso.datetime().meta({ description: 'When the status changed, ISO 8601, UTC.' }),
    data: orderSchema.extend({
      transaction_id: z
        .string()
        .optional()
        .meta({ description: 'Identifier for `GET /marketplace/transactions/{id}`; on completed orders.' }),
    }),
  })
  .meta({ id: 'Notification' });

/** What is posted to an order's `callback_url` when its status changes. */
export type Notification = z.infer<typeof notificationSchema>;
