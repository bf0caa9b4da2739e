import type { OrderListQuery } from '@flight-offset/core';
import { type AliasableExpression, type Kysely, sql } from 'kysely';
import type { Schema } from '../store/schema.ts';
import { emailUser, taxKey } from '../store/totals/totals.ts';

/** Totals over all orders that the filter of a list matches. */
export interface ListedTotals {
  /** Number of orders; null if none was ever counted. */
  readonly count: number | null;
  /** Total price of the completed orders, in paise. */
  readonly paid: number;
  readonly users: number;
}

/** The sums that count the orders in a state, or in any state if none is given. */
const ORDERS = {
  any: ['sum(pending_orders + completed_orders + failed_orders)', 'sum(paid_inr_minor)'],
  pending: ['sum(pending_orders)', '0'],
  completed: ['sum(completed_orders)', 'sum(paid_inr_minor)'],
  failed: ['sum(failed_orders)', '0'],
} as const;

const USERS = {
  any: 'sum(users)',
  pending: 'sum(pending_users)',
  completed: 'sum(completed_users)',
  failed: 'sum(failed_users)',
} as const;

/**
 * Counts the orders of a merchant that the filter of a list matches, from sums that are updated as orders are created
 * and ended. With an e-mail address, it counts the orders of one user.
 * @param filter `email` is an address in any case.
 * @returns a query of one row.
 */
export function countListed(
  reader: Kysely<Schema>,
  merchantId: string,
  filter: Pick<OrderListQuery, 'email' | 'status' | 'tax_id'>,
): AliasableExpression<ListedTotals> {
  const state = filter.status ?? 'any';
  const [orders, paid] = ORDERS[state];
  const sums = (users: string) =>
    [
      sql.raw<number | null>(orders).as('count'),
      sql.raw<number>(paid).as('paid'),
      sql.raw<number>(users).as('users'),
    ] as const;
  const tax = taxKey(filter.tax_id);
  if (filter.email === undefined)
    return reader
      .selectFrom('order_totals')
      .select(sums(USERS[state]))
      .where('merchant_id', '=', merchantId)
      .where('tax_id', '=', tax);
  return reader
    .selectFrom('order_users')
    .select(sums(`case when ${orders} > 0 then 1 else 0 end`))
    .where('merchant_id', '=', merchantId)
    .where('tax_id', '=', tax)
    .where('user_key', '=', emailUser(filter.email.toLowerCase()));
}
