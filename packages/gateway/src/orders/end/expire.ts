import { isDatabaseUnavailable } from '../../store/database-unavailable.ts';
import { inTransaction } from '../../store/transaction.ts';
import type { OrderContext } from '../context.ts';
import { failPending } from './fail-pending.ts';
import { openPayment } from './open-payments.ts';

/** An expired order. */
export interface ExpiredOrder {
  readonly id: string;
  readonly merchant_id: string;
  readonly expires_at: number;
}

/** Options of {@link expireOrders}. */
export interface ExpireOptions {
  /** Maximum number of orders that one run ends. */
  readonly limit?: number;
  /** Returns whether an order with an open payment may fail: it may have been paid without the gateway knowing. */
  readonly mayExpireUnpaid?: (order: ExpiredOrder) => Promise<boolean>;
  /**
   * Called with the error of an order that could not be ended; the run goes on to the others. If undefined, the first
   * such error ends the run.
   */
  readonly onFault?: (error: unknown) => void;
}

/** A run reads no more orders after this time, milliseconds: the next run does the rest. */
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
      // The order stays first in line: if its error ended the run, no other order would ever expire.
      if (!onFault || isDatabaseUnavailable(error)) throw error;
      stuck += 1;
      onFault(error);
    }
  }
  for (let more = true; more && expired < limit; ) {
    const most = limit - expired;
    const idle = await dueOrders(context, at)
      .where(({ not, exists }) => not(exists(openPayment())))
      // Skips the orders that could not be ended.
      .offset(stuck)
      .limit(most)
      .execute();
    for (const order of idle) await expire(order);
    more = idle.length === most && context.now() <= at + PATIENCE_MS;
  }
  if (expired >= limit) return expired;
  const begun = await dueOrders(context, at)
    .where(({ exists }) => exists(openPayment()))
    // Skips an order that was checked since it expired, and will be again.
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
