import { sql } from 'kysely';
import type { Database } from '../store/engine.ts';
import { inTransaction } from '../store/transaction.ts';
import { holdAllotment, writeHeld } from './hold.ts';

/**
 * Has lots count what orders returned to allotments, by refunds, since those were reported as sold: others may buy it, and
 * would take it for sold until that merchant's next top-up. In transactions of their own, since no order is held with a lot.
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
      const held = await holdAllotment(tx, key);
      if (!held?.allotment) return;
      await writeHeld(tx, held, { ...held.allotment, grams_reported: held.allotment.grams_allocated });
    });
  }
  return fewer.length;
}
