import { releaseCredits } from '../../projects/lots.ts';
import type { OrderRow } from '../../store/schema.ts';
import { ofMerchants, unindexed } from '../../store/sql/of-merchants.ts';
import { recountSettled } from '../../store/totals/totals.ts';
import type { Tx } from '../../store/transaction.ts';
import type { OrderContext } from '../context.ts';
import { closePayments } from './close-payments.ts';
import { completed, completeOrders } from './complete.ts';
import { enqueueSettled } from './enqueue-settled.ts';
import { lockOrder, type OrderKey } from './lock-orders.ts';

/** How a pending order ends. */
export type FinalStatus = 'completed' | 'failed';

/**
 * Ends a pending order: allocates its credits and writes its transaction, or returns the credits to stock; and leaves the
 * webhook in the outbox. All in the caller's transaction, so that none of it happens without the rest.
 * @param dueAt fails it only if its time was over by then: somebody may just have begun to pay it.
 * @returns the order as it now is, or undefined where it was not pending: someone else ended it first.
 */
export async function endOrder(
  tx: Tx,
  context: OrderContext,
  key: OrderKey,
  outcome: FinalStatus,
  dueAt: number = Number.MAX_SAFE_INTEGER,
): Promise<OrderRow | undefined> {
  if (outcome === 'completed') return completeOrder(tx, context, await lockOrder(tx, context, key));
  const at = context.now();
  const order = await tx
    .updateTable('orders')
    .set({ status: 'failed', payment_status: 'failed', settled_at: at })
    .where(ofMerchants(context.db, 'merchant_id', [key.merchant_id]).condition)
    .where('id', '=', key.id)
    .where(unindexed('status'), '=', 'pending')
    .where('expires_at', '<=', dueAt)
    .returningAll()
    .executeTakeFirst();
  if (!order) return undefined;
  await closePayments(tx, context.db, [order], at);
  await enqueueSettled(tx, context, [{ order, transactionId: undefined }]);
  await recountSettled(tx, context.db, [order]);
  // The lots come last: whoever buys of them waits only for the commit.
  await releaseCredits(tx, order);
  return order;
}

/**
 * Completes an order that the transaction holds, as {@link endOrder}.
 * @returns the order as it now is, or undefined where it was not pending.
 */
export async function completeOrder(
  tx: Tx,
  context: OrderContext,
  order: OrderRow | undefined,
): Promise<OrderRow | undefined> {
  if (order?.status !== 'pending') return undefined;
  const paid = completed(order, context.now());
  await completeOrders(tx, context, [paid]);
  return paid;
}
