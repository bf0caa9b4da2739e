import type { PaymentRow } from '../store/schema.ts';
import { inTransaction } from '../store/transaction.ts';
import type { OrderContext } from './context.ts';
import { endOrder } from './end-order.ts';

/** An order whose time to pay is over. */
export interface ExpiredOrder {
  readonly id: string;
  readonly merchant_id: string;
  readonly expires_at: number;
}

/** How orders expire. */
export interface ExpireOptions {
  /** Most orders in one go. */
  readonly limit?: number;
  /** Called for an order which has an open payment: it may have been paid without our knowing. */
  readonly mayExpireUnpaid?: (order: ExpiredOrder) => Promise<boolean>;
}

const OPEN: PaymentRow['state'][] = ['opening', 'started'];

/**
 * Fails pending orders whose time to pay is over. One with an open payment fails only if `mayExpireUnpaid` says so; it is not
 * checked again before the payment's turn has come.
 * @returns how many failed.
 */
export async function expireOrders(
  context: OrderContext,
  { limit = 100, mayExpireUnpaid = async () => true }: ExpireOptions = {},
): Promise<number> {
  const at = context.now();
  const due = await context.db.kysely
    .selectFrom('orders')
    .select(['id', 'merchant_id', 'expires_at'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('payments')
          .select('payments.id')
          .whereRef('payments.merchant_id', '=', 'orders.merchant_id')
          .whereRef('payments.order_id', '=', 'orders.id')
          .where('payments.state', 'in', OPEN),
      ).as('is_open'),
    )
    .where('status', '=', 'pending')
    .where('expires_at', '<=', at)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payments')
            .select('payments.id')
            .whereRef('payments.merchant_id', '=', 'orders.merchant_id')
            .whereRef('payments.order_id', '=', 'orders.id')
            .where('payments.state', 'in', OPEN)
            // It was checked since the order expired, and will be again.
            .where('payments.check_at', '>', at)
            .whereRef('payments.updated_at', '>=', 'orders.expires_at'),
        ),
      ),
    )
    .orderBy('expires_at')
    .limit(limit)
    .execute();
  let expired = 0;
  for (const { is_open, ...order } of due) {
    if (is_open && !(await mayExpireUnpaid(order))) continue;
    const settled = await inTransaction(context.db, (tx) => endOrder(tx, context, order, 'failed'));
    if (settled) expired += 1;
  }
  return expired;
}
