import type { User } from '@flight-offset/core';
import { toHex } from '@flight-offset/core/server';
import { sha256 } from '../digest.ts';

/**
 * Stands for the user of a quote: equal for equal details, whatever their order. It shows neither who that is nor which
 * quotes were the same person's; who knows all of the details can tell that it is theirs.
 */
export async function userFingerprint(quote: string, user: User | undefined): Promise<string> {
  const { name, email, tax_id } = user ?? {};
  const text = JSON.stringify([quote, name, email, tax_id]);
  return toHex((await sha256(text)).subarray(0, 16));
}
