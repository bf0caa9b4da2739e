import type { CreatedOrderResponse } from '@flight-offset/core/server';
import type { Offset } from '../offset.ts';
import { scanOrders } from './scan-orders.ts';

/** Parameter of an order's `callback_url` that names its quote. */
export const QUOTE_PARAMETER = 'offset_quote';

/** Pages to scan for an order whose create got no response: it can only be among the newest. */
const PAGES = 3;

/** Returns the `callback_url` of a quote's order: the merchant's webhook URL, marked with the quote. */
export function callbackUrlOf({ options: { webhookUrl } }: Offset, quote: string): string | undefined {
  if (webhookUrl === undefined) return undefined;
  const url = new URL(webhookUrl);
  url.searchParams.set(QUOTE_PARAMETER, quote);
  return url.href;
}

/**
 * Finds the order of a create whose response was lost, by its marked `callback_url`: if the service is not known to
 * honour `Idempotency-Key`, sending it again could create a second order.
 * @returns undefined if it is unknown whether there is one.
 */
export async function recoverOrder(
  offset: Offset,
  quote: string,
  sent: number,
): Promise<CreatedOrderResponse | undefined> {
  const callback = callbackUrlOf(offset, quote);
  if (callback === undefined) return undefined;
  let found: CreatedOrderResponse | undefined;
  await scanOrders(offset, {}, { notBefore: sent, pages: PAGES }, (order) => {
    const { order_id, payment_url } = order;
    if (order.callback_url !== callback || order_id === undefined || payment_url === undefined) return false;
    found = { ...order, order_id, payment_url };
    return true;
  });
  return found;
}
