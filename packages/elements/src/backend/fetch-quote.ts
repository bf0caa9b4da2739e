import type { Quote, ReadyQuote } from '@flight-offset/core';
import { BackendError, requestJson } from './request.ts';

/** Requests a quote from the merchant's backend; `request` is JSON. */
export async function fetchQuote(endpoint: string, request: string, signal: AbortSignal): Promise<Quote> {
  const quote = (await requestJson(endpoint, 'quote', request, signal)) as Quote;
  if (quote.status !== 'unavailable' && !isComplete(quote)) throw new BackendError('invalid_response');
  return quote;
}

/** Whether everything is present that is rendered without a check of its own. */
function isComplete({ gramsPerPassenger, legs, options }: ReadyQuote): unknown {
  return (
    gramsPerPassenger >= 0 &&
    legs.every(({ flight }) => flight.departureDate) &&
    options[0] &&
    options.every(({ token, grams }) => token && grams >= 0)
  );
}
