import type { Checkout, ReadyQuote } from '@flight-offset/core';
import { BackendError, requestJson } from '../backend/request.ts';
import type { Choice, ChoiceHost } from './choice.ts';

/**
 * Creates an order from the token of the chosen option and returns its payment URL. A quote that has expired, or that the
 * backend did not issue, is renewed once: its token cannot become an order.
 *
 * @returns `undefined` if the renewed quote unticked the box: the traveller must see the new price or amount first.
 * @throws {BackendError} If the order fails, or the quote does not allow its payment URL.
 */
export async function createOrder(
  choice: Choice,
  host: ChoiceHost,
  renewed?: boolean,
): Promise<Checkout | undefined> {
  const { option, view } = choice;
  if (!option) return;
  try {
    const checkout = (await requestJson(
      host.endpoint!,
      'orders',
      JSON.stringify({ token: option.token, user: host.user }),
      new AbortController().signal,
    )) as Checkout;
    if (!allows(view!.quote, checkout.paymentUrl)) throw new BackendError('payment_url_refused');
    return checkout;
  } catch (cause) {
    // `quote_expired` and `quote_invalid`.
    if (renewed || !/quote_(ex|in)/.test((cause as BackendError).code)) throw cause;
    await host.retry();
    await host.updateComplete;
    return createOrder(choice, host, true);
  }
}

/** Whether a payment URL is https (or localhost) and of an origin that the quote allows. */
function allows({ paymentOrigins }: ReadyQuote, url: string): boolean {
  const origin = URL.parse(url)?.origin ?? '';
  return (
    /^https:|^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|$)/.test(origin) &&
    (paymentOrigins.includes('*') || paymentOrigins.includes(origin))
  );
}
