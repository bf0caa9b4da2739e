import type { ListPage, OrderFilter, OrderSummary } from '@flight-offset/console';
import { type SelectQueryBuilder, sql } from 'kysely';
import { asOf } from '../../orders/end/as-of.ts';
import type { Database } from '../../store/engine.ts';
import { isId } from '../../store/ids.ts';
import type { OrderRow, Schema } from '../../store/schema.ts';
import { DAY_MS } from '../../time-span.ts';
import { findDisputes } from './disputes.ts';
import { listPage, PAGE_READ } from './list-page.ts';
import { cursorOf, placeOf } from './place.ts';

type OrderQuery = SelectQueryBuilder<Schema, 'orders', OrderRow>;

/** Which orders to read. */
export interface OrderRead {
  readonly merchantId: string;
  readonly filter: OrderFilter;
  /** Of {@link cursorOf}: continues after that order; anything else begins at the newest. */
  readonly cursor: string | undefined;
  readonly limit: number;
  /** Takes what is searched for as a reference, whatever it looks like; {@link readOrders} does so by itself. */
  readonly asReference?: boolean;
}

/**
 * The query of some orders, newest first, along one index whatever the filter. The first day of the filter is not part
 * of it: with a bound at either end SQLite would leave the index of a status.
 */
export function orderQuery(
  { reader }: Pick<Database, 'reader'>,
  { merchantId, filter, cursor, limit, asReference = false }: OrderRead,
): OrderQuery {
  let query = reader.selectFrom('orders').selectAll().where('merchant_id', '=', merchantId);
  if (filter.status !== undefined) query = query.where('status', '=', filter.status);
  const { search } = filter;
  if (search !== undefined) query = asReference ? named(query, search) : found(query, search);
  query = query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit);
  const place = placeOf(cursor);
  if (place) {
    const { created_at: at, id } = place;
    // Not as a pair: with one, SQLite would not choose the index of a status.
    return query
      .where('created_at', '<=', at)
      .where(({ eb, or }) => or([eb('created_at', '<', at), eb('id', '<', id)]));
  }
  return filter.to === undefined ? query : query.where('created_at', '<', Date.parse(filter.to) + DAY_MS);
}

/** Restricts a query to what somebody searches for. */
function found(query: OrderQuery, search: string): OrderQuery {
  if (isId(search, 'ord')) return query.where('id', '=', search);
  if (search.includes('@')) return query.where('email_key', '=', search.toLowerCase());
  return named(query, search);
}

function named(query: OrderQuery, reference: string): OrderQuery {
  // Spelled out, so that both engines see that the index of references serves.
  return query.where('reference', '=', reference).where(sql<boolean>`reference is not null`);
}

/**
 * Whether what is searched for, of which a page found nothing, is a reference: it may look like an e-mail address, or an order's
 * identifier. Not where an earlier page had orders of that address.
 */
async function isReference(db: Pick<Database, 'reader'>, read: OrderRead): Promise<boolean> {
  if (read.filter.search === undefined) return false;
  if (read.cursor === undefined) return true;
  return (await orderQuery(db, { ...read, cursor: undefined, limit: 1 }).execute()).length === 0;
}

/** Orders of a merchant that match, newest first: fewer than the limit only where no further one does. */
export async function readOrders(db: Pick<Database, 'reader'>, read: OrderRead): Promise<OrderRow[]> {
  let rows = await orderQuery(db, read).execute();
  if (rows.length === 0 && (await isReference(db, read)))
    rows = await orderQuery(db, { ...read, asReference: true }).execute();
  const { from } = read.filter;
  return from === undefined ? rows : rows.filter(({ created_at }) => created_at >= Date.parse(from));
}

/** An order as lists show it, once it is as of now. */
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

/** One page of a merchant's orders. */
export async function findOrders(
  db: Database,
  at: number,
  { merchantId, filter, cursor }: { merchantId: string; filter: OrderFilter; cursor: string | undefined },
): Promise<ListPage<OrderSummary>> {
  const rows = await readOrders(db, { merchantId, filter, cursor, limit: PAGE_READ });
  const [shown, disputeOf] = await Promise.all([asOf(db, rows, at), findDisputes(db, merchantId, rows)]);
  return listPage(shown, (row) => summaryOf(row, disputeOf(row.id)), cursorOf);
}
