import { randomBytes } from 'node:crypto';
import { monotonicFactory } from 'ulid';

const ulid = monotonicFactory(() => {
  // 53 random bits, as the library's own source gives them, from the system's generator.
  const bytes = randomBytes(7);
  return (bytes.readUIntBE(0, 6) * 32 + (bytes.readUInt8(6) >> 3)) / 2 ** 53;
});

/** A new identifier such as `ord_01JD6Q4…`: unique, and in the order of creation within a process. */
export function newId(prefix: string, at: number = Date.now()): string {
  return `${prefix}_${ulid(at)}`;
}

/** 256 random bits for an address or a key which nobody may guess. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Whether a text may be an identifier that {@link newId} made; anything else need not be looked up. */
export function isId(text: string, prefix: string): boolean {
  return text.startsWith(`${prefix}_`) && /^[0-9A-HJKMNP-TV-Z]{26}$/.test(text.slice(prefix.length + 1));
}
