import type { RefundRow } from '../store/schema.ts';
import { merchantOfFew } from '../store/sql/of-merchants.ts';
import type { Tx } from '../store/transaction.ts';
import type { OrderKey } from './end/lock-orders.ts';

/** Reads all refunds of an order, oldest first. */
export async function refundsOfOrder(
  tx: Pick<Tx, 'selectFrom' | 'getExecutor'>,
  order: OrderKey,
): Promise<RefundRow[]> {
  return tx
    .selectFrom('refunds')
    .selectAll()
    .where(merchantOfFew(tx, 'merchant_id'), '=', order.merchant_id)
    .where('order_id', '=', order.id)
    .orderBy('id')
    .execute();
}
