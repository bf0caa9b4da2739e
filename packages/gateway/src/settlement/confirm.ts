import { Problem } from '../http/problem.ts';
import type { OrderContext } from '../orders/context.ts';
import { settleOrder } from '../orders/settle.ts';
import { addLines } from '../statements/lines.ts';
import { createGather, type Gather, type Outcome } from '../store/gather.ts';
import type { OrderRow } from '../store/schema.ts';
import { inTransaction, type Tx } from '../store/transaction.ts';
import { type Allowance, LimitTakenError, readAllowance } from './allowance.ts';

/** An order whose money the merchant has collected. */
export interface Confirmation {
  readonly merchantId: string;
  readonly orderId: string;
  /** The merchant's own reference, where the order has none yet. */
  readonly reference?: string | undefined;
}

/** Confirms which share a transaction: its round trips, its commit, and its turn at the merchant's limit. */
const MAX_BATCH = 64;

const gathers = new WeakMap<OrderContext, Gather<Confirmation, OrderRow>>();

/**
 * Completes a pending order which the merchant collected the money for, and adds it to the merchant's next statement.
 * Confirming again returns the order as it is.
 * @throws Problem 40402 no such order; 40902 it failed or the payer paid it; 40302 the merchant may not; 40911 its limit.
 */
export async function confirmOrder(context: OrderContext, confirmation: Confirmation): Promise<OrderRow> {
  let gather = gathers.get(context);
  if (!gather) {
    gather = createGather({
      most: MAX_BATCH,
      work: (batch) => confirmTogether(context, batch),
      apart: ({ orderId }) => orderId,
    });
    gathers.set(context, gather);
  }
  return gather.add(confirmation);
}

async function confirmTogether(
  context: OrderContext,
  batch: readonly Confirmation[],
): Promise<Outcome<OrderRow>[]> {
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
): Promise<Outcome<OrderRow>[]> {
  const orders = await tx
    .selectFrom('orders')
    .selectAll()
    .where(
      'id',
      'in',
      batch.map(({ orderId }) => orderId),
    )
    .execute();
  const allowance = await readAllowance(tx, [...new Set(batch.map(({ merchantId }) => merchantId))]);
  const outcomes: Outcome<OrderRow>[] = [];
  const confirmed: OrderRow[] = [];
  // In one order always, so that two batches never wait for each other crosswise.
  const turns = batch
    .map((one, place) => ({ one, place }))
    .sort((a, b) => (a.one.orderId < b.one.orderId ? -1 : 1));
  for (const { one, place } of turns) {
    const order = orders.find(({ id, merchant_id }) => id === one.orderId && merchant_id === one.merchantId);
    const refusal = refusalOf(order, allowance);
    if (!order || refusal) outcomes[place] = { error: refusal };
    else if (order.status === 'completed') outcomes[place] = { value: order };
    else {
      const settled = await settle(tx, context, order, one.reference);
      if (settled) confirmed.push(settled);
      outcomes[place] = settled ? { value: settled } : await settledElsewhere(tx, order.id);
    }
  }
  await addLines(tx, confirmed.map(lineOf));
  await allowance.take(tx, confirmed);
  return outcomes;
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

async function settle(
  tx: Tx,
  context: OrderContext,
  order: OrderRow,
  reference: string | undefined,
): Promise<OrderRow | undefined> {
  const changed = { settlement: 'merchant', reference: order.reference ?? reference ?? null } as const;
  await tx
    .updateTable('orders')
    .set(changed)
    .where('id', '=', order.id)
    .where('status', '=', 'pending')
    .execute();
  return settleOrder(tx, context, order.id, 'completed');
}

/** Another process ended the order meanwhile: by the same confirm, or otherwise. */
async function settledElsewhere(tx: Tx, orderId: string): Promise<Outcome<OrderRow>> {
  const order = await tx.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow();
  const confirmed = order.status === 'completed' && order.settlement === 'merchant';
  return confirmed ? { value: order } : { error: alreadySettled() };
}

function lineOf(order: OrderRow): Parameters<typeof addLines>[1][number] {
  const { merchant_id, id, reference, currency, amount_minor, grams } = order;
  const created_at = order.settled_at ?? order.created_at;
  return {
    merchant_id,
    id,
    kind: 'order',
    order_id: id,
    reference,
    currency,
    amount_minor,
    grams,
    created_at,
  };
}
