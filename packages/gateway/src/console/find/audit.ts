import type { AuditRow, ListPage } from '@flight-offset/console';
import { type AuditEntry, listAudit } from '../../audit/list.ts';
import type { Database } from '../../store/engine.ts';
import { listPage, PAGE_READ } from './list-page.ts';

/**
 * Reads one page of the audit log of a merchant, newest first; the gateway's log for the empty merchant.
 * @param cursor number of the last entry seen.
 */
export async function findAudit(
  db: Database,
  merchantId: string,
  cursor: string | undefined,
): Promise<ListPage<AuditRow>> {
  const number = /^\d{1,15}$/.test(cursor ?? '') ? Number(cursor) : undefined;
  const before = number === undefined ? undefined : { at: 0, merchant_id: merchantId, number };
  const entries = await listAudit(db, { merchantId, before, limit: PAGE_READ });
  const show = (entry: AuditEntry): AuditRow => ({ ...entry, name: entry.name ?? undefined });
  return listPage(entries, show, (entry) => String(entry.number));
}
