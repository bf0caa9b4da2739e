import { randomBytes } from 'node:crypto';
import { ulid } from 'ulid';

const pool = new Uint32Array(512);
let used = pool.length;

/** A random number from 0 up to 1 of the system's generator, asked for many at a time. */
function random(): number {
  if (used === pool.length) {
    crypto.getRandomValues(pool);
    used = 0;
  }
  const value = pool[used] ?? 0;
  used += 1;
  return value / 2 ** 32;
}

/**
 * A new identifier such as `ord_01JD6Q4…`: the millisecond, so that new rows go to the end of an index, then 80 random
 * bits of its own, so that nobody can guess it from a neighbour.
 */
export function newId(prefix: string, at: number = Date.now()): string {
  return `${prefix}_${ulid(at, random)}`;
}

const TOKEN_BYTES = 32;
let tokens = Buffer.alloc(0);

/** 256 random bits for an address or a key which nobody may guess. */
export function newToken(): string {
  if (tokens.length === 0) tokens = randomBytes(64 * TOKEN_BYTES);
  const token = tokens.subarray(0, TOKEN_BYTES);
  tokens = tokens.subarray(TOKEN_BYTES);
  const text = token.toString('base64url');
  // Not to be found in memory by chance.
  token.fill(0);
  return text;
}

/** Whether a text may be an identifier that {@link newId} made; anything else need not be looked up. */
export function isId(text: string, prefix: string): boolean {
  return text.startsWith(`${prefix}_`) && /^[0-9A-HJKMNP-TV-Z]{26}$/.test(text.slice(prefix.length + 1));
}
