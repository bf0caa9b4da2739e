import { batchOrEach } from '../store/batch-or-each.ts';
import { type Batcher, createBatcher, type ItemResult } from '../store/batcher.ts';
import { readingByKey } from '../store/read-by-key.ts';
import type { OrderRow } from '../store/schema.ts';
import { inTransaction, type Tx } from '../store/transaction.ts';
import { completed, completeOrders } from './complete.ts';
import type { OrderContext } from './context.ts';
import { lockOrders } from './lock-orders.ts';

/** An order of a merchant. */
interface Wanted {
  readonly merchantId: string;
  readonly orderId: string;
}

/** Orders completed in one transaction: they share its round trips, its commit and its turn at the lots. */
const MAX_BATCH = 64;

const batchers = new WeakMap<OrderContext, Batcher<Wanted, OrderRow | undefined>>();

/**
 * Completes an order as paid by its payer, in one batch with those requested at the same time; one that is settled stays as
 * it is.
 * @returns the order as it now is; undefined where the merchant has none with this identifier.
 */
export function completeTogether(context: OrderContext, wanted: Wanted): Promise<OrderRow | undefined> {
  let batcher = batchers.get(context);
  if (!batcher) {
    batcher = createBatcher({
      maxSize: MAX_BATCH,
      process: (batch) =>
        batchOrEach(batch, (some) => inTransaction(context.db, (tx) => completeAll(tx, context, some))),
      conflictKey: ({ orderId }) => orderId,
    });
    batchers.set(context, batcher);
  }
  return batcher.add(wanted);
}

async function completeAll(
  tx: Tx,
  context: OrderContext,
  wanted: readonly Wanted[],
): Promise<ItemResult<OrderRow | undefined>[]> {
  const { engine } = context.db;
  const keys = wanted.map(({ merchantId, orderId }) => ({ id: orderId, merchant_id: merchantId }));
  const found = await readingByKey(tx, engine, () => lockOrders(tx, engine, keys));
  const at = context.now();
  const orders = wanted.map(({ merchantId, orderId }) => {
    const order = found.find(({ id, merchant_id }) => id === orderId && merchant_id === merchantId);
    return order?.status === 'pending' ? completed(order, { at }) : order;
  });
  const due = orders.filter((order) => order !== undefined && !found.includes(order)) as OrderRow[];
  await completeOrders(tx, context, due);
  return orders.map((value) => ({ value }));
}
