import { CheckoutError } from '../checkout-error.ts';
import { isSafeAddress, readAddress } from '../http/address.ts';
import type { Offset } from '../offset.ts';

/**
 * The payment URL as it is returned to the page.
 * @throws CheckoutError where a service sends travellers to an origin which the merchant has not allowed.
 */
export function pagePaymentUrl(
  { paymentOrigins, options }: Offset,
  paymentUrl: string,
  returnUrl: string | undefined = options.returnUrl,
): string {
  const url = readAddress(paymentUrl);
  const foreign = !paymentOrigins.includes('*') && !paymentOrigins.includes(url?.origin ?? '');
  if (!url || !isSafeAddress(url) || foreign) {
    throw new CheckoutError(
      'service_unavailable',
      'Payment is unavailable at the moment. Nothing was charged; try again later.',
      {
        status: 502,
        cause: new Error(
          `payment_url leads to ${url?.origin ?? 'no URL'}; add it to paymentOrigins if it is the service's`,
        ),
      },
    );
  }
  if (returnUrl) url.searchParams.set('return_url', returnUrl);
  return url.href;
}
