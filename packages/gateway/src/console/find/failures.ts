import type { FailedRequest, ListPage } from '@flight-offset/console';
import type { Database } from '../../store/engine.ts';
import { isId } from '../../store/ids.ts';
import type { FailedRequestRow } from '../../store/schema.ts';
import { listPage, PAGE_READ } from './list-page.ts';

function shownFailure({
  request_id,
  at,
  method,
  route,
  status,
  code,
  message,
  ...row
}: FailedRequestRow): FailedRequest {
  return { requestId: request_id, at, method, route, status, code, message, durationMs: row.duration_ms };
}

/**
 * Reads one page of a merchant's failed requests, newest first.
 * @param search a request id; undefined finds all.
 * @param cursor of the last request seen.
 */
export async function findFailures(
  { reader }: Database,
  merchantId: string,
  { search, cursor }: { readonly search: string | undefined; readonly cursor: string | undefined },
): Promise<ListPage<FailedRequest>> {
  let query = reader.selectFrom('failed_requests').selectAll().where('merchant_id', '=', merchantId);
  if (search !== undefined) query = query.where('request_id', '=', search);
  if (cursor !== undefined && isId(cursor, 'req')) query = query.where('id', '<', cursor);
  const rows = await query.orderBy('id', 'desc').limit(PAGE_READ).execute();
  return listPage(rows, shownFailure, ({ id }) => id);
}
