import type { Quote, ReadyQuote } from '@flight-offset/core';
import { BackendError, requestJson } from './request.ts';

/** Requests a quote from the merchant's backend; `request` is JSON. */
export async function fetchQuote(endpoint: string, request: string, signal: AbortSignal): Promise<Quote> {
  const quote = (await requestJson(endpoint, 'quote', request, signal)) as Quote;
  if (!isQuote(quote)) throw new BackendError('invalid_response');
  return quote;
}

/** Whether there is no estimate, or everything is present that is rendered without a check of its own. */
export function isQuote(quote: Quote): boolean {
  const { gramsPerPassenger, legs, options } = quote as ReadyQuote;
  return (
    quote.status === 'unavailable' ||
    (gramsPerPassenger >= 0 &&
      legs.every(({ flight }) => flight.departureDate) &&
      !!options[0] &&
      options.every(({ token, grams }) => token && grams >= 0))
  );
}
