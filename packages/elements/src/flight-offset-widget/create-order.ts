import type { Checkout } from '@flight-offset/core';
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
  let checkout: Checkout;
  try {
    checkout = (await requestJson(
      host.endpoint!,
      'orders',
      JSON.stringify({ token: option.token, user: host.user ?? undefined }),
      new AbortController().signal,
    )) as Checkout;
  } catch (cause) {
    // `quote_expired` and `quote_invalid`.
    if (renewed || !/quote_(ex|in)/.test((cause as BackendError).code)) throw cause;
    await host.retry();
    await host.updateComplete;
    return createOrder(choice, host, true);
  }
  // It must be https (or localhost) and of an origin that the quote allows. Not `url.origin`: a `blob:` URL has the origin of
  // the page that made it.
  const url = URL.parse(checkout.paymentUrl);
  const origin = `${url?.protocol}//${url?.host}`;
  if (
    /^https:|^http:\/\/(localhost|127\.0\.0\.1|\[::1])(:|$)/.test(origin) &&
    (view!.quote.paymentOrigins.includes('*') || view!.quote.paymentOrigins.includes(origin))
  )
    return checkout;
  throw new BackendError('payment_url_refused');
}
