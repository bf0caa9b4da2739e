import { createHmac, timingSafeEqual } from 'node:crypto';
import { type VerifyingKey, verify } from '@flight-offset/core/server';
import { Problem } from '../problem.ts';
import { cacheUntilChanged } from '../store/cache-until-changed.ts';
import type { Database } from '../store/engine.ts';
import type { ApiKeyRow } from '../store/schema.ts';
import { prepared } from '../store/sql/prepared.ts';
import { findApiKey, hashApiKey, verifyingKey } from './api-keys.ts';
import { findKnownKey, unknownKeyProblem } from './known-keys.ts';
import type { Sealer } from './seal.ts';

/** Context in which credentials are checked. */
export interface Credentials {
  readonly db: Database;
  readonly sealer: Sealer;
}

/**
 * Finds the credential that a request was sent with, by `x-api-key`.
 * @throws Problem 40101 without a key, 40102 with an unknown or revoked one.
 */
export async function authenticate({ db }: Credentials, headers: Headers): Promise<ApiKeyRow> {
  const apiKey = headers.get('x-api-key');
  if (!apiKey) throw new Problem(40101, 'The header x-api-key is missing. Send your API key in it.');
  const key = await findApiKey(db, apiKey);
  if (!key) throw unknownKeyProblem();
  return key;
}

/** Returns the credential that a request was sent with, if this process {@link findKnownKey knows} it. */
export function authenticateIfKnown({ db }: Credentials, headers: Headers): ApiKeyRow | undefined {
  const apiKey = headers.get('x-api-key');
  return apiKey ? findKnownKey(db, hashApiKey(apiKey)) : undefined;
}

/**
 * Checks `x-body-signature` over the raw bytes of the body.
 * @throws Problem 40103 without a signature, 40104 with an invalid one.
 */
export async function checkSignature(
  { sealer }: Credentials,
  key: ApiKeyRow,
  headers: Headers,
  body: Uint8Array,
): Promise<void> {
  const signature = headers.get('x-body-signature');
  if (!signature)
    throw new Problem(40103, 'The header x-body-signature is missing. Sign the exact bytes of the body.');
  if (!(await isValidSignature(body, signature, verifyingKey(key, sealer)))) {
    const how = `${key.scheme}, ${key.encoding}`;
    throw new Problem(
      40104,
      `Invalid x-body-signature. Sign the exact bytes of the body with the secret of this key (${how}).`,
    );
  }
}

/**
 * Checks `x-platform-id`.
 * @throws Problem 40105 without one, 40106 with one that is not this merchant's.
 */
export async function checkPlatform({ db }: Credentials, key: ApiKeyRow, headers: Headers): Promise<void> {
  const id = headers.get('x-platform-id');
  if (!id)
    throw new Problem(40105, 'The header x-platform-id is missing. Send the identifier of your platform.');
  const build = () =>
    db.reader
      .selectFrom('platforms')
      .select('id')
      .where('id', '=', id)
      .where('merchant_id', '=', key.merchant_id)
      .compile();
  const read = async () => (await prepared(db.reader, 'platform', build, [id, key.merchant_id]))[0];
  const platform = await cacheUntilChanged(db, `platform ${key.merchant_id} ${id}`, read);
  if (!platform) throw new Problem(40106, 'The platform in x-platform-id does not belong to this key.');
}

/**
 * Like `verify` of core, but checks shared secrets with Node's synchronous functions, which spares two trips to its
 * thread pool.
 */
async function isValidSignature(body: Uint8Array, signature: string, key: VerifyingKey): Promise<boolean> {
  if (!('secret' in key)) return verify(body, signature, key);
  const hash = key.scheme === 'hmac-sha512' ? 'sha512' : 'sha256';
  const expected = Buffer.from(
    createHmac(hash, key.secret)
      .update(body)
      .digest(key.encoding ?? 'hex'),
  );
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
