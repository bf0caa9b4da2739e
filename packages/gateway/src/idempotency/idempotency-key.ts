import { createHash } from 'node:crypto';
import { isIdempotencyKey } from '@flight-offset/core/server';
import { Problem } from '../problem.ts';
import type { Idempotency } from './claim-idempotency-keys.ts';

/**
 * Reads `Idempotency-Key`, and hashes the body; undefined without the header.
 * @throws Problem 40004 if the key is not 1 to 255 printable ASCII characters.
 */
export function readIdempotency(headers: Headers, body: Uint8Array): Idempotency | undefined {
  const key = headers.get('idempotency-key');
  if (key === null) return undefined;
  if (!isIdempotencyKey(key)) {
    throw new Problem(40004, 'Idempotency-Key must be 1 to 255 printable ASCII characters.');
  }
  return { key, bodyHash: createHash('sha256').update(body).digest('hex') };
}
