import { Problem } from '../../problem.ts';
import type { OrderRow } from '../../store/schema.ts';
import { inTransaction } from '../../store/transaction.ts';
import type { OrderContext } from '../context.ts';
import { findOrder } from '../find.ts';
import { noSuchOrder } from '../order-id.ts';
import { failPending } from './fail-pending.ts';

/**
 * Fails a pending order of a merchant at once; its credits go back to stock. A failed order is returned unchanged.
 * @throws Problem 40402 no such order; 40902 it is completed: refund it.
 */
export async function failOrder(
  context: OrderContext,
  merchantId: string,
  orderId: string,
): Promise<OrderRow> {
  const order = await findOrder(context, merchantId, orderId);
  if (!order) throw noSuchOrder();
  if (order.status === 'pending') {
    const failed = await inTransaction(context.db, (tx) => failPending(tx, context, order));
    if (failed) return failed;
  }
  const now = await findOrder(context, merchantId, orderId);
  if (now?.status !== 'failed') throw new Problem(40902, 'The order is completed. Refund it instead.');
  return now;
}
