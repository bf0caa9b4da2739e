import type { Flight } from '@flight-offset/core';
import { BackendError } from '../backend/request.ts';
import { parseFlights, parseLeg } from './parse-flights.ts';

export { readQuote } from './read-quote.ts';

/**
 * Reads flights as a page may write them: text, as in the attribute, or a list of objects or texts. Codes, numbers and
 * dates of objects are left to the merchant's backend, which validates them for every page and names the field.
 *
 * @throws {BackendError} `bad_request` at the first leg that is invalid: half a trip must not be sold.
 */
export function readFlights(flights: unknown): Flight[] {
  if (typeof flights === 'string') return parseFlights(flights);
  return [flights].flat().map((leg, index) => {
    if (typeof leg === 'string') return parseLeg(leg, index);
    if ((leg as Partial<Flight> | null | undefined)?.departureDate) return leg as Flight;
    throw new BackendError('bad_request', {
      leg,
      field: `flights[${index}]`,
      message: `Invalid leg ${JSON.stringify(leg)}. Expected an object with departureDate.`,
    });
  });
}
