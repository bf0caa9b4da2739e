/** Bytes over a plain buffer, as Web Crypto wants them. */
export type Bytes = Uint8Array<ArrayBuffer>;

const encoder = new TextEncoder();

/** The bytes of a text in UTF-8, or the bytes themselves. */
export function toBytes(data: Uint8Array | string): Bytes {
  return typeof data === 'string' ? encoder.encode(data) : (data as Bytes);
}

/**
 * Lower-case hexadecimal.
 * @example
 * toHex(new Uint8Array([251])); // 'fb'
 */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Bytes of lower-case hexadecimal; undefined if the text is anything else. */
export function fromHex(text: string): Bytes | undefined {
  if (text.length % 2 !== 0 || !/^[0-9a-f]*$/.test(text)) return undefined;
  return Uint8Array.from({ length: text.length / 2 }, (_, i) =>
    Number.parseInt(text.slice(2 * i, 2 * i + 2), 16),
  );
}

/**
 * Standard base64 with padding.
 * @example
 * toBase64(new Uint8Array([251])); // '+w=='
 */
export function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

/** Bytes of standard base64; undefined if the text is anything else, including one with stray bits in the padding. */
export function fromBase64(text: string): Bytes | undefined {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return undefined;
  const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  return toBase64(bytes) === text ? bytes : undefined;
}

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
