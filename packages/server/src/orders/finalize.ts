import type { OrderResponse } from '@flight-offset/core/server';
import type { FinalOrder } from '../final-order.ts';
import type { Offset } from '../offset.ts';
import { type IsOver, tryLease, withLease } from './lease.ts';
import { boughtOf, projectOf, receiptFault, stateOf } from './read-order.ts';
import { type OrderRecord, readJson, storeKey, withoutUser, writeJson } from './record.ts';

/** How long a callback may take before another process calls it again, seconds. */
const CALLBACK_SECONDS = 300;

/** Options of {@link finalizeOrder}. */
export interface FinalizeOptions {
  /** Id of its transaction, from a webhook whose signature is valid. Default: none. */
  readonly transactionId?: string | undefined;
  /** Whether to wait some seconds while another call runs the callback. Default false. */
  readonly waits?: boolean;
}

/**
 * Runs the merchant's callback for an order in a final state: once, whichever check finds it first.
 * @returns whether nothing is left to do; false while another call runs the callback, or if it failed and has to be
 * called again.
 * @throws CheckoutError `service_unavailable` if it waits and the other call takes longer.
 */
export async function finalizeOrder(
  offset: Offset,
  order: OrderResponse,
  { transactionId, waits = false }: FinalizeOptions = {},
): Promise<boolean> {
  const orderId = order.order_id!;
  const status = stateOf(order);
  if (status === 'pending') return false;
  const finalize = async (isOver: IsOver): Promise<boolean> => {
    const read = () => readJson<OrderRecord>(offset, storeKey.order(orderId));
    const record = await read();
    if (record?.state === 'pending') {
      const { grams, methods, reference } = record;
      const [project, bought] = [projectOf(order), boughtOf(offset, order, record)];
      const final = { orderId, status, grams, project, bought, methods, reference, transactionId, order };
      if (!(await runCallback(offset, final))) return false;
      // Another process may have called the callback too, and read more of the order since.
      const latest = isOver() ? await read() : record;
      if (latest?.state !== 'pending') return true;
      await writeFinal(offset, latest, final);
    }
    await offset.store.delete(storeKey.pending(orderId));
    return true;
  };
  const lease = [offset, storeKey.finalizing(orderId), CALLBACK_SECONDS, finalize] as const;
  return waits ? withLease(...lease) : ((await tryLease(...lease))?.result ?? false);
}

async function writeFinal(
  offset: Offset,
  record: OrderRecord,
  { orderId, status, project, bought, order }: FinalOrder,
): Promise<void> {
  const fault = receiptFault(offset, order);
  if (fault) offset.report(new Error(fault), { operation: 'receiptUrl' });
  await writeJson(offset, storeKey.order(orderId), {
    ...withoutUser(record),
    state: status,
    project,
    bought,
    boughtRead: order.refund_pending ? 0 : offset.now(),
    settlement: order.settlement === 'merchant' ? order.settlement : undefined,
  });
}

/** @returns false if it failed, which is reported. */
async function runCallback(offset: Offset, order: FinalOrder): Promise<boolean> {
  const operation = order.status === 'completed' ? 'onOrderCompleted' : 'onOrderFailed';
  try {
    await offset.options[operation]?.(order);
    return true;
  } catch (error) {
    offset.report(error, { operation });
    return false;
  }
}
