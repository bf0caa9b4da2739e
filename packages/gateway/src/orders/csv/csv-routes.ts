import { orderExportQuerySchema } from '@flight-offset/core';
import { type ApiAccess, readCall } from '../../http/api-call.ts';
import { parseQuery } from '../../http/query.ts';
import type { Routes } from '../../http/routes.ts';
import type { OrderContext } from '../context.ts';
import { oldestFirst } from './csv-oldest-first.ts';
import { exportCsv } from './export-csv.ts';

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
      const { db, orderTtlMs } = gateway.orders;
      const pages = oldestFirst(merchantId, selected, orderTtlMs);
      const body = await exportCsv(db, merchantId, pages, context.req.raw.signal);
      return context.body(body, 200, headers);
    },
  },
});
