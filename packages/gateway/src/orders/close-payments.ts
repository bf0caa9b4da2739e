import type { Engine } from '../store/engine.ts';
import { isOneOf } from '../store/is-one-of.ts';
import { prepared } from '../store/prepared.ts';
import type { OrderRow } from '../store/schema.ts';
import type { Tx } from '../store/transaction.ts';

/**
 * Has the payment pages of settled orders closed at the provider, in the background, so that nobody pays for what is
 * cancelled or was paid with the booking.
 */
export async function closePayments(
  tx: Tx,
  engine: Engine,
  orders: readonly Pick<OrderRow, 'id'>[],
  at: number,
): Promise<void> {
  if (orders.length === 0) return;
  const ids = orders.map(({ id }) => id);
  const ofOrders = isOneOf(engine, 'order_id', ids);
  const build = () =>
    tx.updateTable('payments').set({ check_at: at }).where(ofOrders).where('state', '=', 'started').compile();
  await prepared(tx, 'close payments', build, [at, ...ofOrders.compile(tx).parameters, 'started']);
}
