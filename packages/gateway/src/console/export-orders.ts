import type { OrderFilter } from '@flight-offset/console';
import { exportCsv } from '../orders/csv/export-csv.ts';
import type { Database } from '../store/engine.ts';
import { readOrders } from './find/orders.ts';
import { cursorOf } from './find/place.ts';

/** Exports the matching orders of a merchant, newest first, as CSV in the columns of the API's export. */
export function exportOrders(
  db: Pick<Database, 'replica'>,
  merchantId: string,
  filter: OrderFilter,
): Promise<ReadableStream<Uint8Array>> {
  return exportCsv(db, merchantId, (reader, after, limit) =>
    readOrders(reader, { merchantId, filter, cursor: after && cursorOf(after), limit }),
  );
}
