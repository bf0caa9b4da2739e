import type { WebhookEvent } from '@flight-offset/core';
import { type PartsOf, readOrderParts } from '../../projects/order-parts.ts';
import type { OrderRow } from '../../store/schema.ts';
import type { Tx } from '../../store/transaction.ts';
import { enqueue } from '../../webhooks/enqueue.ts';
import type { OrderContext } from '../context.ts';
import { orderJson } from '../order-json.ts';

/** An order that has reached a final state. */
export interface SettledOrder {
  readonly order: OrderRow;
  readonly transactionId: string | undefined;
}

/** Leaves the webhooks of settled orders in the outbox, in the transaction which settles them. */
export async function enqueueSettled(
  tx: Tx,
  context: OrderContext,
  settled: readonly SettledOrder[],
): Promise<void> {
  const wanted = settled.filter(({ order }) => order.callback_url !== null);
  if (wanted.length === 0) return;
  const partsOf = await readOrderParts(
    tx,
    wanted.map(({ order }) => order),
  );
  await enqueue(tx, context, settledEvents(context, wanted, partsOf));
}

/** What the webhooks of settled orders tell. */
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
