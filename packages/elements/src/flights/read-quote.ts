import type { Cabin, Flight, Quote } from '@flight-offset/core';
import { checkedQuote } from '../backend/checked-quote.ts';
import { BackendError } from '../backend/request.ts';

/** A quote that a page set, and what it is for, if there is an estimate. */
export interface GivenQuote {
  readonly quote: Quote;
  readonly flights?: Flight[];
  readonly cabin?: Cabin;
  readonly passengers?: number;
  /** Nobody knows when it arrived. */
  readonly arrived: 0;
}

/**
 * Reads a quote as a page may set it: an object, or JSON as in the attribute.
 *
 * @throws {BackendError} `bad_request` if it is not a response of `POST quote`.
 */
export function readQuote(given: unknown): GivenQuote {
  try {
    const quote = checkedQuote(typeof given === 'string' ? JSON.parse(given) : given);
    if (quote.status === 'unavailable') return { quote, arrived: 0 };
    const { legs, cabin, passengers } = quote;
    return { quote, flights: legs.map(({ flight }) => flight), cabin, passengers, arrived: 0 };
  } catch {
    // Invalid too.
  }
  throw new BackendError('bad_request', {
    field: 'quote',
    message: 'Invalid quote. Expected the response of `POST quote`, as an object or as JSON.',
  });
}
