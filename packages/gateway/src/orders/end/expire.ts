import { isDatabaseUnavailable } from '../../store/database-unavailable.ts';
import { inTransaction } from '../../store/transaction.ts';
import type { OrderContext } from '../context.ts';
import { failPending } from './fail-pending.ts';
import { openPayment } from './open-payments.ts';

/** An order whose time to pay is over. */
export interface ExpiredOrder {
  readonly id: string;
  readonly merchant_id: string;
  readonly expires_at: number;
}

/** How orders expire. */
export interface ExpireOptions {
  /** Maximum number of orders that one run ends. */
  readonly limit?: number;
  /** Called for an order with an open payment, which may have been paid without the gateway knowing. */
  readonly mayExpireUnpaid?: (order: ExpiredOrder) => Promise<boolean>;
  /**
   * Called with the error of an order that could not be ended; the others are ended nevertheless. Without it the first
   * such error ends the run.
   */
  readonly onFault?: (error: unknown) => void;
}

/** A run reads no more orders after this time, milliseconds: the rest is due in the next run. */
const PATIENCE_MS = 5000;

/**
 * Fails pending orders that have expired. One with an open payment fails only if `mayExpireUnpaid` allows it; it is not
 * checked again before the payment is due for a check. Orders that nobody has begun to pay come first, so that a
 * provider that does not respond delays none of them.
 * @returns how many failed.
 */
export async function expireOrders(
  context: OrderContext,
  { limit = 100, mayExpireUnpaid = async () => true, onFault }: ExpireOptions = {},
): Promise<number> {
  const at = context.now();
  let expired = 0;
  let stuck = 0;
  async function expire(
    order: ExpiredOrder,
    mayFail: () => Promise<boolean> = async () => true,
  ): Promise<void> {
    try {
      if (!(await mayFail())) return;
      const failed = await inTransaction(context.db, (tx) => failPending(tx, context, order, at));
      if (failed) expired += 1;
    } catch (error) {
      // It stays the first in line: were it to end the go, no other order would ever expire.
      if (!onFault || isDatabaseUnavailable(error)) throw error;
      stuck += 1;
      onFault(error);
    }
  }
  for (let more = true; more && expired < limit; ) {
    const most = limit - expired;
    const idle = await dueOrders(context, at)
      .where(({ not, exists }) => not(exists(openPayment())))
      // However many cannot end, those behind them do.
      .offset(stuck)
      .limit(most)
      .execute();
    for (const order of idle) await expire(order);
    more = idle.length === most && context.now() <= at + PATIENCE_MS;
  }
  if (expired >= limit) return expired;
  const begun = await dueOrders(context, at)
    .where(({ exists }) => exists(openPayment()))
    // It was checked since the order expired, and will be again.
    .where(({ not, exists }) =>
      not(
        exists(
          openPayment()
            .where('payments.check_at', '>', at)
            .whereRef('payments.updated_at', '>=', 'orders.expires_at'),
        ),
      ),
    )
    .limit(limit - expired)
    .execute();
  for (const order of begun) {
    await expire(order, () => mayExpireUnpaid(order));
    if (context.now() > at + PATIENCE_MS) break;
  }
  return expired;
}

/** Orders that have expired, the earliest first. */
function dueOrders({ db }: OrderContext, at: number) {
  return db.kysely
    .selectFrom('orders')
    .select(['id', 'merchant_id', 'expires_at'])
    .where('status', '=', 'pending')
    .where('expires_at', '<=', at)
    .orderBy('expires_at')
    .orderBy('id');
}
