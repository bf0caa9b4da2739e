import { toCheckoutError } from '../checkout-error.ts';
import type { Offset } from '../offset.ts';
import { expiredQuote } from '../orders/quote-refusal.ts';
import type { PriceResult } from '../pricing/price.ts';
import { priceOf } from '../tokens/quote-token.ts';

/** Contribution of a token: what the traveller chose and saw. */
export interface ChosenContribution {
  /** Grams of credits. */
  readonly grams: number;
  /** Fraction of the emissions. */
  readonly fraction: number;
  /** The portfolio that the traveller chose, if there was a choice. */
  readonly portfolio?: string;
  /** Price that the contribution adds to the booking; undefined if the quote had no price. */
  readonly price: PriceResult | undefined;
  readonly expiresAt: Date;
}

/**
 * Reads the contribution of a token, so that the backend can add its price to the booking's total and charge once. The
 * price is the one the traveller saw: it is signed into the token, and nothing a page sends changes it.
 * @example
 * const contribution = token ? await readContribution(offset, token) : undefined;
 * const { price } = contribution ?? {};
 * // Minor units of two currencies do not add up.
 * if (price && price.currency !== booking.currency) return refuse();
 * const total = fare + (price?.amountMinor ?? 0);
 * @throws CheckoutError `quote_invalid` for a token this merchant did not sign, `quote_expired`.
 */
export async function readContribution(offset: Offset, token: string): Promise<ChosenContribution> {
  try {
    const { g: grams, s: fraction, m: price, o: portfolio, x: expires } = await offset.tokens.read(token);
    if (expires * 1000 <= offset.now()) throw expiredQuote();
    return {
      grams,
      fraction,
      ...(portfolio !== undefined && { portfolio }),
      price: priceOf(price),
      expiresAt: new Date(expires * 1000),
    };
  } catch (error) {
    throw toCheckoutError(error);
  }
}
