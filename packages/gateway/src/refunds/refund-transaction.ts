import { sql } from 'kysely';
import type { OrderKey } from '../orders/end/lock-orders.ts';
import { inRupees } from '../orders/in-rupees.ts';
import { newId } from '../store/ids.ts';
import type { OrderRow, RefundRow } from '../store/schema.ts';
import type { Tx } from '../store/transaction.ts';

/** Adds to the refund sums of an order. */
export async function addToRefundSums(
  tx: Tx,
  key: OrderKey,
  { pending = 0, refunded = 0 }: { readonly pending?: number; readonly refunded?: number },
): Promise<OrderRow> {
  return tx
    .updateTable('orders')
    .set({
      refund_pending_minor: sql`refund_pending_minor + ${pending}`,
      refunded_minor: sql`refunded_minor + ${refunded}`,
    })
    .where('merchant_id', '=', key.merchant_id)
    .where('id', '=', key.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Writes the transaction of a completed refund, with negative amounts, or the transaction that reverses it if it
 * bounced. A surplus has none: it never was part of a purchase.
 * @param order with the refund counted.
 */
export async function insertRefundTransaction(
  tx: Tx,
  order: OrderRow,
  refund: RefundRow,
  { sign, at }: { readonly sign: 1 | -1; readonly at: number },
): Promise<string | null> {
  if (refund.order_minor === 0 && refund.grams === 0) return null;
  const id = newId('txn', at);
  const amount_minor = sign * refund.order_minor;
  // The difference of two totals: parts that are rounded one by one would not sum up to the order.
  const inr_minor =
    inRupees(order, order.refunded_minor + amount_minor) - inRupees(order, order.refunded_minor);
  await tx
    .insertInto('transactions')
    .values({
      id,
      merchant_id: order.merchant_id,
      order_id: order.id,
      currency: order.currency,
      amount_minor,
      inr_minor,
      grams: refund.credits === 'returned' ? sign * refund.grams : 0,
      created_at: at,
      refund_id: refund.id,
    })
    .execute();
  return id;
}
