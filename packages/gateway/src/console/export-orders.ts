import type { OrderFilter } from '@flight-offset/console';
import { CSV_COLUMNS, csvLine } from '../orders/csv.ts';
import { creditsOf } from '../retirements/credits-of.ts';
import type { Database } from '../store/engine.ts';
import type { OrderRow } from '../store/schema.ts';
import { cursorOf, readOrders } from './find-orders.ts';

const PAGE = 500;

/** Orders that match, newest first, a page at a time: an export of a million costs the memory of one page. */
async function* pages(db: Database, merchantId: string, filter: OrderFilter): AsyncGenerator<OrderRow[]> {
  let cursor: string | undefined;
  for (;;) {
    const rows = await readOrders(db, { merchantId, filter, cursor, limit: PAGE });
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    cursor = cursorOf(last);
  }
}

async function* lines(db: Database, merchantId: string, filter: OrderFilter): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode(`${CSV_COLUMNS.join(',')}\r\n`);
  for await (const page of pages(db, merchantId, filter)) {
    const credits = await creditsOf(db, merchantId, page);
    yield encoder.encode(page.map((order) => csvLine(order, credits.get(order.id) ?? [])).join(''));
  }
}

/** A merchant's orders as CSV, in the columns of the API's export. */
export function exportOrders(
  db: Database,
  merchantId: string,
  filter: OrderFilter,
): ReadableStream<Uint8Array> {
  return ReadableStream.from(lines(db, merchantId, filter));
}
