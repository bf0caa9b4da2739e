import type { OrderRow } from '../store/schema.ts';
import { ofMerchants, unindexed } from '../store/sql/of-merchants.ts';
import type { Tx } from '../store/transaction.ts';
import type { OrderContext } from './context.ts';

/** Returns until when a new order holds its credits: a short time, in which its payment has to start. */
export function firstHoldEnd({ holdMs, orderTtlMs }: OrderContext, createdAt: number): number {
  return createdAt + Math.min(holdMs, orderTtlMs);
}

type HeldOrder = Pick<OrderRow, 'id' | 'merchant_id' | 'created_at'>;

/**
 * Extends the hold on the credits of an unpaid order until a time; never shortens a hold.
 * @returns the updated order; undefined if it is settled or expired, and must not be paid.
 */
export async function holdUntil(
  tx: Pick<Tx, 'updateTable'>,
  { db, now }: Pick<OrderContext, 'db' | 'now'>,
  order: HeldOrder,
  end: number,
): Promise<OrderRow | undefined> {
  return (
    tx
      .updateTable('orders')
      // Another request may have extended it since the order was read.
      .set(({ eb, ref }) => ({
        expires_at: eb.case().when('expires_at', '<', end).then(end).else(ref('expires_at')).end(),
      }))
      .where(ofMerchants(db, 'merchant_id', [order.merchant_id]).condition)
      .where('id', '=', order.id)
      .where(unindexed('status'), '=', 'pending')
      .where('expires_at', '>', now())
      .returningAll()
      .executeTakeFirst()
  );
}

/**
 * Extends the hold of an order whose payment starts to the maximum lifetime of the order, which is how long the
 * provider's page stays open.
 * @returns see {@link holdUntil}.
 */
export async function holdForPayment(
  tx: Pick<Tx, 'updateTable'>,
  context: OrderContext,
  order: HeldOrder,
): Promise<OrderRow | undefined> {
  return holdUntil(tx, context, order, order.created_at + context.orderTtlMs);
}

/** Whether an order has expired. The background work fails it later; until then nobody may pay it. */
export function isPastHold(
  { status, expires_at }: Pick<OrderRow, 'status' | 'expires_at'>,
  at: number,
): boolean {
  return status === 'pending' && expires_at <= at;
}
