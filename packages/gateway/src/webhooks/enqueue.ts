import type { WebhookEvent } from '@flight-offset/core';
import { newId } from '../store/ids.ts';
import type { OrderRow } from '../store/schema.ts';
import { insertRows } from '../store/sql/insert-rows.ts';
import { afterCommit, type Tx } from '../store/transaction.ts';
import { laneOf } from './lanes.ts';

/** Parts of the gateway that writing to the outbox uses. */
interface Outbox {
  readonly now: () => number;
  /** Called once the webhooks are committed, to send them at once. */
  readonly onWebhookEnqueued: () => void;
}

/** Fields of an order that determine its webhooks' endpoint. */
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

/** Puts webhooks about orders into the outbox; none for an order without `callback_url`. */
export async function enqueue(
  tx: Tx,
  outbox: Outbox,
  events: readonly (readonly [Addressee, WebhookEvent])[],
): Promise<void> {
  const at = outbox.now();
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
  afterCommit(tx, outbox.onWebhookEnqueued);
}
