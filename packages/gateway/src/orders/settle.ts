import { enqueueNotification } from '../deliveries/enqueue.ts';
import { release, retire } from '../projects/allocate.ts';
import { newId } from '../store/ids.ts';
import type { OrderRow } from '../store/schema.ts';
import { recountSettled } from '../store/totals.ts';
import type { Tx } from '../store/transaction.ts';
import type { OrderContext } from './context.ts';

/** How a pending order ends. */
export type Outcome = 'completed' | 'failed';

/**
 * Ends a pending order: retires its credits and writes its transaction, or gives the credits back; and leaves the
 * notification in the outbox. All in the caller's transaction, so that none of it happens without the rest.
 * @param counted whether the totals hold the order in that state already.
 * @returns the order as it now is, or undefined where it was not pending: someone else ended it first.
 */
export async function settleOrder(
  tx: Tx,
  context: OrderContext,
  orderId: string,
  outcome: Outcome,
  counted = false,
): Promise<OrderRow | undefined> {
  const at = context.now();
  const order = await tx
    .updateTable('orders')
    .set({ status: outcome, payment_status: outcome, settled_at: at })
    .where('id', '=', orderId)
    .where('status', '=', 'pending')
    .returningAll()
    .executeTakeFirst();
  if (!order) return undefined;
  // Totals before credits, as a new order does: so the two never wait for each other crosswise.
  if (!counted) await recountSettled(tx, context.db.engine, order);
  const settled = outcome === 'completed' ? await complete(tx, order, at) : await fail(tx, order);
  await enqueueNotification(tx, context, settled.order, settled.transactionId);
  return settled.order;
}

async function complete(
  tx: Tx,
  order: OrderRow,
  at: number,
): Promise<{ order: OrderRow; transactionId: string }> {
  const transactionId = newId('txn', at);
  const serials =
    order.lot !== null && order.grams > 0 ? await retire(tx, order.lot, order.grams) : undefined;
  await tx
    .insertInto('transactions')
    .values({
      id: transactionId,
      merchant_id: order.merchant_id,
      order_id: order.id,
      currency: order.currency,
      amount_minor: order.amount_minor,
      inr_minor: order.inr_minor,
      grams: order.grams,
      created_at: at,
    })
    .execute();
  const serial = { serial_from: serials?.from ?? null, serial_to: serials?.to ?? null };
  if (serials) await tx.updateTable('orders').set(serial).where('id', '=', order.id).execute();
  return { order: { ...order, ...serial }, transactionId };
}

async function fail(tx: Tx, order: OrderRow): Promise<{ order: OrderRow; transactionId?: string }> {
  if (order.lot !== null) await release(tx, order.lot, order.grams);
  return { order };
}
