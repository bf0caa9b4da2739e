import { decodeJwt } from 'jose';
import { VerificationError } from '../retirement/index.ts';

/**
 * Returns the issuer that a receipt names, before verification: only to learn whose keys to fetch. The command prints
 * it, since keys of an issuer of one's own choice prove nothing.
 * @throws VerificationError `receipt_malformed`.
 */
export function unverifiedIssuer(receipt: string): string {
  try {
    const { iss } = decodeJwt(receipt.trim());
    if (iss !== undefined && URL.canParse(iss)) return iss.replace(/\/$/, '');
  } catch {
    // Not a JWS at all: refused below.
  }
  throw new VerificationError('receipt_malformed', 'It names no issuer.');
}
