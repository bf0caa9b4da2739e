import type { Actor } from '../../audit/actor.ts';
import { recordAudit } from '../../audit/record.ts';
import { inTransaction } from '../../store/transaction.ts';
import type { OrderContext } from '../context.ts';
import { failPending } from './fail-pending.ts';
import { findOrderKey } from './lock-orders.ts';

/**
 * Fails a pending order at once; its credits go back to stock. A serving process closes its payment page.
 * @param by who does it, for the audit log.
 * @returns false if the order was not pending.
 */
export async function expireNow(context: OrderContext, orderId: string, by: Actor): Promise<boolean> {
  return inTransaction(context.db, async (tx) => {
    const key = await findOrderKey(tx, orderId);
    const order = key && (await failPending(tx, context, key));
    if (!order) return false;
    const change = { before: { status: 'pending' }, after: { status: 'failed' } };
    const { merchant_id: merchantId } = order;
    await recordAudit(tx, by, { merchantId, action: 'order.expired', subject: orderId, ...change });
    return true;
  });
}
