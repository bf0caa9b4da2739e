import type { WebhookEvent } from '@flight-offset/core';
import type { OrderContext } from '../orders/context.ts';
import { orderJson } from '../orders/order-json.ts';
import { purchasesOf } from '../orders/purchases-of.ts';
import { readOrderParts } from '../projects/order-parts.ts';
import type { OrderRow, RefundRow } from '../store/schema.ts';
import type { Tx } from '../store/transaction.ts';
import { enqueue } from '../webhooks/enqueue.ts';
import { refundJson } from './refund-json.ts';

/** Puts the webhook of a settled refund in the outbox, for merchants that opt in. */
export async function enqueueRefundWebhook(
  tx: Tx,
  context: OrderContext,
  order: OrderRow,
  refund: RefundRow,
): Promise<void> {
  if (order.callback_url === null) return;
  const wants = await tx
    .selectFrom('merchants')
    .select('id')
    .where('id', '=', order.merchant_id)
    .where('refund_webhooks', '=', 1)
    .executeTakeFirst();
  if (!wants) return;
  const purchases = await purchasesOf(tx, order.merchant_id, [order]);
  const partsOf = await readOrderParts(tx, [order]);
  const event: WebhookEvent = {
    type: refund.state === 'completed' ? 'order.refunded' : 'order.refund_failed',
    timestamp: new Date(refund.settled_at ?? context.now()).toISOString(),
    data: {
      ...orderJson(order, partsOf(order), context.publicUrl),
      transaction_id: purchases.get(order.id),
      refund: refundJson(refund),
    },
  };
  await enqueue(tx, context, [[order, event]]);
}
