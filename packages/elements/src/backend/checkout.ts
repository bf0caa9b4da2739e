import type { Checkout, CheckoutRequest } from '@flight-offset/core';
import { ask, BackendError } from './ask.ts';

/**
 * Makes an order of a quote's token and returns where to pay. The address must be https (or of this machine) and
 * of an origin which the quote allows: an answer that was tampered with cannot send the traveller elsewhere.
 */
export async function askCheckout(
  endpoint: string,
  request: CheckoutRequest,
  origins: readonly string[],
): Promise<Checkout> {
  const checkout = (await ask(endpoint, 'orders', request)) as Checkout;
  const url = URL.parse(checkout.paymentUrl);
  if (
    !url ||
    !/^https:|^http:\/\/(localhost|[\w-]+\.localhost|127\.[\d.]+|\[::1\])(:|$)/.test(url.origin) ||
    !(origins.includes('*') || origins.includes(url.origin))
  )
    throw new BackendError('payment_url_refused');
  return checkout;
}
