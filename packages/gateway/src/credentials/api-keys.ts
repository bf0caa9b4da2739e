import { hash as digest } from 'node:crypto';
import type { VerifyingKey } from '@flight-offset/core/server';
import type { Actor } from '../audit/actor.ts';
import { recordAudit } from '../audit/record.ts';
import { lockMerchant } from '../merchants/lock-merchant.ts';
import { cacheUntilChanged } from '../store/cache-until-changed.ts';
import type { Database } from '../store/engine.ts';
import { newId, newToken } from '../store/ids.ts';
import type { ApiKeyRow } from '../store/schema.ts';
import { prepared } from '../store/sql/prepared.ts';
import { inTransaction } from '../store/transaction.ts';
import { updateKnownKey } from './known-keys.ts';
import type { Sealer } from './seal.ts';

/** Scheme by which the signatures of a credential are verified, as the operator sets it. */
export type KeyScheme =
  | {
      readonly scheme: 'hmac-sha256' | 'hmac-sha512';
      readonly encoding?: 'hex' | 'base64';
      readonly secret?: string;
    }
  | { readonly scheme: 'ed25519' | 'rsa-sha256'; readonly publicKey: string };

/** A newly created credential. The secret is shown only once. */
export interface NewApiKey {
  readonly id: string;
  readonly apiKey: string;
  readonly secret?: string;
}

/**
 * Returns the SHA-256 of an API key, by which it is stored and looked up. Keys hold 256 random bits, so no salt is
 * needed.
 */
export function hashApiKey(apiKey: string): string {
  return digest('sha256', apiKey);
}

/** A credential to create. */
type GivenKey = KeyScheme & {
  /** Its identifier; default: a new one. If it is taken, the database's error is thrown. */
  readonly id?: string;
  readonly label?: string;
  readonly apiKey?: string;
  /** The time, milliseconds since 1970; default: this machine's. The oldest live key signs webhooks. */
  readonly at?: number;
};

/**
 * Creates a credential of a merchant.
 * @param by who creates it, for the audit log.
 * @throws NoMerchantError
 */
export async function createApiKey(
  { db, sealer }: { readonly db: Database; readonly sealer: Sealer },
  merchantId: string,
  given: GivenKey,
  by?: Actor,
): Promise<NewApiKey> {
  const { at = Date.now(), id = newId('key', at) } = given;
  const apiKey = given.apiKey ?? `fo_${newToken()}`;
  const row = {
    id,
    merchant_id: merchantId,
    label: given.label ?? '',
    key_hash: hashApiKey(apiKey),
    scheme: given.scheme,
    created_at: at,
    revoked_at: null,
  };
  if ('publicKey' in given) {
    await insert(db, { ...row, encoding: 'base64', sealed_secret: null, public_key: given.publicKey }, by);
    return { id, apiKey };
  }
  const secret = given.secret ?? newToken();
  const sealed_secret = sealer.seal(secret, id);
  await insert(db, { ...row, encoding: given.encoding ?? 'hex', sealed_secret, public_key: null }, by);
  return { id, apiKey, secret };
}

async function insert(db: Database, row: ApiKeyRow, by: Actor | undefined): Promise<void> {
  const { id: subject, merchant_id: merchantId, label, scheme, encoding, created_at: at } = row;
  await inTransaction(db, async (tx) => {
    await lockMerchant(tx, merchantId);
    await tx.insertInto('api_keys').values(row).execute();
    const after = { label, scheme, encoding };
    await recordAudit(tx, by, { merchantId, action: 'api_key.created', subject, after, at });
  });
}

/** Finds the live credential of an API key. */
export async function findApiKey(db: Database, apiKey: string): Promise<ApiKeyRow | undefined> {
  const hash = hashApiKey(apiKey);
  const build = () =>
    db.reader
      .selectFrom('api_keys')
      .select(['id', 'merchant_id', 'label', 'key_hash', 'scheme', 'encoding', 'sealed_secret', 'public_key'])
      .select(['created_at', 'revoked_at'])
      .where('key_hash', '=', hash)
      .where('revoked_at', 'is', null)
      .compile();
  const read = async () => (await prepared(db.reader, 'live api key', build, [hash]))[0];
  const row = await cacheUntilChanged(db, `key ${hash}`, read);
  updateKnownKey(db, hash, row);
  return row;
}

/** Returns the key that verifies signatures of a credential. */
export function verifyingKey(row: ApiKeyRow, sealer: Sealer): VerifyingKey {
  if (row.public_key !== null) {
    return { scheme: row.scheme as 'ed25519' | 'rsa-sha256', publicKey: row.public_key };
  }
  return {
    scheme: row.scheme as 'hmac-sha256' | 'hmac-sha512',
    encoding: row.encoding,
    secret: sealer.open(row.sealed_secret ?? '', row.id),
  };
}

/**
 * Revokes a credential, with immediate effect.
 * @param by who revokes it, for the audit log.
 * @param at the time, milliseconds since 1970; default: this machine's.
 * @returns whether there was a live one.
 */
export async function revokeApiKey(
  db: Database,
  id: string,
  by?: Actor,
  at: number = Date.now(),
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const revoked = await tx
      .updateTable('api_keys')
      .set({ revoked_at: at })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .returning(['merchant_id as merchantId', 'label'])
      .executeTakeFirst();
    if (!revoked) return false;
    const { merchantId, label } = revoked;
    const change = { before: { label, live: true }, after: { label, live: false } };
    await recordAudit(tx, by, { merchantId, action: 'api_key.revoked', subject: id, ...change, at });
    return true;
  });
}
