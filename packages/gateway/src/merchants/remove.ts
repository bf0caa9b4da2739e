import type { Actor } from '../audit/actor.ts';
import { recordAudit } from '../audit/record.ts';
import type { Database } from '../store/engine.ts';
import { inTransaction, type Tx } from '../store/transaction.ts';
import { lockMerchantIfAny, noMerchantMessage } from './lock-merchant.ts';

/** Tables of a merchant's resources, with the name of one row. */
const USES = {
  api_keys: 'API key',
  platforms: 'platform',
  webhook_secrets: 'webhook secret',
  console_people: 'person of the console',
  orders: 'order',
} as const;

async function findUse(tx: Tx, merchantId: string): Promise<string | undefined> {
  for (const [table, what] of Object.entries(USES)) {
    const rows = tx
      .selectFrom(table as keyof typeof USES)
      .select('id')
      .limit(1);
    const row = await rows.where('merchant_id', '=', merchantId).executeTakeFirst();
    if (row) return `${what} ${row.id}`;
  }
  return undefined;
}

/**
 * Removes a merchant that was created by mistake, except its chain in the audit log.
 * @param by who removes it.
 * @returns why it was not removed; undefined if it was.
 */
export async function removeMerchant(db: Database, id: string, by: Actor): Promise<string | undefined> {
  return inTransaction(db, async (tx) => {
    // Locked first: a creation under way for the merchant is waited for, and then found.
    if (!(await lockMerchantIfAny(tx, id))) return noMerchantMessage(id);
    const use = await findUse(tx, id);
    if (use !== undefined) return `Merchant ${id} stays: ${use} belongs to it`;
    await tx.deleteFrom('settlement_limits').where('merchant_id', '=', id).execute();
    const removed = await tx
      .deleteFrom('merchants')
      .where('id', '=', id)
      .returning('name')
      .executeTakeFirst();
    await recordAudit(tx, by, { merchantId: id, action: 'merchant.removed', subject: id, before: removed });
    return undefined;
  });
}

/**
 * Removes a platform. Nothing stored refers to it; requests that still name it are refused.
 * @param by who removes it.
 * @returns whether there was one.
 */
export async function removePlatform(db: Database, id: string, by: Actor): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const removed = await tx
      .deleteFrom('platforms')
      .where('id', '=', id)
      .returning('merchant_id')
      .executeTakeFirst();
    if (!removed) return false;
    const { merchant_id: merchantId } = removed;
    await recordAudit(tx, by, { merchantId, action: 'platform.removed', subject: id });
    return true;
  });
}
