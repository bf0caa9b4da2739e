import type { WebhookEvent } from '@flight-offset/core';
import type { OrderContext } from '../orders/context.ts';
import { orderJson } from '../orders/order-json.ts';
import { projectOf } from '../projects/catalogue.ts';
import { newId } from '../store/ids.ts';
import type { OrderRow } from '../store/schema.ts';
import { afterCommit, type Tx } from '../store/transaction.ts';
import { laneOf } from './lanes.ts';

/** Leaves the notification of a settled order in the outbox, in the transaction which settles it. */
export async function enqueueNotification(
  tx: Tx,
  context: OrderContext,
  order: OrderRow,
  transactionId: string | undefined,
): Promise<void> {
  if (order.callback_url === null) return;
  const project = await projectOf(tx, order);
  await enqueue(tx, context, order, {
    type: order.status === 'completed' ? 'order.completed' : 'order.failed',
    timestamp: new Date(order.settled_at ?? context.now()).toISOString(),
    data: { ...orderJson(order, project, context.publicUrl), transaction_id: transactionId },
  });
}

/** Leaves a notification about an order in the outbox; nothing where the order has no `callback_url`. */
export async function enqueue(
  tx: Tx,
  context: OrderContext,
  order: Pick<OrderRow, 'id' | 'merchant_id' | 'callback_url'>,
  notification: WebhookEvent,
): Promise<void> {
  if (order.callback_url === null) return;
  const at = context.now();
  await tx
    .insertInto('deliveries')
    .values({
      id: newId('msg', at),
      merchant_id: order.merchant_id,
      order_id: order.id,
      lane: laneOf(order.merchant_id, order.callback_url),
      url: order.callback_url,
      body: JSON.stringify(notification),
      state: 'pending',
      attempts: 0,
      next_attempt_at: at,
      claimed_until: 0,
      created_at: at,
      delivered_at: null,
    })
    .execute();
  afterCommit(tx, context.onNotification);
}
