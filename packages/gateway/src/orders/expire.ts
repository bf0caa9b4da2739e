import { inTransaction } from '../store/transaction.ts';
import type { OrderContext } from './context.ts';
import { settleOrder } from './settle.ts';

/** Fails pending orders whose time to pay is over, at most `limit` in one go. @returns how many. */
export async function expireOrders(context: OrderContext, limit = 100): Promise<number> {
  const due = await context.db.kysely
    .selectFrom('orders')
    .select('id')
    .where('status', '=', 'pending')
    .where('expires_at', '<=', context.now())
    .orderBy('expires_at')
    .limit(limit)
    .execute();
  let expired = 0;
  for (const { id } of due) {
    const settled = await inTransaction(context.db, (tx) => settleOrder(tx, context, id, 'failed'));
    if (settled) expired += 1;
  }
  return expired;
}
