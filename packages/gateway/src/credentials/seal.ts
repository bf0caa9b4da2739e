import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** A sealed value cannot be opened: it was sealed under another master key, or it was changed. */
export class SealError extends Error {
  override readonly name = 'SealError';
  readonly code = 'cannot_unseal';
}

/** Keeps secrets unreadable in the database: AES-256-GCM under the operator's master key. */
export interface Sealer {
  /** First characters of the key's hash: it shows under which key a value was sealed. */
  readonly keyId: string;
  /** @param purpose the value opens for no other purpose. */
  seal(secret: string, purpose: string): string;
  /** @throws SealError under another key or for another purpose. */
  open(sealed: string, purpose: string): string;
}

const CHANGED = 'a sealed secret was changed, or belongs elsewhere';

/** Maximum number of opened secrets in memory, where the master key is too: opening one for each request is slow. */
const MAX_OPENED = 1000;

/** Returns a name for a master key that reveals nothing about it: the first characters of its hash. */
export function keyIdOf(masterKey: Uint8Array): string {
  return createHash('sha256').update('key id').update(masterKey).digest('hex').slice(0, 8);
}

/**
 * Returns the name of the key under which a value was sealed, as {@link keyIdOf} does; empty if the value is not
 * sealed. Such a value may be a secret in plain text, so no part of it is returned.
 */
export function sealedUnder(sealed: string): string {
  return /^[0-9a-f]{8}(?=\.)/.exec(sealed)?.[0] ?? '';
}

/**
 * Creates a sealer.
 * @param masterKey 32 bytes, under which secrets are sealed.
 * @param second another key that also opens secrets: the next one before a rotation, the previous one after it.
 */
export function createSealer(masterKey: Uint8Array, second?: Uint8Array): Sealer {
  const keys = new Map<string, Uint8Array>();
  for (const key of second ? [second, masterKey] : [masterKey]) {
    if (key.length !== 32) throw new SealError('a master key must be 32 bytes');
    keys.set(keyIdOf(key), key);
  }
  const opened = new LRUCache<string, string>({ max: MAX_OPENED });
  const keyId = keyIdOf(masterKey);
  return {
    keyId,
    seal(secret, purpose) {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', masterKey, iv).setAAD(Buffer.from(purpose));
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return `${keyId}.${Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url')}`;
    },
    open(sealed, purpose) {
      const known = opened.get(purpose + sealed);
      if (known !== undefined) return known;
      const under = sealedUnder(sealed);
      if (under === '') throw new SealError(CHANGED);
      const key = keys.get(under);
      if (!key) {
        const held = [...keys.keys()].reverse().join(' and ');
        throw new SealError(`a secret was sealed under master key ${under}, this process has ${held}`);
      }
      const secret = unseal(key, sealed.slice(sealed.indexOf('.') + 1), purpose);
      opened.set(purpose + sealed, secret);
      return secret;
    },
  };
}

function unseal(key: Uint8Array, data: string, purpose: string): string {
  const bytes = Buffer.from(data, 'base64url');
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 })
      .setAAD(Buffer.from(purpose))
      .setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
  } catch {
    throw new SealError(CHANGED);
  }
}
