import { readAddress, readAllowedAddress } from '../address.ts';
import { CheckoutError } from '../checkout-error.ts';
import type { Offset } from '../offset.ts';

/** Details of the page that a payment URL is opened from; both are extensions. */
export interface PageLinks {
  /** Return URL, in place of the option `returnUrl`. */
  readonly returnUrl?: string | undefined;
  /** Locale of the page, BCP 47: the payment page responds in its language. */
  readonly locale?: string | undefined;
}

/**
 * Returns the payment URL for the page.
 * @throws CheckoutError if the service sends travellers to an origin that the merchant has not allowed.
 */
export function pagePaymentUrl(
  { paymentOrigins, options }: Offset,
  paymentUrl: string,
  { returnUrl = options.returnUrl, locale }: PageLinks,
): string {
  const url = readAllowedAddress(paymentUrl, paymentOrigins);
  if (!url) {
    throw new CheckoutError(
      'service_unavailable',
      'Payment is unavailable at the moment. Nothing was charged; try again later.',
      {
        status: 502,
        cause: new Error(
          `payment_url leads to ${readAddress(paymentUrl)?.origin ?? 'no URL'}; add it to paymentOrigins if it is the service's`,
        ),
      },
    );
  }
  if (returnUrl) url.searchParams.set('return_url', returnUrl);
  if (locale) url.searchParams.set('lang', locale);
  return url.href;
}
