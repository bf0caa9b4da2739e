import type { ListPage, OrderFilter, OrderSummary } from '@flight-offset/console';
import { asOf } from '../../orders/end/as-of.ts';
import type { Database } from '../../store/engine.ts';
import type { OrderRow } from '../../store/schema.ts';
import { DAY_MS } from '../../time-span.ts';
import { findDisputes } from './disputes.ts';
import { listPage, PAGE_READ } from './list-page.ts';
import { cursorOf, placeOf } from './place.ts';
import { type Meaning, meaningsOf, type OrderQuery } from './search-orders.ts';

/** Selection of orders to read. */
export interface OrderRead {
  readonly merchantId: string;
  readonly filter: OrderFilter;
  /** From {@link cursorOf}: continues after that order; anything else begins at the newest. */
  readonly cursor: string | undefined;
  readonly limit: number;
}

/**
 * Builds the query for orders, newest first, along one index whatever the filter. It leaves out the first day of the
 * filter: with a bound at both ends, SQLite would not use the index of a status. It also leaves out the search text, of
 * which `meaning` is one reading.
 */
export function orderQuery(
  { reader }: Pick<Database, 'reader'>,
  { merchantId, filter, cursor, limit }: OrderRead,
  meaning?: Meaning,
): OrderQuery {
  let query = reader.selectFrom('orders').selectAll().where('merchant_id', '=', merchantId);
  if (filter.status !== undefined) query = query.where('status', '=', filter.status);
  if (meaning) query = meaning(query);
  query = query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit);
  const place = placeOf(cursor);
  if (place) {
    const { created_at: at, id } = place;
    // Not as a pair: for a pair, SQLite would not choose the index of a status.
    return query
      .where('created_at', '<=', at)
      .where(({ eb, or }) => or([eb('created_at', '<', at), eb('id', '<', id)]));
  }
  return filter.to === undefined ? query : query.where('created_at', '<', Date.parse(filter.to) + DAY_MS);
}

/** Reads matching orders of a merchant, newest first: fewer than the limit only if there are no more. */
export async function readOrders(db: Pick<Database, 'reader'>, read: OrderRead): Promise<OrderRow[]> {
  const { search, from } = read.filter;
  const rows =
    search === undefined ? await orderQuery(db, read).execute() : await searchOrders(db, read, search);
  return from === undefined ? rows : rows.filter(({ created_at }) => created_at >= Date.parse(from));
}

/** Reads orders for the first meaning that finds any: later pages use the same meaning. */
async function searchOrders(
  db: Pick<Database, 'reader'>,
  read: OrderRead,
  search: string,
): Promise<OrderRow[]> {
  for await (const meaning of meaningsOf(db, read.merchantId, search)) {
    const rows = await orderQuery(db, read, meaning).execute();
    if (rows.length > 0) return rows;
    const isLast =
      read.cursor !== undefined &&
      (await orderQuery(db, { ...read, cursor: undefined, limit: 1 }, meaning).execute()).length > 0;
    if (isLast) return [];
  }
  return [];
}

/** Converts an order, brought up to date, to its form in lists. */
export function summaryOf(row: OrderRow, dispute: OrderSummary['dispute']): OrderSummary {
  return {
    id: row.id,
    createdAt: row.created_at,
    status: row.status,
    amount: { currency: row.currency, amount_minor: row.amount_minor },
    grams: row.grams,
    product: row.product,
    userName: row.user_name ?? undefined,
    userEmail: row.user_email ?? undefined,
    reference: row.reference ?? undefined,
    refundedMinor: row.refunded_minor,
    refundPendingMinor: row.refund_pending_minor,
    dispute,
  };
}

/** Reads one page of a merchant's orders. */
export async function findOrders(
  db: Database,
  at: number,
  { merchantId, filter, cursor }: { merchantId: string; filter: OrderFilter; cursor: string | undefined },
): Promise<ListPage<OrderSummary>> {
  const rows = await readOrders(db, { merchantId, filter, cursor, limit: PAGE_READ });
  const [shown, disputeOf] = await Promise.all([asOf(db, rows, at), findDisputes(db, merchantId, rows)]);
  return listPage(shown, (row) => summaryOf(row, disputeOf(row.id)), cursorOf);
}
