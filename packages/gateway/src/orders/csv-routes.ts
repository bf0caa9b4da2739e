import { orderStateSchema } from '@flight-offset/core';
import * as z from 'zod';
import { type ApiAccess, readCall } from '../http/api-call.ts';
import { parseQuery } from '../http/query.ts';
import type { Routes } from '../http/routes.ts';
import type { OrderRow } from '../store/schema.ts';
import type { OrderContext } from './context.ts';
import { exportCsv, type ReadPage } from './export-csv.ts';

const querySchema = z.object({ status: orderStateSchema.optional() });

/** A merchant's orders, oldest first. */
function oldestFirst(merchantId: string, status: OrderRow['status'] | undefined): ReadPage {
  return ({ reader }, after, limit) => {
    let query = reader.selectFrom('orders').selectAll().where('merchant_id', '=', merchantId);
    if (status !== undefined) query = query.where('status', '=', status);
    if (after) {
      query = query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('created_at', 'id'), '>', tuple(after.created_at, after.id)),
      );
    }
    return query.orderBy('created_at').orderBy('id').limit(limit).execute();
  };
}

/** Extension: every order of the caller as CSV. */
export const csvRoutes: Routes<ApiAccess & { readonly orders: OrderContext }> = (gateway) => ({
  '/offset-gateway/exports/orders.csv': {
    async GET(context) {
      const { merchantId } = await readCall(gateway, context);
      const { status } = parseQuery(querySchema, context.req.url);
      const headers = {
        'content-type': 'text/csv; charset=utf-8; header=present',
        'content-disposition': 'attachment; filename="orders.csv"',
      };
      const body = exportCsv(gateway.orders.db, merchantId, oldestFirst(merchantId, status));
      return context.body(body, 200, headers);
    },
  },
});
