import { isSafeAddress, readAddress } from '../http/address.ts';
import type { Offset } from '../offset.ts';
import { CheckoutProblem } from '../problem.ts';

/**
 * The address at which the traveller pays, as it is given to the page.
 * @throws CheckoutProblem where a service sends travellers to an origin which the merchant has not allowed.
 */
export function pagePaymentUrl(
  { paymentOrigins, options }: Offset,
  paymentUrl: string,
  returnUrl: string | undefined = options.returnUrl,
): string {
  const url = readAddress(paymentUrl);
  const foreign = !paymentOrigins.includes('*') && !paymentOrigins.includes(url?.origin ?? '');
  if (!url || !isSafeAddress(url) || foreign) {
    throw new CheckoutProblem(
      'service_unavailable',
      'Payment is not available at the moment. Nothing was charged.',
      {
        status: 502,
        cause: new Error(`payment_url leads to ${url?.origin ?? 'no address'}; allow it in paymentOrigins`),
      },
    );
  }
  if (returnUrl) url.searchParams.set('return_url', returnUrl);
  return url.href;
}
