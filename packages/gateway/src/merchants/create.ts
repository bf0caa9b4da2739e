import type { Actor } from '../audit/actor.ts';
import { recordAudit } from '../audit/record.ts';
import type { Database } from '../store/engine.ts';
import { newId } from '../store/ids.ts';
import { inTransaction } from '../store/transaction.ts';
import type { MerchantSettings } from './change.ts';

/**
 * Adds a merchant.
 * @param by who adds it, for the audit log.
 * @param at the time, milliseconds since 1970.
 * @returns its identifier.
 */
export async function createMerchant(
  db: Database,
  { name, ...settings }: { readonly name: string } & MerchantSettings,
  by: Actor,
  at: number,
): Promise<string> {
  const id = newId('mer', at);
  const row = { name, accent: null, logo_url: null, return_origins: '[]', ...settings };
  await inTransaction(db, async (tx) => {
    await tx
      .insertInto('merchants')
      .values({ id, sandbox: 0, created_at: at, ...row })
      .execute();
    const change = { action: 'merchant.created', subject: id, after: row, at };
    await recordAudit(tx, by, { merchantId: id, ...change });
  });
  return id;
}
