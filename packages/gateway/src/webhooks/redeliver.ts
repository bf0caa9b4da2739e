import type { Actor } from '../audit/actor.ts';
import { recordAudit } from '../audit/record.ts';
import type { Database } from '../store/engine.ts';
import { inTransaction } from '../store/transaction.ts';

/**
 * Sends every webhook of an order again, from the first attempt.
 * @param by who does it, for the audit log.
 * @returns how many there are.
 */
export async function redeliver(db: Database, orderId: string, now: number, by?: Actor): Promise<number> {
  return inTransaction(db, async (tx) => {
    const rows = await tx
      .updateTable('deliveries')
      .set({ state: 'pending', attempts: 0, next_attempt_at: now, claimed_until: 0, delivered_at: null })
      .where('order_id', '=', orderId)
      .returning(['id', 'merchant_id'])
      .execute();
    const ids = rows.map(({ id }) => id);
    // The attempts begin anew, and so does their log.
    if (ids.length > 0) await tx.deleteFrom('delivery_attempts').where('delivery_id', 'in', ids).execute();
    const [first] = rows;
    if (first) {
      const change = { action: 'webhooks.redelivered', subject: orderId, after: { webhooks: ids } };
      await recordAudit(tx, by, { merchantId: first.merchant_id, at: now, ...change });
    }
    return ids.length;
  });
}
