import { sql } from 'kysely';
import type { Actor } from '../audit/actor.ts';
import { recordAudit } from '../audit/record.ts';
import type { Database } from '../store/engine.ts';
import { inTransaction, type Tx } from '../store/transaction.ts';
import { lockMerchantIfAny, noMerchantMessage } from './lock-merchant.ts';

/** Rows that keep a merchant: the name of one, and the command that removes it, if there is one. */
const USES = [
  { table: 'api_keys', column: 'id', what: 'API key', command: 'keys revoke' },
  { table: 'platforms', column: 'id', what: 'platform', command: 'platforms remove' },
  { table: 'console_people', column: 'id', what: 'person of the console', command: 'console remove' },
  { table: 'orders', column: 'id', what: 'order', command: undefined },
  // Left by an order that was refused in the end.
  { table: 'allotments', column: 'lot', what: 'allotment of', command: undefined },
] as const;

/** Explains why a merchant stays; undefined if nothing of it is in use. Revoked keys are not. */
async function findUse(tx: Tx, merchantId: string): Promise<string | undefined> {
  for (const { table, column, what, command } of USES) {
    const row = await tx
      .selectFrom(table as 'api_keys')
      .select(sql.ref<string>(column).as('id'))
      .where('merchant_id', '=', merchantId)
      .$if(table === 'api_keys', (keys) => keys.where('revoked_at', 'is', null))
      .limit(1)
      .executeTakeFirst();
    if (!row) continue;
    const merchant = table === 'console_people' ? ` --merchant ${merchantId}` : '';
    const next = command
      ? `; first: flight-offset-gateway ${command} ${row.id}${merchant}`
      : `, and ${table} are never removed`;
    return `Merchant ${merchantId} stays: ${what} ${row.id} belongs to it${next}`;
  }
  return undefined;
}

/**
 * Removes a merchant that was created by mistake, with its revoked keys and webhook secrets, but not its chain in the
 * audit log.
 * @param by who removes it.
 * @returns why it was not removed; undefined if it was.
 */
export async function removeMerchant(db: Database, id: string, by: Actor): Promise<string | undefined> {
  return inTransaction(db, async (tx) => {
    // Locked first: a creation under way for the merchant is waited for, and then found.
    if (!(await lockMerchantIfAny(tx, id))) return noMerchantMessage(id);
    const use = await findUse(tx, id);
    if (use !== undefined) return use;
    for (const table of ['api_keys', 'webhook_secrets', 'settlement_limits'] as const)
      await tx.deleteFrom(table).where('merchant_id', '=', id).execute();
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
