import { sql } from 'kysely';
import { newToken } from '../store/ids.ts';
import type { AuditEntryRow } from '../store/schema.ts';
import type { Tx } from '../store/transaction.ts';
import type { Actor } from './actor.ts';
import { entryHash, FIRST_PREVIOUS, nameHash } from './entry-hash.ts';
import { refuseForbidden } from './forbidden.ts';

/** Chain of the operator, for all that belongs to no merchant: projects, credits, retirements, keys of the gateway. */
export const OPERATOR_CHAIN = '';

/**
 * Action that records, in the operator's chain, the start of a merchant's chain, so that no chain can be removed as a
 * whole unnoticed.
 */
export const CHAIN_STARTED = 'audit.chain_started';

/** A change to record. */
export interface Change {
  /** Merchant of the chain; default: the operator's chain. */
  readonly merchantId?: string;
  /** Resource and event, such as `api_key.revoked`. */
  readonly action: string;
  /** Identifier of the changed object. */
  readonly subject?: string;
  /** The fields concerned, as they were. No secret and no personal data. */
  readonly before?: unknown;
  /** The same fields, as they are now. */
  readonly after?: unknown;
  /** Milliseconds since 1970; default: now. */
  readonly at?: number;
}

/**
 * Appends a change to the audit log, in the transaction that makes the change: neither is ever stored without the
 * other. The last entry of the chain stays locked until the transaction ends, so call this last.
 * @param by who made the change; without it nothing is recorded, since the gateway acted by itself.
 * @throws AuditContentError if `before` or `after` name a secret or personal data.
 */
export async function recordAudit(tx: Tx, by: Actor | undefined, change: Change): Promise<void> {
  if (!by) return;
  const { merchantId = OPERATOR_CHAIN, action, subject = '', before, after, at = Date.now() } = change;
  refuseForbidden(before);
  refuseForbidden(after);
  const values = { at, channel: by.channel, actor: by.id, action, subject };
  const number = await append(tx, merchantId, by.name, {
    ...values,
    before: before === undefined ? null : JSON.stringify(before),
    after: after === undefined ? null : JSON.stringify(after),
  });
  if (number > 1 || merchantId === OPERATOR_CHAIN) return;
  const started = { ...values, action: CHAIN_STARTED, subject: merchantId, before: null, after: null };
  await append(tx, OPERATOR_CHAIN, by.name, started);
}

type Content = Pick<AuditEntryRow, 'at' | 'channel' | 'actor' | 'action' | 'subject' | 'before' | 'after'>;

/** @returns the number of the entry in its chain. */
async function append(
  tx: Tx,
  merchantId: string,
  name: string | undefined,
  content: Content,
): Promise<number> {
  const { number, hash: previous } = await tx
    .insertInto('audit_heads')
    .values({ merchant_id: merchantId, number: 1, hash: FIRST_PREVIOUS })
    .onConflict((conflict) =>
      conflict.column('merchant_id').doUpdateSet({ number: sql`audit_heads.number + 1` }),
    )
    .returning(['number', 'hash'])
    .executeTakeFirstOrThrow();
  const salt = newToken();
  const name_hash = name === undefined ? null : nameHash(name, salt);
  const entry = { merchant_id: merchantId, number, ...content, name_hash, previous };
  const hash = entryHash(entry);
  await tx
    .insertInto('audit_log')
    .values({ ...entry, hash })
    .execute();
  if (name !== undefined) {
    await tx.insertInto('audit_names').values({ merchant_id: merchantId, number, name, salt }).execute();
  }
  await tx.updateTable('audit_heads').set({ hash }).where('merchant_id', '=', merchantId).execute();
  return number;
}
