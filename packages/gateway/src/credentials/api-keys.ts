import { hash as digest } from 'node:crypto';
import type { VerifyingKey } from '@flight-offset/core/server';
import type { Selectable } from 'kysely';
import type { Database } from '../store/engine.ts';
import { newId, newToken } from '../store/ids.ts';
import { prepared } from '../store/prepared.ts';
import type { ApiKeyTable } from '../store/schema.ts';
import { untilChanged } from '../store/until-changed.ts';
import type { Sealer } from './seal.ts';

/** What the signatures of a credential are checked with, as the operator states it. */
export type KeyScheme =
  | {
      readonly scheme: 'hmac-sha256' | 'hmac-sha512';
      readonly encoding?: 'hex' | 'base64';
      readonly secret?: string;
    }
  | { readonly scheme: 'ed25519' | 'rsa-sha256'; readonly publicKey: string };

/** A credential just made. The secret is shown this once. */
export interface NewApiKey {
  readonly id: string;
  readonly apiKey: string;
  readonly secret?: string;
}

/** A credential as it may be listed. */
export type ApiKeyRow = Selectable<ApiKeyTable>;

/** SHA-256 of an API key: what is stored and looked up. Keys hold 256 random bits, so that no salt is needed. */
export function hashApiKey(apiKey: string): string {
  return digest('sha256', apiKey);
}

/** Makes a credential of a merchant. */
export async function createApiKey(
  { kysely }: Database,
  sealer: Sealer,
  merchantId: string,
  given: KeyScheme & { readonly label?: string; readonly apiKey?: string },
): Promise<NewApiKey> {
  const id = newId('key');
  const apiKey = given.apiKey ?? `fo_${newToken()}`;
  const row = {
    id,
    merchant_id: merchantId,
    label: given.label ?? '',
    key_hash: hashApiKey(apiKey),
    scheme: given.scheme,
    encoding: 'encoding' in given ? (given.encoding ?? 'hex') : 'base64',
    created_at: Date.now(),
    revoked_at: null,
  };
  if ('publicKey' in given) {
    await kysely
      .insertInto('api_keys')
      .values({ ...row, sealed_secret: null, public_key: given.publicKey })
      .execute();
    return { id, apiKey };
  }
  const secret = given.secret ?? newToken();
  const sealed_secret = sealer.seal(secret, id);
  await kysely
    .insertInto('api_keys')
    .values({ ...row, encoding: given.encoding ?? 'hex', sealed_secret, public_key: null })
    .execute();
  return { id, apiKey, secret };
}

/** The live credential of an API key. */
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
  return untilChanged(db, `key ${hash}`, read);
}

/** What signatures of a credential are checked with. */
export function verifyingKey(row: ApiKeyRow, sealer: Sealer): VerifyingKey {
  if (row.public_key !== null) {
    return { scheme: row.scheme as 'ed25519' | 'rsa-sha256', publicKey: row.public_key };
  }
  return {
    scheme: row.scheme as 'hmac-sha256' | 'hmac-sha512',
    encoding: row.encoding as 'hex' | 'base64',
    secret: sealer.open(row.sealed_secret ?? '', row.id),
  };
}

/** Ends a credential at once. @returns whether there was a live one. */
export async function revokeApiKey({ kysely }: Database, id: string): Promise<boolean> {
  const { numUpdatedRows } = await kysely
    .updateTable('api_keys')
    .set({ revoked_at: Date.now() })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
