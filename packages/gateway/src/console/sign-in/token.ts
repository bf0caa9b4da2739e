import { createHash } from 'node:crypto';
import { newToken } from '../../store/ids.ts';

/** Token as its holder has it: its merchant and 256 random bits. */
export interface HeldToken {
  /** Empty for an operator of the gateway. */
  readonly merchantId: string;
  /** The stored hash. */
  readonly hash: string;
}

const TOKEN = /^([A-Za-z0-9_%~-]{0,384})\.([\w-]{43})$/;

/** Returns the SHA-256 hash of a token. The token holds 256 random bits, so it needs no salt. */
function hashOf(random: string): string {
  return createHash('sha256').update(random).digest('hex');
}

/** Creates a token. @returns the holder's text and the stored hash. */
export function createToken(merchantId: string): HeldToken & { readonly text: string } {
  const random = newToken();
  // The point separates the two parts and occurs in neither.
  const owner = encodeURIComponent(merchantId).replace(
    /[.!'()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16)}`,
  );
  return { merchantId, hash: hashOf(random), text: `${owner}.${random}` };
}

/** Reads a token; undefined if it cannot be one of this gateway's. */
export function readToken(text: string): HeldToken | undefined {
  const [, owner, random] = TOKEN.exec(text) ?? [];
  if (owner === undefined || random === undefined) return undefined;
  try {
    const merchantId = decodeURIComponent(owner);
    // PostgreSQL accepts no NUL.
    return merchantId.includes('\0') ? undefined : { merchantId, hash: hashOf(random) };
  } catch {
    return undefined;
  }
}
