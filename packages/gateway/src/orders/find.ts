import type { Order, OrderList, OrderListQuery } from '@flight-offset/core';
import { paise, toRupees } from '@flight-offset/core';
import { isAllocated, projectOf } from '../projects/catalogue.ts';
import { isId } from '../store/ids.ts';
import type { OrderRow } from '../store/schema.ts';
import { ANY, cellKey } from '../store/totals.ts';
import type { OrderContext } from './context.ts';
import { orderJson } from './order-json.ts';

/** One page of a merchant's orders, with totals over all that match. Its cost does not grow with their number. */
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
  const rows = await matching
    .orderBy('created_at', query.sort)
    .orderBy('id', query.sort)
    .limit(query.limit)
    .offset((query.page - 1) * query.limit)
    .execute();
  const totals = await reader
    .selectFrom('order_totals')
    .select(({ fn }) => [
      fn.sum<number>('orders').as('orders'),
      fn.sum<number>('paid_paise').as('paid'),
      fn.sum<number>('users').as('users'),
    ])
    .where('merchant_id', '=', merchantId)
    .where('email', '=', cellKey(emailKey))
    .where('tax_id', '=', cellKey(query.tax_id))
    .where('status', '=', query.status ?? ANY)
    .executeTakeFirst();
  const count = totals?.orders ?? 0;
  return {
    metadata: { current_page: query.page, total_records: count, limit: query.limit },
    overview: {
      total_orders: count,
      total_amount_paid: toRupees(paise(totals?.paid ?? 0)),
      total_users: emailKey === undefined ? (totals?.users ?? 0) : Math.min(count, 1),
    },
    orders: await withProjects(context, rows),
  };
}

async function withProjects({ db, publicUrl }: OrderContext, rows: OrderRow[]): Promise<Order[]> {
  const ids = [...new Set(rows.flatMap(({ project }) => project ?? []))];
  if (ids.length === 0) return rows.map((row) => orderJson(row, undefined, publicUrl));
  const projects = await db.reader.selectFrom('projects').selectAll().where('id', 'in', ids).execute();
  const byId = new Map(projects.map((project) => [project.id, project]));
  return rows.map((row) =>
    orderJson(row, isAllocated(row) ? byId.get(row.project ?? '') : undefined, publicUrl),
  );
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

/** An order as the list shows it. */
export async function showOrder(context: OrderContext, row: OrderRow): Promise<Order> {
  return orderJson(row, await projectOf(context.db.reader, row), context.publicUrl);
}
