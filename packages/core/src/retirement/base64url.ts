import { type Bytes, fromBase64, toBase64 } from '../signing/bytes.ts';

/**
 * Base64url without padding (RFC 4648 section 5): how hashes and salts are written.
 * @example
 * toBase64Url(new Uint8Array([251])); // '-w'
 */
export function toBase64Url(bytes: Uint8Array): string {
  return toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/**
 * Bytes of base64url without padding; undefined if the text is anything else.
 * @example
 * fromBase64Url('-w'); // Uint8Array [251]
 */
export function fromBase64Url(text: string): Bytes | undefined {
  if (!/^[A-Za-z0-9_-]*$/.test(text)) return undefined;
  const standard = text.replaceAll('-', '+').replaceAll('_', '/');
  return fromBase64(standard.padEnd(Math.ceil(text.length / 4) * 4, '='));
}
