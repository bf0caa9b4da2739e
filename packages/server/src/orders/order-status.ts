import type { CheckoutStatus } from '@flight-offset/core';
import type { OrderAnswer } from '@flight-offset/core/server';
import type { Offset } from '../offset.ts';
import { CheckoutProblem, toProblem } from '../problem.ts';
import { findOrder } from './find-order.ts';
import { type OrderRecord, readJson, storeKey } from './record.ts';
import { projectOf, settle, stateOf } from './settle.ts';

/** Longest order id that is looked for. */
const LONGEST_ID = 256;

/**
 * State of an order, confirmed through the service's list; final states are remembered. Where it has just become
 * final the merchant is told before this answers.
 * @throws CheckoutProblem `not_found` for an order which this merchant did not make, `service_unavailable`.
 */
export async function orderStatus(offset: Offset, orderId: string): Promise<CheckoutStatus> {
  try {
    if (orderId === '' || orderId.length > LONGEST_ID) throw unknownOrder();
    const record = await readJson<OrderRecord>(offset, storeKey.order(orderId));
    if (!record) throw unknownOrder();
    if (record.state !== 'pending') return answer(record, record.state, record.project);
    const order = await confirmShared(offset, record);
    return order ? answer(record, stateOf(order), projectOf(order)) : answer(record, 'pending', undefined);
  } catch (error) {
    throw toProblem(error);
  }
}

/** Questions under way, so that a page which asks often, or several pages, cost the service one walk. */
const underWay = new WeakMap<Offset, Map<string, Promise<OrderAnswer | undefined>>>();

function confirmShared(offset: Offset, record: OrderRecord): Promise<OrderAnswer | undefined> {
  const here = underWay.get(offset) ?? new Map<string, Promise<OrderAnswer | undefined>>();
  underWay.set(offset, here);
  const already = here.get(record.id);
  if (already) return already;
  const asked = confirm(offset, record).finally(() => here.delete(record.id));
  here.set(record.id, asked);
  return asked;
}

/** Asks the list about an order and settles it where it is final. */
export async function confirm(
  offset: Offset,
  record: OrderRecord,
  hint: { readonly transactionId?: string | undefined } = {},
): Promise<OrderAnswer | undefined> {
  const order = await findOrder(offset, record);
  if (order) await settle(offset, order, hint);
  return order;
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
