import type { OrderContext } from '../orders/context.ts';
import type { Provider } from './provider.ts';

/** Marks the captured payments of an order to be given back. @returns how many there are. */
export async function markForRefund({ db, now }: OrderContext, orderId: string): Promise<number> {
  const { numUpdatedRows } = await db.kysely
    .updateTable('payments')
    .set({ state: 'refund_due', updated_at: now() })
    .where('order_id', '=', orderId)
    .where('state', '=', 'captured')
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/**
 * Gives back what is due, at most `limit` payments in one go. A refund is asked for under the payment's own
 * identifier, so that asking twice gives back once. @returns how many were given back.
 */
export async function refundDue({ db, now }: OrderContext, provider: Provider, limit = 20): Promise<number> {
  const due = await db.kysely
    .selectFrom('payments')
    .selectAll()
    .where('provider', '=', provider.name)
    .where('state', '=', 'refund_due')
    .orderBy('updated_at')
    .limit(limit)
    .execute();
  let refunded = 0;
  let fault: unknown;
  for (const payment of due) {
    try {
      await provider.refund(payment);
      await db.kysely
        .updateTable('payments')
        .set({ state: 'refunded', updated_at: now() })
        .where('id', '=', payment.id)
        .where('state', '=', 'refund_due')
        .execute();
      refunded += 1;
    } catch (error) {
      fault ??= error;
      // The others first, next time.
      await db.kysely
        .updateTable('payments')
        .set({ updated_at: now() })
        .where('id', '=', payment.id)
        .execute();
    }
  }
  if (fault !== undefined && refunded === 0) throw fault;
  return refunded;
}
