import { createHash } from 'node:crypto';
import type { AuditEntryRow } from '../store/schema.ts';

/** Hash of the row before the first one. */
export const FIRST_PREVIOUS = '';

function sha256(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** Hashes an entry of the audit log: every column, its place in the chain and the previous hash. */
export function entryHash(entry: Omit<AuditEntryRow, 'hash'>): string {
  const { merchant_id, number, at, channel, actor, action, subject, before, after, name_hash, previous } =
    entry;
  return sha256([
    merchant_id,
    number,
    at,
    channel,
    actor,
    action,
    subject,
    before,
    after,
    name_hash,
    previous,
  ]);
}

/** Hashes a name with its salt: once both are erased, the name cannot be guessed from the hash. */
export function nameHash(name: string, salt: string): string {
  return sha256([name, salt]);
}
