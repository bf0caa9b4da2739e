import type { Actor } from '../audit/actor.ts';
import { recordAudit } from '../audit/record.ts';
import type { Database } from '../store/engine.ts';
import { newId } from '../store/ids.ts';
import { inTransaction } from '../store/transaction.ts';
import type { MerchantSettings } from './change.ts';

/** Adds a merchant. @param by who adds it, for the audit log. @returns its identifier. */
export async function createMerchant(
  db: Database,
  { name, ...settings }: { readonly name: string } & MerchantSettings,
  by: Actor,
): Promise<string> {
  const id = newId('mer');
  const row = { name, accent: null, logo_url: null, return_origins: '[]', ...settings };
  await inTransaction(db, async (tx) => {
    await tx
      .insertInto('merchants')
      .values({ id, sandbox: 0, created_at: Date.now(), ...row })
      .execute();
    await recordAudit(tx, by, { merchantId: id, action: 'merchant.created', subject: id, after: row });
  });
  return id;
}
