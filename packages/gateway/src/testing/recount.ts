import { type OrderState, orderListQuerySchema } from '@flight-offset/core';
import type { Database } from '../store/engine.ts';
import type { OrderRow } from '../store/schema.ts';
import { userKey } from '../store/totals/totals.ts';

/** A filter of the list. */
export interface Filter {
  readonly email?: string;
  readonly tax_id?: string;
  readonly status?: OrderState;
}

/** Counts totals from the orders themselves, order by order: the incremental ones must be equal. */
export async function recount(
  { kysely }: Database,
  merchantId: string,
  filter: Filter = {},
): Promise<{ total_orders: number; total_amount_paid: number; total_users: number }> {
  const all: OrderRow[] = await kysely
    .selectFrom('orders')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .execute();
  const matching = all.filter(
    (order) =>
      (filter.email === undefined || order.email_key === filter.email.toLowerCase()) &&
      (filter.tax_id === undefined || order.user_tax_id === filter.tax_id) &&
      (filter.status === undefined || order.status === filter.status),
  );
  const paid = matching.reduce((sum, one) => sum + (one.status === 'completed' ? one.inr_minor : 0), 0);
  return {
    total_orders: matching.length,
    total_amount_paid: paid / 100,
    total_users: new Set(matching.flatMap((one) => userKey(one) ?? [])).size,
  };
}

/** Converts a filter to a query of the list. */
export function listQuery(filter: Filter): ReturnType<typeof orderListQuerySchema.parse> {
  return orderListQuerySchema.parse(filter);
}
