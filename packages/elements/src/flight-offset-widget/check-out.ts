import type { Checkout, ReadyQuote } from '@flight-offset/core';
import { ask, BackendError } from '../backend/ask.ts';
import type { Choice, ChoiceHost } from './choice.ts';

/**
 * Makes an order of the chosen option's token and returns where to pay. A quote that ran out meanwhile is renewed
 * once.
 *
 * @returns `undefined` when the renewed quote unticked the box: the traveller must see the new price or amount first.
 * @throws {BackendError} When there is no order, or its payment page is not one that the quote allows.
 */
export async function checkOut(
  choice: Choice,
  host: ChoiceHost,
  renewed?: boolean,
): Promise<Checkout | undefined> {
  const { option, view } = choice;
  if (!option) return;
  try {
    const order = JSON.stringify({ token: option.token, user: host.user });
    const checkout = (await ask(host.endpoint!, 'orders', order, new AbortController().signal)) as Checkout;
    if (!allows(view!.quote, checkout.paymentUrl)) throw new BackendError('payment_url_refused');
    return checkout;
  } catch (cause) {
    if (renewed || (cause as BackendError).code !== 'quote_expired') throw cause;
    await host.retry();
    await host.updateComplete;
    return checkOut(choice, host, true);
  }
}

/** Whether a payment page is https (or of this machine) and of an origin which the quote names. */
function allows({ paymentOrigins }: ReadyQuote, address: string): boolean {
  const origin = URL.parse(address)?.origin ?? '';
  return (
    /^https:|^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|$)/.test(origin) &&
    (paymentOrigins.includes('*') || paymentOrigins.includes(origin))
  );
}
