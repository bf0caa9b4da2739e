import type { Database } from '../../store/engine.ts';
import { isOneOf, oneOf } from '../../store/sql/is-one-of.ts';
import { ofMerchants } from '../../store/sql/of-merchants.ts';
import { prepared } from '../../store/sql/prepared.ts';
import type { Tx } from '../../store/transaction.ts';
import type { OrderKey } from './lock-orders.ts';

/**
 * Schedules the payment pages of settled orders to be closed at the provider, in the background, so that nobody pays
 * for an order that was cancelled or paid with the booking.
 */
export async function schedulePaymentClosing(
  tx: Tx,
  db: Database,
  orders: readonly OrderKey[],
  at: number,
): Promise<void> {
  if (orders.length === 0) return;
  const merchants = [...new Set(orders.map(({ merchant_id }) => merchant_id))];
  const ids = orders.map(({ id }) => id);
  const { condition, variant } = ofMerchants(db, 'merchant_id', merchants);
  const build = () =>
    tx
      .updateTable('payments')
      .set({ check_at: at })
      .where(condition)
      .where(isOneOf(db.engine, 'order_id', ids))
      .where('state', '=', 'started')
      .compile();
  const among = [oneOf(db.engine, merchants), oneOf(db.engine, ids)];
  await prepared(tx, `close payments, ${variant}`, build, [at, ...among, 'started']);
}
