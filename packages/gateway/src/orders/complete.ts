import type { Settlement } from '@flight-offset/core';
import { allocateReserved } from '../projects/lots.ts';
import { allEnded } from '../store/all-ended.ts';
import { newId } from '../store/ids.ts';
import { insertRows } from '../store/insert-rows.ts';
import type { OrderRow } from '../store/schema.ts';
import { startRecounting } from '../store/totals.ts';
import type { Tx } from '../store/transaction.ts';
import { updateRows } from '../store/update-rows.ts';
import type { OrderContext } from './context.ts';
import { enqueueSettled } from './enqueue-settled.ts';

/** How an order was paid. */
export interface Completion {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Who collected the money; the payer paid where it is not given. */
  readonly settlement?: Settlement;
  /** The merchant's own reference, where the order has none yet. */
  readonly reference?: string | undefined;
}

/** A pending order as it is once it is paid. */
export function completed(order: OrderRow, { at, settlement, reference }: Completion): OrderRow {
  return {
    ...order,
    status: 'completed',
    payment_status: 'completed',
    settled_at: at,
    settlement: settlement ?? order.settlement,
    reference: order.reference ?? reference ?? null,
  };
}

const COMPLETE = {
  table: 'orders',
  keys: ['merchant_id', 'id'],
  given: { merchant_id: 'text', id: 'text', settlement: 'text', reference: 'text', settled_at: 'bigint' },
  set: `status = 'completed', payment_status = 'completed', settled_at = given.settled_at,
    settlement = given.settlement, reference = given.reference`,
  where: `orders.status = 'pending'`,
  returning: 'orders.id',
} as const;

const TRANSACTIONS = {
  into: 'transactions',
  columns: ['id', 'merchant_id', 'order_id', 'currency', 'amount_minor', 'inr_minor', 'grams', 'created_at'],
} as const;

/**
 * Completes orders in the caller's transaction: their state, totals, credits, transactions and webhooks, with as many
 * statements for many orders as for one.
 * @param orders as {@link completed} makes them; the transaction holds them, pending.
 * @param counted whether the totals hold the orders as completed already.
 * @returns the last part, which locks rows that all orders move, to be sent along with other statements.
 */
export async function startCompleting(
  tx: Tx,
  context: OrderContext,
  orders: readonly OrderRow[],
  { counted = false }: { readonly counted?: boolean } = {},
): Promise<() => Promise<void>> {
  if (orders.length === 0) return async () => {};
  const settled = orders.map((order) => ({ order, transactionId: newId('txn', context.now()) }));
  const transactions = settled.map(({ order, transactionId }) => {
    const { merchant_id, id: order_id, currency, amount_minor, inr_minor, grams, settled_at } = order;
    const amounts = { currency, amount_minor, inr_minor, grams };
    return { id: transactionId, merchant_id, order_id, ...amounts, created_at: settled_at };
  });
  const [, moveCredits, moveTotals] = await allEnded(
    markCompleted(tx, orders),
    allocateReserved(tx, context.db.engine, orders, context.now()),
    counted ? Promise.resolve(async () => {}) : startRecounting(tx, context.db.engine, orders),
    insertRows(tx, TRANSACTIONS, transactions),
    enqueueSettled(tx, context, settled),
  );
  return async () => {
    // Totals before credits, as a new order does: so the two never wait for each other crosswise.
    await allEnded(moveTotals(), moveCredits());
  };
}

async function markCompleted(tx: Tx, orders: readonly OrderRow[]): Promise<void> {
  const given = orders.map(({ merchant_id, id, settlement, reference, settled_at }) => ({
    merchant_id,
    id,
    settlement,
    reference,
    settled_at,
  }));
  const marked = await updateRows<{ id: string }>(tx, COMPLETE, given);
  if (marked.length !== orders.length) throw new Error('an order to complete was not pending, or not held');
}

/** As {@link startCompleting}, with its last part. */
export async function completeOrders(...given: Parameters<typeof startCompleting>): Promise<void> {
  await (await startCompleting(...given))();
}
