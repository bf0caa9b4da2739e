import type { OrderFilter } from '@flight-offset/console';
import { exportCsv, type ReadPage } from '../orders/csv/export-csv.ts';
import type { Database } from '../store/engine.ts';
import { readOrders } from './find/orders.ts';
import { cursorOf } from './find/place.ts';

/**
 * Exports the matching orders of a merchant, newest first, as CSV in the columns of the API's export.
 * @param signal of the request: once it is aborted, nothing more is read.
 */
export function exportOrders(
  db: Pick<Database, 'replica'>,
  merchantId: string,
  filter: OrderFilter,
  signal?: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const readPage: ReadPage = (reader, after, limit) =>
    readOrders(reader, { merchantId, filter, cursor: after && cursorOf(after), limit });
  return exportCsv(db, merchantId, readPage, signal);
}
