import { sql } from 'kysely';
import type { Database } from '../store/engine.ts';
import { inTransaction } from '../store/transaction.ts';
import { lockAllotment, updateAllotment } from './lock-allotment.ts';

/**
 * Lowers the sold grams of lots by what refunds have returned to allotments since they were reported as sold. Other
 * merchants may buy these grams, which would count as sold until this merchant's next top-up. Each allotment has its
 * own transaction, since no order is held together with a lot.
 * @returns how many allotments there were, at most 100.
 */
export async function reportReturned(db: Database): Promise<number> {
  const fewer = await db.kysely
    .selectFrom('allotments')
    .select(['merchant_id', 'lot'])
    .where(sql<boolean>`grams_allocated < grams_reported`)
    .orderBy('lot')
    .orderBy('merchant_id')
    .limit(100)
    .execute();
  for (const key of fewer) {
    await inTransaction(db, async (tx) => {
      const held = await lockAllotment(tx, key);
      if (!held?.allotment) return;
      await updateAllotment(tx, held, { ...held.allotment, grams_reported: held.allotment.grams_allocated });
    });
  }
  return fewer.length;
}
