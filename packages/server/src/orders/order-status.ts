import type { CheckoutStatus } from '@flight-offset/core';
import { CheckoutError, toCheckoutError } from '../checkout-error.ts';
import type { Bought } from '../final-order.ts';
import type { Offset } from '../offset.ts';
import type { Checked } from '../service/status-checks.ts';
import { priceOf } from '../tokens/quote-token.ts';
import { boughtOf, type FinalizeOptions, finalizeOrder, projectOf, stateOf } from './finalize.ts';
import { findOrder } from './find-order.ts';
import { isOrderId, type OrderRecord, readJson, storeKey } from './record.ts';
import { withRetirement } from './retirement-state.ts';

/**
 * State of an order, confirmed by the service; final states are remembered, and `pending` for a moment. How far a paid
 * order is retired is read again once a day. Where it has just become final, the merchant's callback runs before this
 * returns.
 * @throws CheckoutError `not_found` for an order that this merchant did not create, `service_unavailable`.
 * @example
 * const { status, receiptUrl } = await orderStatus(offset, orderId);
 */
export async function orderStatus(offset: Offset, orderId: string): Promise<CheckoutStatus> {
  try {
    if (!isOrderId(orderId)) throw unknownOrder();
    const record = await readJson<OrderRecord>(offset, storeKey.order(orderId));
    if (!record) throw unknownOrder();
    if (record.state !== 'pending')
      return statusOf(record, record.state, await withRetirement(offset, record));
    const { order } = await recentOrNewCheck(offset, record);
    if (!order) return statusOf(record, 'pending', {});
    const bought = boughtOf(offset, order, record.locale);
    return statusOf(record, stateOf(order), { project: projectOf(order), bought });
  } catch (error) {
    throw toCheckoutError(error);
  }
}

/**
 * The check of an order which is under way or was made a moment ago, or else a new one: what anyone can poll must
 * not cost a call each time.
 */
function recentOrNewCheck(offset: Offset, record: OrderRecord): Promise<Checked> {
  return offset.statusChecks.recent(record.id) ?? checkNow(offset, record);
}

/** Gets an order from the service and runs the merchant's callback where it is final. */
export function checkNow(
  offset: Offset,
  record: OrderRecord,
  options: FinalizeOptions = {},
): Promise<Checked> {
  return offset.statusChecks.run(record.id, async () => {
    const { orders, calls } = await findOrder(offset, record);
    const order = orders.get(record.id);
    const finalized = order !== undefined && (await finalizeOrder(offset, order, options));
    return { order, finalized, calls };
  });
}

function statusOf(
  { id, grams, price: shown }: OrderRecord,
  status: CheckoutStatus['status'],
  {
    project,
    bought,
  }: { readonly project?: CheckoutStatus['project'] | undefined; readonly bought?: Bought | undefined },
): CheckoutStatus {
  const price = priceOf(shown);
  return {
    orderId: id,
    status,
    grams,
    ...(price && { price }),
    ...(project && { project }),
    ...bought,
  };
}

function unknownOrder(): CheckoutError {
  return new CheckoutError('not_found', 'Order not found. Check the identifier.', { field: 'orderId' });
}
