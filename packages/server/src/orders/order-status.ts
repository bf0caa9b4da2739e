import type { CheckoutStatus } from '@flight-offset/core';
import { CheckoutError, toCheckoutError } from '../checkout-error.ts';
import type { Offset } from '../offset.ts';
import type { Checked } from '../service/status-checks.ts';
import { priceOf } from '../tokens/quote-token.ts';
import { type FinalizeOptions, finalizeOrder } from './finalize.ts';
import { findOrder } from './find-order.ts';
import { boughtOf, projectOf, stateOf } from './read-order.ts';
import { isOrderId, type OrderRecord, readJson, storeKey } from './record.ts';
import { refreshOrder } from './refresh.ts';

/**
 * Returns the state of an order, confirmed by the service; final states are remembered, and `pending` for 2 seconds
 * per call that its check took.
 * Retirement and refunds of a paid order are read again once a day, and after a refund from here or a signed webhook.
 * If the order has just become final, the merchant's callback runs before this returns.
 * @throws CheckoutError `not_found` for an order that this merchant did not create, `service_unavailable`.
 * @example
 * const { status, receiptUrl } = await orderStatus(offset, orderId);
 */
export async function orderStatus(offset: Offset, orderId: string): Promise<CheckoutStatus> {
  try {
    const isId = isOrderId(orderId);
    const record = isId ? await readJson<OrderRecord>(offset, storeKey.order(orderId)) : undefined;
    if (!record)
      throw new CheckoutError('not_found', 'Order not found. Check the identifier.', { field: 'orderId' });
    if (record.state !== 'pending') return statusOf(record, record.state, await refreshOrder(offset, record));
    // Anyone can poll, so a poll must not always cost a call.
    const { order } = await (offset.statusChecks.recent(orderId) ?? checkNow(offset, record));
    if (!order) return statusOf(record, 'pending', {});
    const bought = boughtOf(offset, order, record);
    return statusOf(record, stateOf(order), { project: projectOf(order), bought });
  } catch (error) {
    throw toCheckoutError(error);
  }
}

/** Gets an order from the service and runs the merchant's callback if it is final. */
export function checkNow(
  offset: Offset,
  record: OrderRecord,
  options: FinalizeOptions = {},
): Promise<Checked> {
  return offset.statusChecks.run(record.id, async () => {
    const { orders, ...found } = await findOrder(offset, record);
    const order = orders.get(record.id);
    const finalized = order !== undefined && (await finalizeOrder(offset, order, options));
    return { ...found, order, finalized };
  });
}

function statusOf(
  { id, grams, price: shown }: OrderRecord,
  status: CheckoutStatus['status'],
  { project, bought }: Pick<OrderRecord, 'project' | 'bought'>,
): CheckoutStatus {
  const price = priceOf(shown);
  return { orderId: id, status, grams, ...(price && { price }), ...(project && { project }), ...bought };
}
