import type { Database } from '../store/engine.ts';
import { inTransaction } from '../store/transaction.ts';
import type { Sealer } from './seal.ts';

/**
 * Seals every secret under another master key, all or none. Secrets which are under the new key already stay.
 * @returns how many were sealed anew.
 */
export async function resealSecrets(db: Database, from: Sealer, to: Sealer): Promise<number> {
  return inTransaction(db, async (tx) => {
    let count = 0;
    const keys = await tx.selectFrom('api_keys').select(['id', 'sealed_secret']).execute();
    for (const { id, sealed_secret } of keys) {
      if (sealed_secret === null || sealed_secret.startsWith(`${to.keyId}.`)) continue;
      const sealed = to.seal(from.open(sealed_secret, id), id);
      await tx.updateTable('api_keys').set({ sealed_secret: sealed }).where('id', '=', id).execute();
      count += 1;
    }
    const secrets = await tx.selectFrom('webhook_secrets').select(['id', 'sealed_secret']).execute();
    for (const { id, sealed_secret } of secrets) {
      if (sealed_secret.startsWith(`${to.keyId}.`)) continue;
      const sealed = to.seal(from.open(sealed_secret, id), id);
      await tx.updateTable('webhook_secrets').set({ sealed_secret: sealed }).where('id', '=', id).execute();
      count += 1;
    }
    const settings = await tx.selectFrom('settings').selectAll().where('name', 'like', 'sealed:%').execute();
    for (const { name, value } of settings) {
      if (value.startsWith(`${to.keyId}.`)) continue;
      await tx
        .updateTable('settings')
        .set({ value: to.seal(from.open(value, name), name) })
        .where('name', '=', name)
        .execute();
      count += 1;
    }
    return count;
  });
}
