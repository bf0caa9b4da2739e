import { createHash } from 'node:crypto';
import type { AuditEntryRow } from '../store/schema.ts';

/** Hash of the row before the first one. */
export const FIRST_PREVIOUS = '';

function sha256(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** Hash of an entry of the audit log: of every column, its place in the chain and the previous hash. */
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

/** Hash of a name under its salt: erased with the salt, the name cannot be guessed from it. */
export function nameHash(name: string, salt: string): string {
  return sha256([name, salt]);
}
