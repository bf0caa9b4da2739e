import type { RefundedCredits } from '@flight-offset/core';
import type { OrderContext } from '../orders/context.ts';
import { refundsOfOrder } from '../orders/refunds-of-order.ts';
import { returnableGrams, returnCredits } from '../projects/returned-credits.ts';
import type { OrderRow } from '../store/schema.ts';
import { merchantOfFew } from '../store/sql/of-merchants.ts';
import { afterCommit, type Tx } from '../store/transaction.ts';

/** Predicts what happens to the credits of a refund once it is completed. */
export async function expectedCredits(tx: Tx, order: OrderRow, grams: number): Promise<RefundedCredits> {
  if (grams === 0) return 'none';
  const isThere = (await returnableGrams(tx, order)) >= grams && !(await areResold(tx, order));
  return isThere ? 'returned' : readUnreturnedState(tx, order);
}

/**
 * Whether credits that a bounced refund had returned were resold, and nothing was refunded for them yet: the credits
 * that the order has belong to what is left of it.
 */
async function areResold(tx: Tx, order: OrderRow): Promise<boolean> {
  const refunds = await refundsOfOrder(tx, order);
  const isBounced = refunds.some(({ state, credits }) => state === 'failed' && credits === 'returned');
  return isBounced && lacksCredits(tx, order);
}

/**
 * Whether an order holds fewer grams than were bought, less those that are refunded. One statement reads both: between
 * two statements, a refund could be completed and take credits of the order.
 */
export async function lacksCredits(
  from: Pick<Tx, 'selectFrom' | 'getExecutor'>,
  { id, merchant_id, grams }: Pick<OrderRow, 'id' | 'merchant_id' | 'grams'>,
): Promise<boolean> {
  const { held, gone } = await from
    .selectFrom('orders')
    .select(({ selectFrom }) => [
      selectFrom('allocations')
        .select(({ fn }) => fn.sum<number>('grams').as('grams'))
        .where('merchant_id', '=', merchant_id)
        .where('order_id', '=', id)
        .as('held'),
      selectFrom('refunds')
        .select(({ fn }) => fn.sum<number>('grams').as('grams'))
        .where(merchantOfFew(from, 'merchant_id'), '=', merchant_id)
        .where('order_id', '=', id)
        .where('state', '=', 'completed')
        .as('gone'),
    ])
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return (held ?? 0) < grams - (gone ?? 0);
}

/**
 * Returns the credits of a completed refund to stock: all of them or, if they are in a batch or the order no longer
 * holds them, none.
 */
export async function returnRefunded(
  tx: Tx,
  { onCreditsReturned }: OrderContext,
  order: OrderRow,
  grams: number,
): Promise<RefundedCredits> {
  if (grams === 0) return 'none';
  if ((await areResold(tx, order)) || !(await returnCredits(tx, order, grams)))
    return readUnreturnedState(tx, order);
  if (onCreditsReturned) afterCommit(tx, onCreditsReturned);
  return 'returned';
}

/**
 * Returns what a refund states about credits that do not go back: `retired` if a batch, or an earlier receipt, has some
 * of the order; otherwise `none`: an earlier refund bounced once they were resold, and this one is of money alone.
 */
async function readUnreturnedState(tx: Tx, { id, merchant_id }: OrderRow): Promise<RefundedCredits> {
  const retired = await tx
    .selectFrom('allocations')
    .select('lot')
    .where('merchant_id', '=', merchant_id)
    .where('order_id', '=', id)
    .where(({ eb, or }) => or([eb('batch', 'is not', null), eb('serial_from', 'is not', null)]))
    .limit(1)
    .executeTakeFirst();
  return retired ? 'retired' : 'none';
}
