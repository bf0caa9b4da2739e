import { allocateGrams } from '../../allotments/draw.ts';
import { type ReservedCredits, readReserved } from '../../projects/reserved-credits.ts';
import { allEnded } from '../../store/all-ended.ts';
import { newId } from '../../store/ids.ts';
import type { OrderRow } from '../../store/schema.ts';
import { startRecounting } from '../../store/totals/totals.ts';
import type { Tx } from '../../store/transaction.ts';
import { enqueue } from '../../webhooks/enqueue.ts';
import type { OrderContext } from '../context.ts';
import { settledEvents } from './enqueue-settled.ts';
import { type CompletedOrder, markCompleted } from './mark-completed.ts';

/** Returns a pending order as completed. @param at milliseconds since 1970. */
export function asCompleted(order: OrderRow, at: number): CompletedOrder {
  return {
    ...order,
    status: 'completed',
    payment_status: 'completed',
    settled_at: at,
    transaction_id: newId('txn', at),
  };
}

/** Credits of the orders, if already read. */
export interface Completing {
  /** Credits that are allocated already, if the orders are marked as completed; otherwise they are pending. */
  readonly allocated?: ReservedCredits;
  /** Reserved credits, if they were already read. */
  readonly reserved?: ReservedCredits;
}

/**
 * Prepares to complete orders in the caller's transaction: their state, transactions, totals, credits and webhooks,
 * with as many statements for many orders as for one. It waits only for its reads.
 * @param orders as {@link asCompleted} returns them; the transaction holds them.
 * @returns a function that completes them. It issues all its statements at once, so that a transaction can commit right
 * after them; statements on rows that all orders change come last.
 */
export async function startCompleting(
  tx: Tx,
  context: OrderContext,
  orders: readonly CompletedOrder[],
  { allocated, reserved = allocated }: Completing = {},
): Promise<() => Promise<void>> {
  if (orders.length === 0) return async () => {};
  const [credits, countOrders] = await allEnded(
    reserved ? Promise.resolve(reserved) : readReserved(tx, orders),
    startRecounting(tx, context.db, orders),
  );
  const withCallback = orders.filter((order) => order.callback_url !== null);
  const partsOf = await credits.partsOf(withCallback);
  const settled = withCallback.map((order) => ({ order, transactionId: order.transaction_id }));
  const events = settledEvents(context, settled, partsOf);
  return async () => {
    await allEnded(
      allocated ? Promise.resolve() : markCompleted(tx, context.db, orders),
      enqueue(tx, context, events),
      // Totals before credits, in the same sequence as for a new order, to avoid deadlocks.
      countOrders(),
      allocateGrams(tx, credits.of(orders)),
    );
  };
}

/** Prepares and completes orders; see {@link startCompleting}. */
export async function completeOrders(...given: Parameters<typeof startCompleting>): Promise<void> {
  await (await startCompleting(...given))();
}

/**
 * Completes one order that the transaction holds.
 * @returns the completed order, or undefined if it was not pending.
 */
export async function completeOrder(
  tx: Tx,
  context: OrderContext,
  order: OrderRow | undefined,
): Promise<OrderRow | undefined> {
  if (order?.status !== 'pending') return undefined;
  const paid = asCompleted(order, context.now());
  await completeOrders(tx, context, [paid]);
  return paid;
}
