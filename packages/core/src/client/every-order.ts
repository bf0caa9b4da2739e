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
  let page = 1;
  let total = 0;
  // The limit of reads also stops the scan if a service's totals keep changing.
  for (let reads = 0; page <= LAST_PAGE && reads < 2 * LAST_PAGE; reads++) {
    const list = await readPage(page);
    const fresh = list.orders.filter((order) => order.order_id === undefined || !seen.has(order.order_id));
    for (const order of fresh) {
      seen.add(order.order_id);
      yield order;
    }
    const gone = total - (list.metadata.total_records ?? 0);
    total = list.metadata.total_records ?? 0;
    const size = list.metadata.limit ?? Math.max(list.orders.length, 1);
    if (gone > 0 && page > 1) page = Math.max(1, page - Math.ceil(gone / size));
    else if (isLastPage(list, page * size, fresh.length)) return;
    else page++;
  }
  throw new OffsetError(
    'too_many_orders',
    `the interface ends at page ${LAST_PAGE}: narrow the list by email, tax_id or status`,
  );
}

/** Whether a list ends with a page. A service that states no total ends it with a page without new orders. */
function isLastPage({ orders, metadata }: OrderListResponse, end: number, fresh: number): boolean {
  const { total_records: total } = metadata;
  return total === undefined ? fresh === 0 : end >= total || orders.length === 0;
}
