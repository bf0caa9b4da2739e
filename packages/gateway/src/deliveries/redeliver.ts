import type { Database } from '../store/engine.ts';

/** Sends every webhook of an order again, from the first attempt. @returns how many there are. */
export async function redeliver({ kysely }: Database, orderId: string, now: number): Promise<number> {
  return kysely.transaction().execute(async (tx) => {
    const rows = await tx
      .updateTable('deliveries')
      .set({ state: 'pending', attempts: 0, next_attempt_at: now, claimed_until: 0, delivered_at: null })
      .where('order_id', '=', orderId)
      .returning('id')
      .execute();
    const ids = rows.map(({ id }) => id);
    // The attempts begin anew, and so does their log.
    if (ids.length > 0) await tx.deleteFrom('delivery_attempts').where('delivery_id', 'in', ids).execute();
    return ids.length;
  });
}
