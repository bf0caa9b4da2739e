import { releaseCredits } from '../../projects/lots.ts';
import type { OrderRow } from '../../store/schema.ts';
import { ofMerchants, unindexed } from '../../store/sql/of-merchants.ts';
import { recountSettled } from '../../store/totals/totals.ts';
import type { Tx } from '../../store/transaction.ts';
import type { OrderContext } from '../context.ts';
import { enqueueFailed } from './enqueue-settled.ts';
import type { OrderKey } from './lock-orders.ts';
import { schedulePaymentClosing } from './schedule-payment-closing.ts';

/**
 * Fails a pending order: returns its credits to stock, has its payment page closed, and puts the webhook in the outbox.
 * All of this is in the caller's transaction, so that nothing happens without the rest.
 * @param dueAt fails it only if it had expired by then: a payment that has just started extends the time.
 * @returns the failed order, or undefined if it was not pending: another process ended it first.
 */
export async function failPending(
  tx: Tx,
  context: OrderContext,
  key: OrderKey,
  dueAt: number = Number.MAX_SAFE_INTEGER,
): Promise<OrderRow | undefined> {
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
  await schedulePaymentClosing(tx, context.db, [order], at);
  await enqueueFailed(tx, context, order);
  await recountSettled(tx, context.db, [order]);
  // The lots come last, so that buyers of their credits wait only for the commit.
  await releaseCredits(tx, order);
  return order;
}
