/** Errors for a token of a quote that becomes no order. */
import { CheckoutError } from '../checkout-error.ts';

/** `quote_expired` lets the page renew its quote by itself: nothing has been paid on this one. */
export function requestNewQuote(message: string, cause?: unknown): CheckoutError {
  return new CheckoutError('quote_expired', message, { field: 'token', cause });
}

export function expiredQuote(): CheckoutError {
  return requestNewQuote('This quote has expired; request a new one.');
}

export function failedOrder(): CheckoutError {
  return requestNewQuote('The order of this quote has failed. Request a new quote.');
}

export function otherTraveller(): CheckoutError {
  return requestNewQuote('This quote was used with other traveller details. Request a new quote.');
}

/** `quote_used`: the order of the token is paid, or belongs to another booking. */
export function usedQuote(message: string): CheckoutError {
  return new CheckoutError('quote_used', message, { field: 'token' });
}

export function otherBooking(): CheckoutError {
  return usedQuote('This quote belongs to another booking.');
}
