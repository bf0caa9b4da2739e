import type { Checkout, QuotedShare, ReadyQuote, User } from '@flight-offset/core';
import { ask, BackendError } from '../backend/ask.ts';

/** What a checkout needs. */
export interface CheckOutOptions {
  readonly endpoint: string;
  readonly user: User | undefined;
  readonly quote: ReadyQuote;
  readonly share: QuotedShare;
  /** Asks for the same quote anew. */
  readonly renew: () => Promise<ReadyQuote | undefined>;
}

/**
 * Makes an order of the share's token and returns where to pay. A quote that ran out meanwhile is renewed once.
 *
 * @returns `undefined` when the renewed quote asks for another price or amount: the traveller must see it first.
 * @throws {BackendError} When there is no order, or its payment page is not one that the quote allows.
 */
export async function checkOut(options: CheckOutOptions, renewed?: boolean): Promise<Checkout | undefined> {
  const { endpoint, user, quote, share, renew } = options;
  try {
    const checkout = (await ask(endpoint, 'orders', { token: share.token, user })) as Checkout;
    if (!allows(quote, checkout.paymentUrl)) throw new BackendError('payment_url_refused');
    return checkout;
  } catch (cause) {
    if (renewed || (cause as BackendError).code !== 'quote_expired') throw cause;
    const next = await renew();
    const same = next?.shares.find((other) => offerOf(other) === offerOf(share));
    return same && checkOut({ ...options, quote: next!, share: same }, true);
  }
}

/** What a traveller has seen of a share. */
function offerOf({ share, grams, price }: QuotedShare): string {
  return [share, grams, price?.formatted].join();
}

/** Whether a payment page is https (or of this machine) and of an origin which the quote names. */
function allows({ paymentOrigins }: ReadyQuote, address: string): boolean {
  const origin = URL.parse(address)?.origin ?? '';
  return (
    /^https:|^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|$)/.test(origin) &&
    (paymentOrigins.includes('*') || paymentOrigins.includes(origin))
  );
}
