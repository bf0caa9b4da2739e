import type { AuditRow, ListPage } from '@flight-offset/console';
import { listAudit } from '../audit/list.ts';
import type { Database } from '../store/engine.ts';

const PAGE = 25;

/** One page of the audit log of a merchant, newest first; of the empty one, the gateway's. @param cursor a number. */
export async function findAudit(
  db: Database,
  merchantId: string,
  cursor: string | undefined,
): Promise<ListPage<AuditRow>> {
  const number = /^\d{1,15}$/.test(cursor ?? '') ? Number(cursor) : undefined;
  const before = number === undefined ? undefined : { at: 0, merchant_id: merchantId, number };
  const entries = await listAudit(db, { merchantId, before, limit: PAGE + 1 });
  const rows = entries.slice(0, PAGE).map((entry): AuditRow => ({ ...entry, name: entry.name ?? undefined }));
  const last = rows.at(-1);
  return { rows, next: entries.length > PAGE && last ? String(last.number) : undefined };
}
