import type { WebhookEvent } from '@flight-offset/core';
import type { OrderContext } from '../orders/context.ts';
import { orderJson } from '../orders/order-json.ts';
import { readOrderParts } from '../projects/order-parts.ts';
import { newId } from '../store/ids.ts';
import { insertRows } from '../store/insert-rows.ts';
import type { OrderRow } from '../store/schema.ts';
import { afterCommit, type Tx } from '../store/transaction.ts';
import { laneOf } from './lanes.ts';

/** An order that has reached a final state. */
export interface SettledOrder {
  readonly order: OrderRow;
  readonly transactionId: string | undefined;
}

/** Leaves the webhooks of settled orders in the outbox, in the transaction which settles them. */
export async function enqueueWebhooks(
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
  const events = wanted.map(({ order, transactionId }): [OrderRow, WebhookEvent] => {
    return [
      order,
      {
        type: order.status === 'completed' ? 'order.completed' : 'order.failed',
        timestamp: new Date(order.settled_at ?? context.now()).toISOString(),
        data: { ...orderJson(order, partsOf(order), context.publicUrl), transaction_id: transactionId },
      },
    ];
  });
  await enqueueAll(tx, context, events);
}

/** Leaves a webhook about an order in the outbox; nothing where the order has no `callback_url`. */
export async function enqueue(
  tx: Tx,
  context: OrderContext,
  order: Addressee,
  event: WebhookEvent,
): Promise<void> {
  await enqueueAll(tx, context, [[order, event]]);
}

/** What of an order tells where its webhooks go. */
type Addressee = Pick<OrderRow, 'id' | 'merchant_id' | 'callback_url'>;

const INTO = {
  into: 'deliveries',
  columns: [
    'id',
    'merchant_id',
    'order_id',
    'lane',
    'url',
    'body',
    'state',
    'attempts',
    'next_attempt_at',
    'claimed_until',
    'created_at',
    'delivered_at',
  ],
} as const;

async function enqueueAll(
  tx: Tx,
  context: OrderContext,
  events: readonly (readonly [Addressee, WebhookEvent])[],
): Promise<void> {
  const at = context.now();
  const rows = events.flatMap(([{ id, merchant_id, callback_url }, event]) =>
    callback_url === null
      ? []
      : [
          {
            id: newId('msg', at),
            merchant_id,
            order_id: id,
            lane: laneOf(merchant_id, callback_url),
            url: callback_url,
            body: JSON.stringify(event),
            state: 'pending',
            attempts: 0,
            next_attempt_at: at,
            claimed_until: 0,
            created_at: at,
            delivered_at: null,
          },
        ],
  );
  if (rows.length === 0) return;
  await insertRows(tx, INTO, rows);
  afterCommit(tx, context.onWebhookEnqueued);
}
