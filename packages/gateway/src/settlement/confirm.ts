import { type OfKey, requireLiveKeys } from '../credentials/known-keys.ts';
import { readAllowance, takeAllowance } from '../merchants/allowance.ts';
import { LimitTakenError } from '../merchants/limit.ts';
import type { OrderContext } from '../orders/context.ts';
import { startCompleting } from '../orders/end/complete.ts';
import { lockOrders } from '../orders/end/lock-orders.ts';
import { COMPLETE, markCompletedOrRead } from '../orders/end/mark-completed.ts';
import { schedulePaymentClosing } from '../orders/end/schedule-payment-closing.ts';
import { noSuchOrder } from '../orders/order-id.ts';
import { Problem } from '../problem.ts';
import type { OrderPart } from '../projects/order-parts.ts';
import { ORDER_LINE } from '../statements/lines.ts';
import { allEnded } from '../store/all-ended.ts';
import { batchByMerchant } from '../store/batches/batch-by-merchant.ts';
import type { ItemResult } from '../store/batches/batcher.ts';
import type { OrderRow } from '../store/schema.ts';
import { readingByKey } from '../store/sql/read-by-key.ts';
import { commitBehind, inTransaction, type Tx } from '../store/transaction.ts';

/** An order whose money the merchant has collected. */
export interface Confirmation extends OfKey {
  readonly merchantId: string;
  readonly orderId: string;
  /** The merchant's own reference, if the order has none yet. */
  readonly reference?: string | undefined;
}

/** A confirmed order and the projects of its credits. */
export interface ConfirmedOrder {
  readonly order: OrderRow;
  readonly parts: readonly OrderPart[];
}

/** The update that completes an order and adds it to the merchant's next statement. */
const CONFIRM = { ...COMPLETE, copies: [...COMPLETE.copies, ORDER_LINE] };

const batcherOf = batchByMerchant<OrderContext, Confirmation, ConfirmedOrder>((context) => ({
  process: (batch) => confirmTogether(context, batch),
  conflictKey: ({ orderId }) => orderId,
  merchantOf: ({ merchantId }) => merchantId,
}));

/**
 * Completes a pending order that the merchant collected the money for, and adds it to the merchant's next statement. An
 * order that was confirmed before is returned unchanged.
 * @throws Problem 40402 if there is no such order; 40902 if it failed, or the payer paid it; 40302 if the merchant may
 * not collect; 40911 if it exceeds the merchant's limit; 40102 if the credential was revoked.
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
  try {
    return await inTransaction(context.db, (tx) => confirmAll(tx, context, batch));
  } catch (error) {
    if (!(error instanceof LimitTakenError)) throw error;
    return confirmAllowed(context, batch);
  }
}

/** Confirms as many orders of a batch as their merchants may collect the money for. */
async function confirmAllowed(
  context: OrderContext,
  batch: readonly Confirmation[],
): Promise<ItemResult<ConfirmedOrder>[]> {
  while (true) {
    try {
      return await inTransaction(context.db, async (tx) =>
        confirmAll(tx, context, batch, await readRefusals(tx, context, batch)),
      );
    } catch (error) {
      // Other confirms came first: each repeat finds less of the limit left, until the rest suffices or is used up.
      if (!(error instanceof LimitTakenError)) throw error;
    }
  }
}

type Refusals = ReadonlyMap<Confirmation, Problem>;

/**
 * Reads which pending orders of the batch their merchants may not collect the money for, and holds all of its orders.
 */
async function readRefusals(tx: Tx, { db }: OrderContext, batch: readonly Confirmation[]): Promise<Refusals> {
  const merchants = [...new Set(batch.map(({ merchantId }) => merchantId))];
  const keys = batch.map(({ orderId, merchantId }) => ({ id: orderId, merchant_id: merchantId }));
  const [held, allowance] = await readingByKey(tx, db, () =>
    allEnded(lockOrders(tx, db, keys), readAllowance(tx, merchants)),
  );
  const refusals = new Map<Confirmation, Problem>();
  for (const one of batch) {
    const order = orderOf(held, one);
    const refusal = order?.status === 'pending' ? allowance.deductOrRefuse(order) : undefined;
    if (refusal) refusals.set(one, refusal);
  }
  return refusals;
}

/**
 * Confirms a batch, except for the refused orders.
 * @throws LimitTakenError if the rest exceeds what a merchant may owe: then none of it is confirmed.
 */
async function confirmAll(
  tx: Tx,
  context: OrderContext,
  batch: readonly Confirmation[],
  refusals: Refusals = new Map(),
): Promise<ItemResult<ConfirmedOrder>[]> {
  const { db } = context;
  const at = context.now();
  const paid = batch
    .filter((one) => !refusals.has(one))
    .map(({ merchantId: merchant_id, orderId: id, reference }) => {
      return { merchant_id, id, at, settlement: 'merchant', reference } as const;
    });
  const [, { completed, payable, ended, allocated, partsOf }] = await allEnded(
    requireLiveKeys(tx, batch),
    markCompletedOrRead(tx, db, paid, CONFIRM),
  );
  const complete = await startCompleting(tx, context, completed, { allocated });
  // The limit comes before the totals and the credits, which every transaction changes last.
  commitBehind(
    tx,
    allEnded(schedulePaymentClosing(tx, db, payable, at), takeAllowance(tx, completed), complete()),
  );
  const found = [...completed, ...ended];
  return batch.map((one) => {
    const order = orderOf(found, one);
    const error = refusals.get(one) ?? refusalOf(order);
    return error || !order ? { error } : { value: { order, parts: partsOf(order) } };
  });
}

function orderOf(orders: readonly OrderRow[], { merchantId, orderId }: Confirmation): OrderRow | undefined {
  return orders.find(({ id, merchant_id }) => id === orderId && merchant_id === merchantId);
}

/** Returns why an order cannot be confirmed; undefined if it was confirmed, now or before. */
function refusalOf(order: OrderRow | undefined): Problem | undefined {
  if (!order) return noSuchOrder();
  if (order.status === 'completed' && (order.settlement === 'merchant' || order.amount_minor === 0))
    return undefined;
  return alreadySettled();
}

function alreadySettled(): Problem {
  return new Problem(
    40902,
    'The order is already settled: it failed, or the payer has paid it. Check its status.',
  );
}
