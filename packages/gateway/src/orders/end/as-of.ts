import type { Database } from '../../store/engine.ts';
import type { OrderRow } from '../../store/schema.ts';
import { ofMerchants } from '../../store/sql/of-merchants.ts';
import { isPastHold } from '../hold.ts';
import { OPEN_STATES } from './open-payments.ts';

/**
 * Returns orders as they are shown at a given time. An expired order is shown as failed even before it is settled,
 * unless it has an open payment, which may still have been charged. Reading settles nothing; the background work does.
 */
export async function asOf(db: Database, orders: readonly OrderRow[], at: number): Promise<OrderRow[]> {
  const past = orders.filter((order) => isPastHold(order, at));
  if (past.length === 0) return [...orders];
  const merchants = [...new Set(past.map(({ merchant_id }) => merchant_id))];
  const rows = await db.reader
    .selectFrom('payments')
    .select('order_id')
    .where(ofMerchants(db, 'merchant_id', merchants).condition)
    .where(
      'order_id',
      'in',
      past.map(({ id }) => id),
    )
    .where('state', 'in', OPEN_STATES)
    .execute();
  const waiting = new Set(rows.map(({ order_id }) => order_id));
  return orders.map((order) => {
    if (!isPastHold(order, at) || waiting.has(order.id)) return order;
    return { ...order, status: 'failed', payment_status: 'failed', settled_at: order.expires_at };
  });
}
