import type { Quote, ReadyQuote } from '@flight-offset/core';
import { BackendError } from './request.ts';

/**
 * Checks that a response is a quote: without an estimate, or with every field that is rendered unchecked.
 *
 * @throws {BackendError} `invalid_response` if it is not.
 */
export function checkedQuote(response: object): Quote {
  const { status, options, legs, gramsPerPassenger } = response as ReadyQuote;
  if (
    (status as Quote['status']) === 'unavailable' ||
    (gramsPerPassenger >= 0 &&
      legs?.every((leg) => leg.flight.departureDate) &&
      options?.every((option) => option.token && option.grams >= 0) &&
      options[0])
  )
    return response as Quote;
  throw new BackendError('invalid_response');
}
