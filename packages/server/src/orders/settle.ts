import { type OrderState, type Project, projectSchema } from '@flight-offset/core';
import type { OrderAnswer } from '@flight-offset/core/server';
import type { Offset } from '../offset.ts';
import { tryLease } from './lease.ts';
import { type OrderRecord, readJson, storeKey, withoutUser, writeJson } from './record.ts';

/** An order that has come to its end, as the merchant is told of it. */
export interface SettledOrder {
  readonly orderId: string;
  readonly status: 'completed' | 'failed';
  /** Grams of carbon credits that were ordered. */
  readonly grams: number;
  readonly project?: Project | undefined;
  /** The merchant's own reference, where the order was made with one. */
  readonly reference?: string | undefined;
  /** Identifier for `getTransaction`; only from a notification whose signature was verified. */
  readonly transactionId?: string | undefined;
  /** The order as the service's list shows it. */
  readonly order: OrderAnswer;
}

/** How long a callback may take before another process takes its work for lost, seconds. */
const TELLING_SECONDS = 300;

/** The state which the list shows; anything but a final state waits. */
export function stateOf({ status }: OrderAnswer): OrderState {
  return status === 'completed' || status === 'failed' ? status : 'pending';
}

/** The project which the list shows, where it is whole. */
export function projectOf(order: OrderAnswer): Project | undefined {
  const project = projectSchema.safeParse(order.project);
  return project.success ? project.data : undefined;
}

/**
 * Tells the merchant of an order which the list shows in a final state: once, whoever finds it out first.
 * @returns whether nothing is left to do; false where another is at it, or the callback failed and is to be
 *   called again.
 */
export async function settle(
  offset: Offset,
  order: OrderAnswer,
  { transactionId }: { readonly transactionId?: string | undefined } = {},
): Promise<boolean> {
  const orderId = order.order_id!;
  const status = stateOf(order);
  if (status === 'pending') return false;
  const told = await tryLease(offset, storeKey.telling(orderId), TELLING_SECONDS, async () => {
    const record = await readJson<OrderRecord>(offset, storeKey.order(orderId));
    // An order of other software under the same key is none of this merchant's callbacks.
    if (!record) return true;
    if (record.state === 'pending') {
      const { grams, reference } = record;
      const project = projectOf(order);
      const event = { orderId, status, grams, project, reference, transactionId, order };
      const { onOrderCompleted, onOrderFailed } = offset.options;
      try {
        await (status === 'completed' ? onOrderCompleted : onOrderFailed)?.(event);
      } catch (error) {
        offset.report(error, { operation: status === 'completed' ? 'onOrderCompleted' : 'onOrderFailed' });
        return false;
      }
      await writeJson(offset, storeKey.order(orderId), { ...withoutUser(record), state: status, project });
    }
    await offset.store.delete(storeKey.open(orderId));
    return true;
  });
  return told?.result ?? false;
}
