import {
  checkoutStatusSchema,
  moneySchema,
  type OrderState,
  orderProjectSchema,
  type Project,
  productSchema,
  projectSchema,
} from '@flight-offset/core';
import type { OrderResponse } from '@flight-offset/core/server';
import * as z from 'zod';
import { isSafeAddress, readAddress } from '../address.ts';
import type { Bought } from '../final-order.ts';
import type { Offset } from '../offset.ts';
import { tryLease, withLease } from './lease.ts';
import { type OrderRecord, readJson, storeKey, withoutUser, writeJson } from './record.ts';

/** How long a callback may take before another process calls it again, seconds. */
const CALLBACK_SECONDS = 300;

/** State of an order; any status but a final one counts as pending. */
export function stateOf({ status }: OrderResponse): OrderState {
  return status === 'completed' || status === 'failed' ? status : 'pending';
}

/** The project of an order, where it is complete. */
export function projectOf(order: OrderResponse): Project | undefined {
  const project = projectSchema.safeParse(order.project);
  return project.success ? project.data : undefined;
}

/**
 * What an order bought beside its project, absent where that is credits of one project; how far they are retired or
 * refunded, and the receipt, in the locale of the page it was ordered on.
 */
export function boughtOf(offset: Offset, order: OrderResponse, record: OrderRecord): Bought {
  const product = productSchema.safeParse(order.product);
  const projects = z.array(orderProjectSchema).min(1).max(100).safeParse(order.projects);
  const { data: retirement } = checkoutStatusSchema.shape.retirement.safeParse(order.retirement_state);
  const [refunded, price = record.price?.[0]] = [order.refunded, order.price].map(
    (money) => moneySchema.safeParse(money).data?.amount_minor,
  );
  const receiptUrl = receiptOf(offset, order, record.locale);
  return {
    ...(product.success && { product: product.data }),
    ...(projects.success && { projects: projects.data }),
    ...(retirement && { retirement }),
    ...(refunded && { refunded: refunded === price ? ('whole' as const) : ('part' as const) }),
    ...(receiptUrl && { receiptUrl }),
  };
}

/** The URL of a receipt that travellers may open: it must lead where payments may lead. */
function receiptOf(
  { paymentOrigins }: Offset,
  { receipt_url }: OrderResponse,
  locale: string | undefined,
): string | undefined {
  const url = readAddress(receipt_url);
  const isAllowed = paymentOrigins.includes('*') || paymentOrigins.includes(url?.origin ?? '');
  if (!url || !isSafeAddress(url) || !isAllowed) return undefined;
  if (locale) url.searchParams.set('lang', locale);
  return url.href;
}

/** How an order is finalized. */
export interface FinalizeOptions {
  /** Id of its transaction, from a webhook whose signature is valid. Default: none. */
  readonly transactionId?: string | undefined;
  /** Whether to wait while another call runs the callback, some seconds. Default false. */
  readonly waits?: boolean;
}

/**
 * Runs the merchant's callback for an order in a final state: once, whichever check finds it first.
 * @returns whether nothing is left to do; false while another call runs the callback, or where it failed and is
 *   to be called again.
 * @throws CheckoutError `service_unavailable` where it waits and the other call takes longer.
 */
export async function finalizeOrder(
  offset: Offset,
  order: OrderResponse,
  { transactionId, waits = false }: FinalizeOptions = {},
): Promise<boolean> {
  const orderId = order.order_id!;
  const status = stateOf(order);
  if (status === 'pending') return false;
  const runCallback = async (): Promise<boolean> => {
    const record = await readJson<OrderRecord>(offset, storeKey.order(orderId));
    // Other software may create orders with the same API key: they have no record here, and no callback.
    if (!record) return true;
    if (record.state === 'pending') {
      const { grams, methods, reference } = record;
      const project = projectOf(order);
      const bought = boughtOf(offset, order, record);
      const event = { orderId, status, grams, project, bought, methods, reference, transactionId, order };
      const { onOrderCompleted, onOrderFailed } = offset.options;
      try {
        await (status === 'completed' ? onOrderCompleted : onOrderFailed)?.(event);
      } catch (error) {
        offset.report(error, { operation: status === 'completed' ? 'onOrderCompleted' : 'onOrderFailed' });
        return false;
      }
      await writeJson(offset, storeKey.order(orderId), {
        ...withoutUser(record),
        state: status,
        project,
        bought,
        boughtRead: offset.now(),
        settlement: order.settlement === 'merchant' ? order.settlement : undefined,
      });
    }
    await offset.store.delete(storeKey.pending(orderId));
    return true;
  };
  const lease = [offset, storeKey.finalizing(orderId), CALLBACK_SECONDS, runCallback] as const;
  return waits ? withLease(...lease) : ((await tryLease(...lease))?.result ?? false);
}
