import { fromBase64, fromHex, toBase64, toBytes, toHex } from './bytes.ts';
import {
  ALGORITHMS,
  importHmac,
  importPrivate,
  importPublic,
  requireObject,
  requireSigningKey,
  type SigningKey,
  type VerifyingKey,
} from './keys.ts';

/**
 * Signs the exact bytes of a body for `x-body-signature`.
 * @returns the signature as the scheme writes it: lower-case hex or base64.
 * @throws KeyError if the key is invalid for its scheme.
 * @example
 * const signature = await sign(body, { scheme: 'hmac-sha256', secret });
 * await fetch(url, { method: 'POST', body, headers: { 'x-body-signature': signature } });
 */
export async function sign(body: Uint8Array | string, key: SigningKey): Promise<string> {
  const bytes = rawBytes(body);
  requireSigningKey(key);
  if (typeof key === 'function') return key(bytes);
  if ('secret' in key) {
    const mac = new Uint8Array(await crypto.subtle.sign('HMAC', await importHmac(key), bytes));
    return key.encoding === 'base64' ? toBase64(mac) : toHex(mac);
  }
  return toBase64(
    new Uint8Array(await crypto.subtle.sign(ALGORITHMS[key.scheme], await importPrivate(key), bytes)),
  );
}

/**
 * Checks whether a signature matches the exact bytes of a body under any of the keys. Web Crypto compares in constant
 * time; text that is no signature returns false.
 * @param keys one key, or several while a secret is being rotated.
 * @throws KeyError if a key is invalid for its scheme.
 * @example
 * await verify(body, request.headers.get('x-body-signature') ?? '', { scheme: 'hmac-sha256', secret });
 */
export async function verify(
  body: Uint8Array | string,
  signature: string,
  keys: VerifyingKey | readonly VerifyingKey[],
): Promise<boolean> {
  const bytes = rawBytes(body);
  let fits = false;
  // Every key is tried, so that the time taken does not reveal which one matched.
  for (const key of Array.isArray(keys) ? keys : [keys as VerifyingKey]) {
    if (await verifyOne(bytes, signature, key)) fits = true;
  }
  return fits;
}

async function verifyOne(bytes: BufferSource, signature: string, key: VerifyingKey): Promise<boolean> {
  requireObject(key);
  if ('secret' in key) {
    const mac = key.encoding === 'base64' ? fromBase64(signature) : fromHex(signature);
    const imported = await importHmac(key);
    return mac !== undefined && crypto.subtle.verify('HMAC', imported, mac, bytes);
  }
  const decoded = fromBase64(signature);
  const imported = await importPublic(key);
  return decoded !== undefined && crypto.subtle.verify(ALGORITHMS[key.scheme], imported, decoded, bytes);
}

/** Refuses a parsed body with a clear error: once JSON is parsed, the bytes that were signed are gone. */
export function rawBytes(body: Uint8Array | string): Uint8Array<ArrayBuffer> {
  if (typeof body === 'string' || body instanceof Uint8Array) return toBytes(body);
  if ((body as unknown) instanceof ArrayBuffer) return new Uint8Array(body as ArrayBuffer);
  throw new TypeError(
    'body must be the raw bytes or text as received, not a parsed object: writing it out again gives other bytes ' +
      'than those that were signed. Read the request with arrayBuffer() or text(), before any JSON body parser.',
  );
}
