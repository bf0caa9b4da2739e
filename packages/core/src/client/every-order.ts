import { OffsetError } from '../errors/errors.ts';
import type { OrderListResponse, OrderResponse } from './responses.ts';

/** Last page that the interface allows. */
const LAST_PAGE = 1000;

/**
 * Reads a list that may change meanwhile. New orders push others onto later pages: repeats are dropped by id. Orders
 * that leave the filter pull others onto earlier pages: when the total shrinks, earlier pages are read again.
 */
export async function* everyOrder(
  readPage: (page: number) => Promise<OrderListResponse>,
): AsyncGenerator<OrderResponse, void> {
  const seen = new Set<string | undefined>();
  let total: number | undefined;
  // The limit of reads also stops the scan if a service's totals keep changing.
  for (let page = 1, reads = 0; page <= LAST_PAGE && reads < 2 * LAST_PAGE; page++, reads++) {
    const { orders, metadata } = await readPage(page);
    const fresh = orders.filter((order) => order.order_id === undefined || !seen.has(order.order_id));
    for (const order of fresh) {
      seen.add(order.order_id);
      yield order;
    }
    const gone = (total ?? 0) - (metadata.total_records ?? 0);
    total = metadata.total_records;
    const size = metadata.limit ?? Math.max(orders.length, 1);
    if (gone > 0 && page > 1) page = Math.max(0, page - 1 - Math.ceil(gone / size));
    else if (total === undefined ? fresh.length === 0 : page * size >= total || orders.length === 0) return;
  }
  throw new OffsetError(
    'too_many_orders',
    `the interface ends at page ${LAST_PAGE}: narrow the list by email, tax_id or status`,
  );
}
