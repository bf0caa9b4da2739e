import { createHash } from 'node:crypto';
import { newToken } from '../../store/ids.ts';

/** A token as its holder has it: its merchant and 256 random bits. */
export interface HeldToken {
  /** Empty for an operator of the gateway. */
  readonly merchantId: string;
  /** The hash that is stored. */
  readonly hash: string;
}

const TOKEN = /^([A-Za-z0-9_%~-]{0,384})\.([\w-]{43})$/;

/** SHA-256: a token holds 256 random bits, so it needs no salt. */
function hashOf(random: string): string {
  return createHash('sha256').update(random).digest('hex');
}

/** Makes a token. @returns what its holder gets, and what is stored. */
export function createToken(merchantId: string): HeldToken & { readonly text: string } {
  const random = newToken();
  // The point separates the two parts and occurs in neither.
  const owner = encodeURIComponent(merchantId).replace(
    /[.!'()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16)}`,
  );
  return { merchantId, hash: hashOf(random), text: `${owner}.${random}` };
}

/** Reads a token; undefined where it cannot be one of ours. */
export function readToken(text: string): HeldToken | undefined {
  const [, owner, random] = TOKEN.exec(text) ?? [];
  if (owner === undefined || random === undefined) return undefined;
  try {
    const merchantId = decodeURIComponent(owner);
    // PostgreSQL takes no NUL.
    return merchantId.includes('\0') ? undefined : { merchantId, hash: hashOf(random) };
  } catch {
    return undefined;
  }
}
