import { type Allowance, LimitTakenError, readAllowance } from '../merchants/allowance.ts';
import { closePayments } from '../orders/close-payments.ts';
import { completed, startCompleting } from '../orders/complete.ts';
import type { OrderContext } from '../orders/context.ts';
import { lockOrders } from '../orders/lock-orders.ts';
import { Problem } from '../problem.ts';
import { type OrderPart, readOrderParts } from '../projects/order-parts.ts';
import { addLines } from '../statements/lines.ts';
import { allEnded } from '../store/all-ended.ts';
import { batchByMerchant } from '../store/batch-by-merchant.ts';
import { batchOrEach } from '../store/batch-or-each.ts';
import type { ItemResult } from '../store/batcher.ts';
import { readingByKey } from '../store/read-by-key.ts';
import type { OrderRow } from '../store/schema.ts';
import { inTransaction, type Tx } from '../store/transaction.ts';

/** An order whose money the merchant has collected. */
export interface Confirmation {
  readonly merchantId: string;
  readonly orderId: string;
  /** The merchant's own reference, where the order has none yet. */
  readonly reference?: string | undefined;
}

/** Confirms which share a transaction: its round trips, its commit, and its turn at the merchant's limit. */
const MAX_BATCH = 64;

/** A confirmed order and the projects of its credits. */
export interface ConfirmedOrder {
  readonly order: OrderRow;
  readonly parts: readonly OrderPart[];
}

const batcherOf = batchByMerchant<OrderContext, Confirmation, ConfirmedOrder>((context) => ({
  maxSize: MAX_BATCH,
  process: (batch) => batchOrEach(batch, (some) => confirmTogether(context, some)),
  conflictKey: ({ orderId }) => orderId,
  merchantOf: ({ merchantId }) => merchantId,
}));

/**
 * Completes a pending order which the merchant collected the money for, and adds it to the merchant's next statement.
 * Confirming again returns the order as it is.
 * @throws Problem 40402 no such order; 40902 it failed or the payer paid it; 40302 the merchant may not; 40911 its limit.
 */
export async function confirmOrder(
  context: OrderContext,
  confirmation: Confirmation,
): Promise<ConfirmedOrder> {
  return (await batcherOf(context)).add(confirmation);
}

async function confirmTogether(
  context: OrderContext,
  batch: readonly Confirmation[],
): Promise<ItemResult<ConfirmedOrder>[]> {
  for (;;) {
    try {
      return await inTransaction(context.db, (tx) => attempt(tx, context, batch));
    } catch (error) {
      // Others came first: each repeat finds less of the limit left, until it is enough or none.
      if (!(error instanceof LimitTakenError)) throw error;
    }
  }
}

async function attempt(
  tx: Tx,
  context: OrderContext,
  batch: readonly Confirmation[],
): Promise<ItemResult<ConfirmedOrder>[]> {
  const { engine } = context.db;
  const keys = batch.map(({ orderId, merchantId }) => ({ id: orderId, merchant_id: merchantId }));
  const merchants = [...new Set(batch.map(({ merchantId }) => merchantId))];
  const [found, allowance] = await readingByKey(tx, engine, () =>
    allEnded(lockOrders(tx, engine, keys), readAllowance(tx, engine, merchants)),
  );
  const due: OrderRow[] = [];
  const at = context.now();
  const outcomes = batch.map(({ orderId, merchantId, reference }): ItemResult<OrderRow> => {
    const order = found.find(({ id, merchant_id }) => id === orderId && merchant_id === merchantId);
    const refusal = refusalOf(order, allowance);
    if (!order || refusal) return { error: refusal };
    if (order.status === 'completed') return { value: order };
    const paid = completed(order, { at, settlement: 'merchant', reference });
    due.push(paid);
    return { value: paid };
  });
  const [complete, partsOf] = await allEnded(
    startCompleting(tx, context, due),
    readOrderParts(tx, engine, found),
    addLines(tx, due.map(lineOf)),
    closePayments(tx, engine, due, at),
  );
  await allEnded(complete(), allowance.take(tx, due));
  return outcomes.map((outcome) => {
    if ('error' in outcome) return outcome;
    const order = outcome.value;
    return { value: { order, parts: partsOf(order) } };
  });
}

/** Why an order cannot be confirmed; one that was confirmed before can. */
function refusalOf(order: OrderRow | undefined, allowance: Allowance): Problem | undefined {
  if (!order) return new Problem(40402, 'there is no order with this identifier; check it and the key');
  if (order.status === 'completed' && (order.settlement === 'merchant' || order.amount_minor === 0))
    return undefined;
  if (order.status !== 'pending' || order.payment_status !== 'pending') return alreadySettled();
  return allowance.refusal(order);
}

function alreadySettled(): Problem {
  return new Problem(
    40902,
    'the order is settled already: it failed, or the payer paid it; look at its status',
  );
}

function lineOf(order: OrderRow): Parameters<typeof addLines>[1][number] {
  const { merchant_id, id, product, reference, currency, amount_minor, grams } = order;
  const created_at = order.settled_at ?? order.created_at;
  return {
    merchant_id,
    id,
    kind: 'order',
    product,
    order_id: id,
    reference,
    currency,
    amount_minor,
    grams,
    created_at,
  };
}
