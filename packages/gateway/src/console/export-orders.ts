import type { OrderFilter } from '@flight-offset/console';
import { exportCsv } from '../orders/csv/export-csv.ts';
import type { Database } from '../store/engine.ts';
import { readOrders } from './find/orders.ts';
import { cursorOf } from './find/place.ts';

/** U+FEFF in UTF-8. */
const BYTE_ORDER_MARK = Uint8Array.of(0xef, 0xbb, 0xbf);

/**
 * A merchant's orders that match, newest first, as CSV in the columns of the API's export. It begins with a byte order
 * mark, without which Excel reads another encoding: people open this file, while programs, many of which take the mark for
 * a part of the first column's name, read the API's export.
 */
export function exportOrders(
  db: Pick<Database, 'replica'>,
  merchantId: string,
  filter: OrderFilter,
): ReadableStream<Uint8Array> {
  const rows = exportCsv(db, merchantId, (reader, after, limit) =>
    readOrders(reader, { merchantId, filter, cursor: after && cursorOf(after), limit }),
  );
  return rows.pipeThrough(
    new TransformStream({ start: (controller) => controller.enqueue(BYTE_ORDER_MARK) }),
  );
}
