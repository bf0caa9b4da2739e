import type { Quote, ReadyQuote } from '@flight-offset/core';
import { ask, BackendError } from './ask.ts';

/** Asks the merchant's backend what the flights emit and what may be contributed; `request` is JSON. */
export async function askQuote(endpoint: string, request: string, signal: AbortSignal): Promise<Quote> {
  const answer = (await ask(endpoint, 'quote', request, signal)) as Quote;
  if (answer.status !== 'unavailable' && !isComplete(answer)) throw new BackendError('bad_answer');
  return answer;
}

/** Whether all is there that is drawn without a check of its own. */
function isComplete({ gramsPerPassenger, method, legs, options }: ReadyQuote): unknown {
  return (
    gramsPerPassenger >= 0 &&
    method &&
    legs.every(({ flight }) => flight.departureDate) &&
    options[0] &&
    options.every(({ token, grams }) => token && grams >= 0)
  );
}
