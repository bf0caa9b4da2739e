import type { WebhookEvent } from '@flight-offset/core';
import { type PartsOf, readOrderParts } from '../../projects/order-parts.ts';
import type { OrderRow } from '../../store/schema.ts';
import type { Tx } from '../../store/transaction.ts';
import { enqueue } from '../../webhooks/enqueue.ts';
import type { OrderContext } from '../context.ts';
import { orderJson } from '../order-json.ts';

interface SettledOrder {
  readonly order: OrderRow;
  readonly transactionId: string | undefined;
}

/** Puts the webhook of a failed order in the outbox, in the transaction that fails it. */
export async function enqueueFailed(tx: Tx, context: OrderContext, order: OrderRow): Promise<void> {
  if (order.callback_url === null) return;
  const partsOf = await readOrderParts(tx, [order]);
  await enqueue(tx, context, settledEvents(context, [{ order, transactionId: undefined }], partsOf));
}

/** Builds the webhooks of settled orders. */
export function settledEvents(
  context: OrderContext,
  settled: readonly SettledOrder[],
  partsOf: PartsOf,
): (readonly [OrderRow, WebhookEvent])[] {
  return settled.map(({ order, transactionId }) => [
    order,
    {
      type: order.status === 'completed' ? 'order.completed' : 'order.failed',
      timestamp: new Date(order.settled_at ?? context.now()).toISOString(),
      data: { ...orderJson(order, partsOf(order), context.publicUrl), transaction_id: transactionId },
    },
  ]);
}
