import { enqueueNotification } from '../deliveries/enqueue.ts';
import { allocateCredits, releaseCredits } from '../projects/lots.ts';
import { newId } from '../store/ids.ts';
import type { OrderRow } from '../store/schema.ts';
import { recountSettled } from '../store/totals.ts';
import type { Tx } from '../store/transaction.ts';
import type { OrderContext } from './context.ts';

/** How a pending order ends. */
export type Outcome = 'completed' | 'failed';

/**
 * Ends a pending order: allocates its credits and writes its transaction, or gives the credits back; and leaves the
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
  let transactionId: string | undefined;
  if (outcome === 'completed') transactionId = await complete(tx, order, at);
  else {
    await releaseCredits(tx, order);
    await closePayments(tx, order, at);
  }
  await enqueueNotification(tx, context, order, transactionId);
  return order;
}

/** @returns the identifier of the transaction. */
async function complete(tx: Tx, order: OrderRow, at: number): Promise<string> {
  const id = newId('txn', at);
  await allocateCredits(tx, order, at);
  const { merchant_id, currency, amount_minor, inr_minor, grams } = order;
  await tx
    .insertInto('transactions')
    .values({ id, merchant_id, order_id: order.id, currency, amount_minor, inr_minor, grams, created_at: at })
    .execute();
  return id;
}

/** A payment page that is still open is closed at the provider, in the background, so that nobody pays for what is over. */
async function closePayments(tx: Tx, { id }: OrderRow, at: number): Promise<void> {
  await tx
    .updateTable('payments')
    .set({ check_at: at })
    .where('order_id', '=', id)
    .where('state', '=', 'started')
    .execute();
}
