import { type OfKey, requireLiveKeys } from '../../credentials/known-keys.ts';
import type { OrderPart } from '../../projects/order-parts.ts';
import { allEnded } from '../../store/all-ended.ts';
import { batchByMerchant } from '../../store/batches/batch-by-merchant.ts';
import type { ItemResult } from '../../store/batches/batcher.ts';
import type { OrderRow } from '../../store/schema.ts';
import { commitBehind, inTransaction, type Tx } from '../../store/transaction.ts';
import type { OrderContext } from '../context.ts';
import { startCompleting } from './complete.ts';
import { markCompletedOrRead } from './mark-completed.ts';

interface Wanted extends OfKey {
  readonly merchantId: string;
  readonly orderId: string;
}

/** An order after the request to complete it. */
export interface Completed {
  readonly order: OrderRow;
  /** The projects of its credits. */
  readonly parts: readonly OrderPart[];
  /** Whether it was pending until now. */
  readonly isNew: boolean;
}

const batcherOf = batchByMerchant<OrderContext, Wanted, Completed | undefined>((context) => ({
  process: (batch) => inTransaction(context.db, (tx) => completeAll(tx, context, batch)),
  conflictKey: ({ orderId }) => orderId,
  merchantOf: ({ merchantId }) => merchantId,
}));

/**
 * Completes an order as paid by its payer, in one batch with those requested at the same time. A settled order is
 * returned unchanged.
 * @returns undefined if the merchant has no order with this identifier.
 * @throws Problem 40102 if the credential was revoked.
 */
export async function completeTogether(
  context: OrderContext,
  wanted: Wanted,
): Promise<Completed | undefined> {
  return (await batcherOf(context)).add(wanted);
}

async function completeAll(
  tx: Tx,
  context: OrderContext,
  wanted: readonly Wanted[],
): Promise<ItemResult<Completed | undefined>[]> {
  const { db } = context;
  const at = context.now();
  const keys = wanted.map(({ merchantId, orderId }) => ({ id: orderId, merchant_id: merchantId, at }));
  const [, { completed, ended, allocated, partsOf }] = await allEnded(
    requireLiveKeys(tx, wanted),
    markCompletedOrRead(tx, db, keys),
  );
  const found: OrderRow[] = [...completed, ...ended];
  const isNew = new Set<OrderRow>(completed);
  const complete = await startCompleting(tx, context, completed, { allocated });
  commitBehind(tx, complete());
  return wanted.map(({ merchantId, orderId }) => {
    const order = found.find(({ id, merchant_id }) => id === orderId && merchant_id === merchantId);
    return { value: order && { order, isNew: isNew.has(order), parts: partsOf(order) } };
  });
}
