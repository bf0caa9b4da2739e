import type { Actor } from '../audit/actor.ts';
import { recordAudit } from '../audit/record.ts';
import type { Database } from '../store/engine.ts';
import { newId } from '../store/ids.ts';
import { inTransaction } from '../store/transaction.ts';
import { lockMerchant } from './lock-merchant.ts';

/**
 * Adds a platform of a merchant.
 * @param id its `x-platform-id`; default: a new identifier.
 * @param by who adds it, for the audit log.
 * @returns the identifier; undefined if it is taken.
 * @throws NoMerchantError
 */
export async function createPlatform(
  db: Database,
  merchantId: string,
  id: string = newId('plt'),
  by?: Actor,
): Promise<string | undefined> {
  return inTransaction(db, async (tx) => {
    await lockMerchant(tx, merchantId);
    const row = await tx
      .insertInto('platforms')
      .values({ id, merchant_id: merchantId, created_at: Date.now() })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!row) return undefined;
    await recordAudit(tx, by, { merchantId, action: 'platform.created', subject: id });
    return id;
  });
}
