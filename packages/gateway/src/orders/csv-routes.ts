import { type OrderExportQuery, orderExportQuerySchema } from '@flight-offset/core';
import { type ApiAccess, readCall } from '../http/api-call.ts';
import { parseQuery } from '../http/query.ts';
import type { Routes } from '../http/routes.ts';
import type { OrderContext } from './context.ts';
import { exportCsv, type ReadPage } from './export-csv.ts';

const timeOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** A merchant's orders, oldest first. */
function oldestFirst(merchantId: string, { status, from, to }: OrderExportQuery): ReadPage {
  return ({ reader }, after, limit) => {
    let query = reader.selectFrom('orders').selectAll().where('merchant_id', '=', merchantId);
    if (status !== undefined) query = query.where('status', '=', status);
    if (from !== undefined) query = query.where('settled_at', '>=', timeOf(from));
    if (to !== undefined) query = query.where('settled_at', '<', timeOf(to));
    if (after) {
      query = query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('created_at', 'id'), '>', tuple(after.created_at, after.id)),
      );
    }
    return query.orderBy('created_at').orderBy('id').limit(limit).execute();
  };
}

/** Extension: every order of the caller as CSV, or those settled between two dates. */
export const csvRoutes: Routes<ApiAccess & { readonly orders: OrderContext }> = (gateway) => ({
  '/offset-gateway/exports/orders.csv': {
    async GET(context) {
      const { merchantId } = await readCall(gateway, context);
      const selected = parseQuery(orderExportQuerySchema, context.req.url);
      const headers = {
        'content-type': 'text/csv; charset=utf-8; header=present',
        'content-disposition': 'attachment; filename="orders.csv"',
      };
      const body = exportCsv(gateway.orders.db, merchantId, oldestFirst(merchantId, selected));
      return context.body(body, 200, headers);
    },
  },
});
