import type { OrderSummary } from '@flight-offset/console';
import type { Database } from '../../store/engine.ts';
import type { OrderRow, RefundRow } from '../../store/schema.ts';
import { ofMerchants } from '../../store/sql/of-merchants.ts';

type Entry = Pick<RefundRow, 'cause' | 'state' | 'order_minor'>;

/** Returns the dispute state of an order, from its refunds. An open dispute takes precedence over a lost one. */
export function disputeAmong(refunds: readonly Entry[]): OrderSummary['dispute'] {
  // A dispute over money paid above the price does not concern the order.
  const disputes = refunds.filter(({ cause, order_minor }) => cause === 'dispute' && order_minor > 0);
  if (disputes.some(({ state }) => state === 'pending')) return 'open';
  return disputes.some(({ state }) => state === 'completed') ? 'lost' : undefined;
}

/** Reads the disputes of a merchant's orders, by order. Orders without a refund, nearly all, are not looked up. */
export async function findDisputes(
  db: Database,
  merchantId: string,
  orders: readonly OrderRow[],
): Promise<(orderId: string) => OrderSummary['dispute']> {
  const ids = orders
    .filter(({ refunded_minor, refund_pending_minor }) => refunded_minor + refund_pending_minor > 0)
    .map(({ id }) => id);
  if (ids.length === 0) return () => undefined;
  const rows = await db.reader
    .selectFrom('refunds')
    .select(['order_id', 'cause', 'state', 'order_minor'])
    .where(ofMerchants(db, 'merchant_id', [merchantId]).condition)
    .where('order_id', 'in', ids)
    .where('cause', '=', 'dispute')
    .execute();
  const byOrder = Map.groupBy(rows, ({ order_id }) => order_id);
  return (orderId) => disputeAmong(byOrder.get(orderId) ?? []);
}
