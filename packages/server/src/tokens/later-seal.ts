import type { QuoteRequest } from '@flight-offset/core';
import { fromBase64Url, toBase64Url } from '@flight-offset/core/server';
import { CheckoutError } from '../checkout-error.ts';

/** Claims of a link to contribute later. Short names: it has to fit into a QR code. */
export interface LaterClaims {
  /** Identifier of the link: the idempotency key of its one order. */
  readonly q: string;
  /** Seconds since 1970 at which it expires. */
  readonly x: number;
  /** The merchant's own reference of the booking. */
  readonly r: string;
  /** The request to quote when the link is opened. */
  readonly i: QuoteRequest;
  /** Return URL of the payment page, in place of the option `returnUrl`. */
  readonly u?: string;
}

/** Seals links: nobody but this merchant can make, change or read one. */
export interface LaterSeal {
  seal(claims: LaterClaims): Promise<string>;
  /** @throws CheckoutError `not_found` if this merchant did not seal the token. */
  open(token: string): Promise<LaterClaims>;
}

const ALGORITHM = 'AES-GCM';
const IV_BYTES = 12;
/** Separates these keys from any other use of the same secret. */
const CONTEXT = 'flight-offset contribute later v1';

/**
 * Seals links with AES-256-GCM under a key derived from each secret. Encrypted, not only signed: people to whom a link
 * is forwarded must not read the booking's reference, and URLs end up in logs.
 * @param secrets the first seals, all open.
 */
export function laterSeal(secrets: readonly string[]): LaterSeal {
  const keys = Promise.all(secrets.map(keyOf));
  // A bad secret is reported by the first link that needs it, not as an unhandled rejection.
  keys.catch(() => undefined);

  return {
    async seal(claims) {
      const [key] = await keys;
      const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
      const plain = new TextEncoder().encode(JSON.stringify(claims));
      const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: ALGORITHM, iv }, key!, plain));
      const bytes = new Uint8Array(iv.length + sealed.length);
      bytes.set(iv);
      bytes.set(sealed, iv.length);
      return toBase64Url(bytes);
    },
    async open(token) {
      for (const key of await keys) {
        const claims = await tryOpen(token, key);
        if (claims) return claims;
      }
      throw new CheckoutError('not_found', 'Invalid link: this backend did not issue it.', { field: 'link' });
    },
  };
}

async function tryOpen(token: string, key: CryptoKey): Promise<LaterClaims | undefined> {
  try {
    const bytes = fromBase64Url(token);
    if (!bytes) return undefined;
    const iv = bytes.subarray(0, IV_BYTES);
    const plain = await crypto.subtle.decrypt({ name: ALGORITHM, iv }, key, bytes.subarray(IV_BYTES));
    return JSON.parse(new TextDecoder().decode(plain)) as LaterClaims;
  } catch {
    return undefined;
  }
}

async function keyOf(secret: string): Promise<CryptoKey> {
  const encoder = new TextEncoder();
  const material = await crypto.subtle.importKey('raw', encoder.encode(secret), 'HKDF', false, ['deriveKey']);
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: encoder.encode(CONTEXT) };
  const usages: KeyUsage[] = ['encrypt', 'decrypt'];
  return crypto.subtle.deriveKey(derivation, material, { name: ALGORITHM, length: 256 }, false, usages);
}
