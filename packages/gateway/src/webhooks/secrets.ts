import { createWebhookSecret } from '@flight-offset/core/server';
import type { Actor } from '../audit/actor.ts';
import { recordAudit } from '../audit/record.ts';
import type { Sealer } from '../credentials/seal.ts';
import { lockMerchant } from '../merchants/lock-merchant.ts';
import type { Database } from '../store/engine.ts';
import { newId } from '../store/ids.ts';
import { inTransaction, type Tx } from '../store/transaction.ts';
import { DAY_MS } from '../time-span.ts';

/** Time for which a replaced secret still signs, beside the new one: 24 hours. */
const OVERLAP_MS = DAY_MS;

/** Reads the secrets that sign a merchant's webhooks now, newest first. */
export async function webhookSecrets(
  { kysely }: Database,
  sealer: Sealer,
  merchantId: string,
  now: number,
): Promise<string[]> {
  const rows = await kysely
    .selectFrom('webhook_secrets')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where(({ or, eb }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => sealer.open(row.sealed_secret, row.id));
}

/** Reads the secret of a merchant that does not expire; undefined if there is none. */
export async function currentSecret(
  db: Pick<Tx, 'selectFrom'>,
  merchantId: string,
): Promise<{ readonly id: string; readonly created_at: number } | undefined> {
  return db
    .selectFrom('webhook_secrets')
    .select(['id', 'created_at'])
    .where('merchant_id', '=', merchantId)
    .where('expires_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst();
}

/**
 * Creates a new secret for a merchant. Previous secrets continue to sign for {@link OVERLAP_MS}; the next rotation
 * after that deletes them.
 * @param options `by`: who requests it, for the audit log. `id`: the identifier of the secret; default: a new one. If
 *   it is taken, the database's error is thrown and nothing changes. `check`: receives the current secret's identifier;
 *   if it throws, nothing changes.
 * @returns the new secret.
 * @throws NoMerchantError if there is no such merchant.
 */
export async function rotateWebhookSecret(
  db: Database,
  sealer: Sealer,
  merchantId: string,
  options: {
    readonly now?: number;
    readonly by?: Actor | undefined;
    readonly id?: string;
    readonly check?: (current: string | undefined) => void;
  } = {},
): Promise<string> {
  const { now = Date.now(), by, id = newId('whs', now), check } = options;
  const secret = createWebhookSecret();
  await inTransaction(db, async (tx) => {
    // Concurrent rotations run one after the other: each lets the previous secret expire.
    await lockMerchant(tx, merchantId);
    check?.((await currentSecret(tx, merchantId))?.id);
    await tx
      .deleteFrom('webhook_secrets')
      .where('merchant_id', '=', merchantId)
      .where('expires_at', '<=', now)
      .execute();
    await tx
      .updateTable('webhook_secrets')
      .set({ expires_at: now + OVERLAP_MS })
      .where('merchant_id', '=', merchantId)
      .where('expires_at', 'is', null)
      .execute();
    await tx
      .insertInto('webhook_secrets')
      .values({
        id,
        merchant_id: merchantId,
        sealed_secret: sealer.seal(secret, id),
        created_at: now,
        expires_at: null,
      })
      .execute();
    await recordAudit(tx, by, { merchantId, action: 'webhook_signing.rotated', subject: id, at: now });
  });
  return secret;
}
