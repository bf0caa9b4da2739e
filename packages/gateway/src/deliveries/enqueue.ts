import type { Notification } from '@flight-offset/core';
import type { OrderContext } from '../orders/context.ts';
import { orderJson } from '../orders/order-json.ts';
import { projectOf } from '../projects/catalogue.ts';
import { newId } from '../store/ids.ts';
import type { OrderRow } from '../store/schema.ts';
import { afterCommit, type Tx } from '../store/transaction.ts';

/** Leaves the notification of a settled order in the outbox, in the transaction which settles it. */
export async function enqueueNotification(
  tx: Tx,
  context: OrderContext,
  order: OrderRow,
  transactionId: string | undefined,
): Promise<void> {
  if (order.callback_url === null) return;
  const at = context.now();
  const project = await projectOf(tx, order);
  const notification: Notification = {
    type: order.status === 'completed' ? 'order.completed' : 'order.failed',
    timestamp: new Date(order.settled_at ?? at).toISOString(),
    data: { ...orderJson(order, project, context.publicUrl), transaction_id: transactionId },
  };
  await tx
    .insertInto('deliveries')
    .values({
      id: newId('msg', at),
      merchant_id: order.merchant_id,
      order_id: order.id,
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
