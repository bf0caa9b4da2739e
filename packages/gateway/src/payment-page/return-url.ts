import { isLoopbackHost } from '@flight-offset/core';
import type { MerchantRow } from '../store/schema.ts';

function isAllowed(url: URL, merchant: Pick<MerchantRow, 'return_origins' | 'sandbox'>): boolean {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return false;
  if (merchant.sandbox === 1 && isLoopbackHost(url.hostname)) return true;
  const origins: unknown = JSON.parse(merchant.return_origins);
  return Array.isArray(origins) && origins.includes(url.origin);
}

/**
 * Returns the return URL that the payment link names, with `order_id` added, if its origin is on the merchant's list;
 * otherwise undefined: the payment page then links to no address that the merchant does not vouch for.
 */
export function returnUrl(
  requested: string | undefined,
  orderId: string,
  merchant: Pick<MerchantRow, 'return_origins' | 'sandbox'>,
): URL | undefined {
  if (requested === undefined || !URL.canParse(requested)) return undefined;
  const url = new URL(requested);
  if (url.username !== '' || url.password !== '' || !isAllowed(url, merchant)) return undefined;
  url.searchParams.set('order_id', orderId);
  return url;
}
