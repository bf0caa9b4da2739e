import type { OrderKey } from '../orders/lock-orders.ts';
import type { Engine } from '../store/engine.ts';
import { isOneOf } from '../store/is-one-of.ts';
import { prepared } from '../store/prepared.ts';
import type { Tx } from '../store/transaction.ts';

/**
 * Has the payment pages of settled orders closed at the provider, in the background, so that nobody pays for what is
 * cancelled or was paid with the booking.
 */
export async function closePayments(
  tx: Tx,
  engine: Engine,
  orders: readonly OrderKey[],
  at: number,
): Promise<void> {
  if (orders.length === 0) return;
  const merchants = [...new Set(orders.map(({ merchant_id }) => merchant_id))];
  const ids = orders.map(({ id }) => id);
  const ofMerchants = isOneOf(engine, 'merchant_id', merchants);
  const ofOrders = isOneOf(engine, 'order_id', ids);
  const build = () =>
    tx
      .updateTable('payments')
      .set({ check_at: at })
      .where(ofMerchants)
      .where(ofOrders)
      .where('state', '=', 'started')
      .compile();
  const among = [...ofMerchants.compile(tx).parameters, ...ofOrders.compile(tx).parameters];
  await prepared(tx, 'close payments', build, [at, ...among, 'started']);
}
