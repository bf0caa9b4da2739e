import type { CheckoutStatus } from '@flight-offset/core';
import type { Offset } from '../offset.ts';
import { CheckoutProblem, toProblem } from '../problem.ts';
import { finalizeOrder, projectOf, stateOf } from './finalize.ts';
import { findOrder } from './find-order.ts';
import { type OrderRecord, readJson, storeKey } from './record.ts';
import type { Checked } from './status-checks.ts';

/** Longest order id that is looked for. */
const LONGEST_ID = 256;

/**
 * State of an order, confirmed by the service; final states are remembered, and `pending` for a moment. Where it has
 * just become final, the merchant's callback runs before this returns.
 * @throws CheckoutProblem `not_found` for an order which this merchant did not make, `service_unavailable`.
 */
export async function orderStatus(offset: Offset, orderId: string): Promise<CheckoutStatus> {
  try {
    if (orderId === '' || orderId.length > LONGEST_ID) throw unknownOrder();
    const record = await readJson<OrderRecord>(offset, storeKey.order(orderId));
    if (!record) throw unknownOrder();
    if (record.state !== 'pending') return answer(record, record.state, record.project);
    const { order } = await recentOrNewCheck(offset, record);
    return order ? answer(record, stateOf(order), projectOf(order)) : answer(record, 'pending', undefined);
  } catch (error) {
    throw toProblem(error);
  }
}

/**
 * The check of an order which is under way or was made a moment ago, or else a new one: what anyone can poll must
 * not cost a call each time.
 */
export function recentOrNewCheck(offset: Offset, record: OrderRecord): Promise<Checked> {
  return offset.statusChecks.recent(record.id) ?? checkNow(offset, record);
}

/** Looks an order up at the service and settles it where it is final. */
export function checkNow(
  offset: Offset,
  record: OrderRecord,
  hint: { readonly transactionId?: string | undefined } = {},
): Promise<Checked> {
  return offset.statusChecks.run(record.id, async () => {
    const { orders, calls } = await findOrder(offset, record);
    const order = orders.get(record.id);
    if (order) await finalizeOrder(offset, order, hint);
    return { order, calls };
  });
}

function answer(
  { id, grams }: OrderRecord,
  status: CheckoutStatus['status'],
  project: CheckoutStatus['project'],
): CheckoutStatus {
  return { orderId: id, status, grams, ...(project && { project }) };
}

function unknownOrder(): CheckoutProblem {
  return new CheckoutProblem('not_found', 'There is no such order here.', { field: 'orderId' });
}
