import { OffsetError } from '../errors/errors.ts';
import { type Bytes, fromBase64, toBytes } from './bytes.ts';
import type { Jwk, WebCryptoKey } from './web-crypto.ts';

/** A shared secret and its algorithm. */
export interface HmacKey {
  readonly scheme: 'hmac-sha256' | 'hmac-sha512';
  /** How the signature is written; lower-case hexadecimal by default. */
  readonly encoding?: 'hex' | 'base64';
  /** The secret; a string stands for its UTF-8 bytes. */
  readonly secret: string | Uint8Array;
}

/** Asymmetric schemes; their signatures are written in base64. */
export type AsymmetricScheme = 'ed25519' | 'rsa-sha256';

/** A private key: PEM (PKCS #8), JWK, or for Ed25519 its 32 raw bytes. */
export interface PrivateKey {
  readonly scheme: AsymmetricScheme;
  readonly privateKey: string | Jwk | Uint8Array;
}

/** A public key: PEM (SPKI), JWK, or for Ed25519 its 32 raw bytes. */
export interface PublicKey {
  readonly scheme: AsymmetricScheme;
  readonly publicKey: string | Jwk | Uint8Array;
}

/** Signs bytes by the caller's own means, for example with a hardware security module. */
export type BodySigner = (body: Uint8Array) => string | Promise<string>;

/** A key that signs bodies. */
export type SigningKey = HmacKey | PrivateKey | BodySigner;

/** A key that checks signatures. */
export type VerifyingKey = HmacKey | PublicKey;

/**
 * A key cannot be used as given. The message never holds key material.
 * @example
 * if (error instanceof KeyError) throw new Error('The private key is no Ed25519 key.', { cause: error });
 */
export class KeyError extends OffsetError {
  override readonly name = 'KeyError';

  constructor(message: string) {
    super('invalid_key', message);
  }
}

/** Web Crypto's names of the asymmetric schemes. */
export const ALGORITHMS = {
  ed25519: { name: 'Ed25519' },
  'rsa-sha256': { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
} as const;

/** Hashes of the HMAC schemes. */
const HASHES: Readonly<Record<HmacKey['scheme'], string>> = {
  'hmac-sha256': 'SHA-256',
  'hmac-sha512': 'SHA-512',
};

/** DER before the 32 bytes of an Ed25519 private key in PKCS #8 (RFC 8410). */
const ED25519_PKCS8_PREFIX = [0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20];

/** Refuses a key that is a plain text: the runtime's error message would repeat it. @throws KeyError */
export function requireObject(key: unknown): void {
  if (typeof key !== 'object' || key === null) throw new KeyError('the key is no secret and names no scheme');
}

/**
 * Checks a key without importing it: that it has a known scheme, and something to sign with. Only the first signature
 * shows whether a private key can be read.
 * @throws KeyError if either is missing.
 */
export function requireSigningKey(key: SigningKey): void {
  if (typeof key === 'function') return;
  requireObject(key);
  if ('secret' in key) requireHmac(key);
  else if (!('privateKey' in key)) throw new KeyError('signing needs a secret or a privateKey');
  else if (!Object.hasOwn(ALGORITHMS, key.scheme)) throw unknownScheme(key.scheme);
}

function requireHmac({ scheme, secret }: HmacKey): void {
  if (!Object.hasOwn(HASHES, scheme)) throw unknownScheme(scheme);
  if (typeof secret !== 'string' && !(secret instanceof Uint8Array)) {
    throw new KeyError(`secret of ${scheme} must be a string or bytes`);
  }
  if (secret.length === 0) throw new KeyError(`secret of ${scheme} is empty`);
}

function unknownScheme(scheme: unknown): KeyError {
  return new KeyError(`scheme ${String(scheme)} is not known`);
}

/** Imports an HMAC key into Web Crypto. */
export function importHmac(key: HmacKey): Promise<WebCryptoKey> {
  requireHmac(key);
  const algorithm = { name: 'HMAC', hash: HASHES[key.scheme] };
  return crypto.subtle.importKey('raw', toBytes(key.secret), algorithm, false, ['sign', 'verify']);
}

/** Imports a private key into Web Crypto. */
export function importPrivate({ scheme, privateKey }: PrivateKey): Promise<WebCryptoKey> {
  return importAsymmetric(scheme, privateKey, 'private');
}

/** Imports a public key into Web Crypto. */
export function importPublic({ scheme, publicKey }: PublicKey): Promise<WebCryptoKey> {
  return importAsymmetric(scheme, publicKey, 'public');
}

type Half = 'private' | 'public';

async function importAsymmetric(
  scheme: AsymmetricScheme,
  key: string | Jwk | Uint8Array,
  half: Half,
): Promise<WebCryptoKey> {
  const algorithm = ALGORITHMS[scheme];
  if (!algorithm) throw unknownScheme(scheme);
  const usage: ('sign' | 'verify')[] = [half === 'private' ? 'sign' : 'verify'];
  const format = half === 'private' ? 'pkcs8' : 'spki';
  const wanted = `${half}Key of ${scheme} must be a ${half} key`;
  try {
    if (typeof key === 'string') {
      return await crypto.subtle.importKey(format, pemBytes(key, half), algorithm, false, usage);
    }
    if (key instanceof Uint8Array) {
      if (scheme !== 'ed25519' || key.length !== 32)
        throw new KeyError(`${wanted}; raw bytes are 32 of Ed25519`);
      if (half === 'public')
        return await crypto.subtle.importKey('raw', toBytes(key), algorithm, false, usage);
      const pkcs8 = Uint8Array.from([...ED25519_PKCS8_PREFIX, ...key]);
      return await crypto.subtle.importKey('pkcs8', pkcs8, algorithm, false, usage);
    }
    if ((half === 'private') !== (key.d !== undefined)) throw new KeyError(`${wanted}, and this JWK is not`);
    return await crypto.subtle.importKey('jwk', key, algorithm, false, usage);
  } catch (cause) {
    if (cause instanceof KeyError) throw cause;
    throw new KeyError(
      `${wanted} in PEM (${format.toUpperCase()}), JWK or raw bytes; this one cannot be read`,
    );
  }
}

function pemBytes(pem: string, half: Half): Bytes {
  const label = pem.match(/-----BEGIN ([A-Z0-9 ]+)-----/)?.[1];
  const expected = half === 'private' ? 'PRIVATE KEY' : 'PUBLIC KEY';
  if (label !== expected) {
    const found = label ? `"BEGIN ${label}"` : 'no PEM header';
    throw new KeyError(`${half}Key must be PEM that begins with "BEGIN ${expected}"; found ${found}`);
  }
  const bytes = fromBase64(pem.replace(/-----[^-]+-----/g, '').replace(/\s+/g, ''));
  if (!bytes) throw new KeyError(`${half}Key is not valid PEM`);
  return bytes;
}
