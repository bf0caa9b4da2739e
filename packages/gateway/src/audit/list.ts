import type { Database } from '../store/engine.ts';
import type { AuditEntryRow } from '../store/schema.ts';
import { namedEntries } from './read-chain.ts';

/** Filter of the entries to list. */
export interface AuditFilter {
  /** One chain; '' for the operator's. Without, entries of every chain. */
  readonly merchantId?: string | undefined;
  /** Identifier of the changed object; needs `merchantId`. */
  readonly subject?: string | undefined;
  /** Entries before this one: the cursor of the next page. */
  readonly before?: Pick<AuditEntryRow, 'at' | 'merchant_id' | 'number'> | undefined;
  /** Maximum number of entries; 100 by default. */
  readonly limit?: number | undefined;
}

/** An entry of the audit log, with the name of the person unless it was erased. */
export interface AuditEntry {
  readonly merchantId: string;
  readonly number: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly channel: AuditEntryRow['channel'];
  readonly actor: string;
  readonly name: string | null;
  readonly action: string;
  readonly subject: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly hash: string;
}

/** Lists entries of the audit log, the newest first. */
export async function listAudit(db: Database, filter: AuditFilter = {}): Promise<AuditEntry[]> {
  const { merchantId, subject, before, limit = 100 } = filter;
  let found = namedEntries(db).limit(limit);
  if (merchantId === undefined) {
    found = found
      .orderBy('audit_log.at', 'desc')
      .orderBy('audit_log.merchant_id')
      .orderBy('audit_log.number', 'desc');
    if (before)
      found = found.where(({ eb, or, and }) =>
        or([
          eb('audit_log.at', '<', before.at),
          and([eb('audit_log.at', '=', before.at), eb('audit_log.merchant_id', '>', before.merchant_id)]),
          and([
            eb('audit_log.at', '=', before.at),
            eb('audit_log.merchant_id', '=', before.merchant_id),
            eb('audit_log.number', '<', before.number),
          ]),
        ]),
      );
  } else {
    found = found.where('audit_log.merchant_id', '=', merchantId).orderBy('audit_log.number', 'desc');
    if (before) found = found.where('audit_log.number', '<', before.number);
    if (subject !== undefined) found = found.where('audit_log.subject', '=', subject);
  }
  const rows = await found.execute();
  return rows.map(({ merchant_id, before: was, after: is, name_hash: _, previous: __, ...row }) => ({
    ...row,
    merchantId: merchant_id,
    before: was === null ? null : JSON.parse(was),
    after: is === null ? null : JSON.parse(is),
  }));
}
