import type { User } from '@flight-offset/core';
import { toHex } from '../byte-text.ts';

/** Stands for a user without being readable: equal for equal details, whatever their order. */
export async function userFingerprint(user: User | undefined): Promise<string> {
  const { name, email, tax_id } = user ?? {};
  const text = JSON.stringify([name, email, tax_id]);
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return toHex(new Uint8Array(digest, 0, 16));
}
