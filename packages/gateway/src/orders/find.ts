import type { Order, OrderList, OrderListQuery } from '@flight-offset/core';
import { fromMinorUnits, minorUnits } from '@flight-offset/core';
import { sql } from 'kysely';
import { readOrderParts } from '../projects/order-parts.ts';
import { isId } from '../store/ids.ts';
import type { OrderRow } from '../store/schema.ts';
import { cellKey } from '../store/totals.ts';
import type { OrderContext } from './context.ts';
import { orderJson, withReceipt } from './order-json.ts';
import { readPublishers } from './stored-publishers.ts';
import { withRetirementState } from './with-retirement-state.ts';

/** The columns of totals that count orders of a state; of any where none is given. */
const COUNTS = {
  any: ['sum(pending_orders + completed_orders + failed_orders)', 'sum(paid_inr_minor)', 'sum(users)'],
  pending: ['sum(pending_orders)', '0', 'sum(pending_users)'],
  completed: ['sum(completed_orders)', 'sum(paid_inr_minor)', 'sum(completed_users)'],
  failed: ['sum(failed_orders)', '0', 'sum(failed_users)'],
} as const;

const NO_TOTALS = { count: 0, paid: 0, users: 0 };

/**
 * One page of a merchant's orders, with totals over all that match. Its cost does not grow with their number. Reads from the
 * replica where there is one: an order of this moment may be missing.
 */
export async function listOrders(
  context: OrderContext,
  merchantId: string,
  query: OrderListQuery,
): Promise<OrderList> {
  const { reader } = context.db;
  const emailKey = query.email?.toLowerCase();
  let matching = reader.selectFrom('orders').selectAll().where('merchant_id', '=', merchantId);
  if (emailKey !== undefined) matching = matching.where('email_key', '=', emailKey);
  if (query.tax_id !== undefined) matching = matching.where('user_tax_id', '=', query.tax_id);
  if (query.status !== undefined) matching = matching.where('status', '=', query.status);
  const page = matching
    .orderBy('created_at', query.sort)
    .orderBy('id', query.sort)
    .limit(query.limit)
    .offset((query.page - 1) * query.limit)
    .as('page');
  const [orders, paid, users] = COUNTS[query.status ?? 'any'];
  const totals = reader
    .selectFrom('order_totals')
    .select([
      sql.raw<number>(orders).as('count'),
      sql.raw<number>(paid).as('paid'),
      sql.raw<number>(users).as('users'),
    ])
    .where('merchant_id', '=', merchantId)
    .where('email', '=', cellKey(emailKey))
    .where('tax_id', '=', cellKey(query.tax_id))
    .as('totals');
  // One statement sees one moment: no order comes in between the totals and the page.
  const found = await reader
    .selectFrom(totals)
    .leftJoin(page, (join) => join.onTrue())
    .selectAll('page')
    .select(['totals.count', 'totals.paid', 'totals.users'])
    .orderBy('page.created_at', query.sort)
    .orderBy('page.id', query.sort)
    .execute();
  const rows = found.filter((row): row is typeof row & OrderRow => row.id !== null);
  // The sums of no rows are null.
  const overview = found[0]?.count ? found[0] : NO_TOTALS;
  return {
    metadata: { current_page: query.page, total_records: overview.count, limit: query.limit },
    overview: {
      total_orders: overview.count,
      total_amount_paid: fromMinorUnits(minorUnits(overview.paid), 'INR'),
      total_users: emailKey === undefined ? overview.users : Math.min(overview.count, 1),
    },
    orders: await withRetirementState(context, rows, await withProjects(context, rows)),
  };
}

async function withProjects({ db, publicUrl }: OrderContext, rows: OrderRow[]): Promise<Order[]> {
  const partsOf = await readOrderParts(db.reader, db.engine, rows);
  return rows.map((row) => orderJson(row, partsOf(row), publicUrl));
}

/** One order of a merchant. */
export async function findOrder(
  { db }: OrderContext,
  merchantId: string,
  id: string,
): Promise<OrderRow | undefined> {
  if (!isId(id, 'ord')) return undefined;
  return db.reader
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', id)
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst();
}

/** One order: as the list shows it, with the publishers of its figures, and its receipt once it is paid. */
export async function showOrder(context: OrderContext, row: OrderRow): Promise<Order> {
  const orders = await withProjects(context, [row]);
  const [order] = await withRetirementState(context, [row], orders);
  const publishers = readPublishers(row.emission_publishers);
  return withReceipt({ ...order!, ...(publishers.length > 0 && { emission_publishers: publishers }) });
}
