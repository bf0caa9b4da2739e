import type { Order, OrderList, OrderListQuery } from '@flight-offset/core';
import { fromMinorUnits, minorUnits } from '@flight-offset/core';
import { readOrderParts } from '../projects/order-parts.ts';
import { isId } from '../store/ids.ts';
import type { OrderRow } from '../store/schema.ts';
import type { OrderContext } from './context.ts';
import { countListed } from './count-listed.ts';
import { orderJson, withReceipt } from './order-json.ts';
import { decodePublishers } from './stored-publishers.ts';
import { withRetirementState } from './with-retirement-state.ts';

const NO_TOTALS = { count: 0, paid: 0, users: 0 };

/**
 * Reads one page of a merchant's orders, with totals over all that match. Its cost grows with the page number, not with
 * the number of orders.
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
  // One statement, so that no order is created between reading the totals and the page.
  const found = await reader
    .selectFrom(countListed(reader, merchantId, query).as('totals'))
    .leftJoin(page, (join) => join.onTrue())
    .selectAll('page')
    .select(['totals.count', 'totals.paid', 'totals.users'])
    .orderBy('page.created_at', query.sort)
    .orderBy('page.id', query.sort)
    .execute();
  const rows = found.filter((row): row is typeof row & OrderRow => row.id !== null);
  const [first] = found;
  const overview = first?.count ? { ...first, count: first.count } : NO_TOTALS;
  return {
    metadata: { current_page: query.page, total_records: overview.count, limit: query.limit },
    overview: {
      total_orders: overview.count,
      total_amount_paid: fromMinorUnits(minorUnits(overview.paid), 'INR'),
      total_users: overview.users,
    },
    orders: await withRetirementState(context, rows, await withProjects(context, rows)),
  };
}

async function withProjects({ db, publicUrl }: OrderContext, rows: OrderRow[]): Promise<Order[]> {
  const partsOf = await readOrderParts(db.reader, rows);
  return rows.map((row) => orderJson(row, partsOf(row), publicUrl));
}

/** Reads one order of a merchant. */
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

/**
 * Returns one order as the list shows it, with the publishers of its emissions, and its receipt URL once it is paid.
 */
export async function showOrder(context: OrderContext, row: OrderRow): Promise<Order> {
  const orders = await withProjects(context, [row]);
  const [order] = await withRetirementState(context, [row], orders);
  const publishers = decodePublishers(row.emission_publishers);
  return withReceipt({ ...order!, ...(publishers.length > 0 && { emission_publishers: publishers }) });
}

/** Returns the status of one order, without its projects: they are not read. */
export async function showStatus(context: OrderContext, row: OrderRow): Promise<Partial<Order>> {
  const [order] = await withRetirementState(context, [row], [orderJson(row, [], context.publicUrl)]);
  const { order_id, status, created_at, emission_amount, emission_unit, retirement_state } = order!;
  return { status, order_id, created_at, emission_amount, emission_unit, retirement_state };
}
