import type { ListPage, OrderFilter, OrderSummary } from '@flight-offset/console';
import { type SelectQueryBuilder, sql } from 'kysely';
import { isPastHold } from '../orders/hold.ts';
import type { Database } from '../store/engine.ts';
import { isId } from '../store/ids.ts';
import type { OrderRow, Schema } from '../store/schema.ts';

/** Orders per page. */
const PAGE = 25;
const DAY_MS = 86_400_000;

type OrderQuery = SelectQueryBuilder<Schema, 'orders', OrderRow>;

/** Orders of a merchant that match, newest first: each filter, and any two together, reads along one index. */
export function matchingOrders({ reader }: Database, merchantId: string, filter: OrderFilter): OrderQuery {
  let query = reader.selectFrom('orders').selectAll().where('merchant_id', '=', merchantId);
  if (filter.status !== undefined) query = query.where('status', '=', filter.status);
  if (filter.from !== undefined) query = query.where('created_at', '>=', Date.parse(filter.from));
  if (filter.to !== undefined) query = query.where('created_at', '<', Date.parse(filter.to) + DAY_MS);
  const { search } = filter;
  if (search === undefined) return query;
  if (isId(search, 'ord')) return query.where('id', '=', search);
  if (search.includes('@')) return query.where('email_key', '=', search.toLowerCase());
  // Spelled out, so that both engines see that the index of references serves.
  return query.where('reference', '=', search).where(sql<boolean>`reference is not null`);
}

/** Continues after an order. @param cursor of {@link cursorOf}; anything else begins at the newest. */
export function after(query: OrderQuery, cursor: string | undefined): OrderQuery {
  const [, at, id] = /^(\d{1,15})\.(\w{1,40})$/.exec(cursor ?? '') ?? [];
  if (at === undefined || id === undefined) return query;
  return query.where(({ eb, refTuple, tuple }) =>
    eb(refTuple('created_at', 'id'), '<', tuple(Number(at), id)),
  );
}

/** Names an order's place in a list. */
export function cursorOf({ created_at, id }: Pick<OrderRow, 'created_at' | 'id'>): string {
  return `${created_at}.${id}`;
}

/** An order as lists show it. */
export function summaryOf(row: OrderRow, at: number): OrderSummary {
  return {
    id: row.id,
    createdAt: row.created_at,
    // One past its time is expired, though the background work has still to settle it.
    status: isPastHold(row, at) ? 'failed' : row.status,
    amount: { currency: row.currency, amount_minor: row.amount_minor },
    grams: row.grams,
    userName: row.user_name ?? undefined,
    userEmail: row.user_email ?? undefined,
    reference: row.reference ?? undefined,
    refundedMinor: row.refunded_minor,
    refundPendingMinor: row.refund_pending_minor,
  };
}

/** One page of a merchant's orders. */
export async function findOrders(
  db: Database,
  at: number,
  { merchantId, filter, cursor }: { merchantId: string; filter: OrderFilter; cursor: string | undefined },
): Promise<ListPage<OrderSummary>> {
  const rows = await after(matchingOrders(db, merchantId, filter), cursor)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(PAGE + 1)
    .execute();
  const shown = rows.slice(0, PAGE);
  const last = shown.at(-1);
  return {
    rows: shown.map((row) => summaryOf(row, at)),
    next: rows.length > PAGE && last ? cursorOf(last) : undefined,
  };
}
