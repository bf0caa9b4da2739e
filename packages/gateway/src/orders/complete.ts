import type { Settlement } from '@flight-offset/core';
import { allocateReserved } from '../projects/lots.ts';
import { allEnded } from '../store/all-ended.ts';
import { newId } from '../store/ids.ts';
import { insertRows } from '../store/insert-rows.ts';
import type { OrderRow } from '../store/schema.ts';
import { recountSettled } from '../store/totals.ts';
import type { Tx } from '../store/transaction.ts';
import { updateRows } from '../store/update-rows.ts';
import { enqueueWebhooks } from '../webhooks/enqueue.ts';
import type { OrderContext } from './context.ts';

/** An order that is paid. */
export interface Completion {
  readonly id: string;
  /** Who collected the money; the payer paid where it is not given. */
  readonly settlement?: Settlement;
  /** The merchant's own reference, where the order has none yet. */
  readonly reference?: string | undefined;
}

const COMPLETE = {
  table: 'orders',
  given: { id: 'text', settlement: 'text', reference: 'text', at: 'bigint' },
  set: `status = 'completed', payment_status = 'completed', settled_at = given.at,
    settlement = coalesce(given.settlement, orders.settlement), reference = coalesce(orders.reference, given.reference)`,
  where: `orders.id = given.id and orders.status = 'pending'`,
  returning: '*',
} as const;

const TRANSACTIONS = {
  into: 'transactions',
  columns: ['id', 'merchant_id', 'order_id', 'currency', 'amount_minor', 'inr_minor', 'grams', 'created_at'],
} as const;

/**
 * Completes pending orders, in the caller's transaction: their state, totals, credits, transactions and webhooks, with as many
 * statements for many orders as for one. An order that is not pending is left as it is: someone else ended it first.
 * @param counted whether the totals hold the orders as completed already.
 * @returns the orders that were completed, as they now are.
 */
export async function completeOrders(
  tx: Tx,
  context: OrderContext,
  completions: readonly Completion[],
  { counted = false }: { readonly counted?: boolean } = {},
): Promise<OrderRow[]> {
  const at = context.now();
  const given = completions.map(({ id, settlement, reference }) => ({
    id,
    settlement: settlement ?? null,
    reference: reference ?? null,
    at,
  }));
  const orders = await updateRows<OrderRow>(tx, COMPLETE, given);
  if (orders.length === 0) return [];
  const settled = orders.map((order) => ({ order, transactionId: newId('txn', at) }));
  const transactions = settled.map(({ order, transactionId }) => {
    const { merchant_id, id: order_id, currency, amount_minor, inr_minor, grams } = order;
    const amounts = { currency, amount_minor, inr_minor, grams };
    return { id: transactionId, merchant_id, order_id, ...amounts, created_at: at };
  });
  // Totals before credits, as a new order does: so the two never wait for each other crosswise.
  const [moveCredits] = await allEnded(
    allocateReserved(tx, orders, at),
    counted ? Promise.resolve() : recountSettled(tx, context.db.engine, orders),
    insertRows(tx, TRANSACTIONS, transactions),
    enqueueWebhooks(tx, context, settled),
  );
  await moveCredits();
  return orders;
}
