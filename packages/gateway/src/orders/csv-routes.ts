import { orderStateSchema } from '@flight-offset/core';
import * as z from 'zod';
import type { Gateway } from '../gateway-context.ts';
import { readCall } from '../http/api-call.ts';
import { parseQuery } from '../http/query.ts';
import type { Routes } from '../http/routes.ts';
import { creditsOf } from '../retirements/credits-of.ts';
import type { OrderRow } from '../store/schema.ts';
import { CSV_COLUMNS, csvLine } from './csv.ts';

const querySchema = z.object({ status: orderStateSchema.optional() });
const PAGE = 500;

/** A merchant's orders, oldest first, a page at a time: an export of a million costs the memory of one page. */
async function* pages(
  { orders }: Gateway,
  merchantId: string,
  status: OrderRow['status'] | undefined,
): AsyncGenerator<OrderRow[]> {
  let after: { at: number; id: string } | undefined;
  for (;;) {
    let query = orders.db.replica.selectFrom('orders').selectAll().where('merchant_id', '=', merchantId);
    if (status !== undefined) query = query.where('status', '=', status);
    const last = after;
    if (last) {
      query = query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('created_at', 'id'), '>', tuple(last.at, last.id)),
      );
    }
    const rows = await query.orderBy('created_at').orderBy('id').limit(PAGE).execute();
    if (rows.length > 0) yield rows;
    const end = rows.at(-1);
    if (!end || rows.length < PAGE) return;
    after = { at: end.created_at, id: end.id };
  }
}

async function* lines(
  { orders: { db } }: Gateway,
  merchantId: string,
  rows: AsyncGenerator<OrderRow[]>,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode(`${CSV_COLUMNS.join(',')}\r\n`);
  for await (const page of rows) {
    const credits = await creditsOf({ reader: db.replica }, merchantId, page);
    yield encoder.encode(page.map((order) => csvLine(order, credits.get(order.id) ?? [])).join(''));
  }
}

/** Extension: every order of the caller as CSV. */
export const csvRoutes: Routes = (gateway) => ({
  '/offset-gateway/exports/orders.csv': {
    async GET(context) {
      const { merchantId } = await readCall(gateway, context);
      const { status } = parseQuery(querySchema, context.req.url);
      const headers = {
        'content-type': 'text/csv; charset=utf-8; header=present',
        'content-disposition': 'attachment; filename="orders.csv"',
      };
      return context.body(
        ReadableStream.from(lines(gateway, merchantId, pages(gateway, merchantId, status))),
        200,
        headers,
      );
    },
  },
});
