import type { Cabin, Flight, Quote } from '@flight-offset/core';
import { checkedQuote } from '../backend/checked-quote.ts';
import { BackendError } from '../backend/request.ts';

/** What a quote is for, as the properties of an element hold it. */
interface Itinerary {
  readonly flights: Flight[] | string | undefined;
  readonly cabin: Cabin | undefined;
  readonly passengers: number | undefined;
}

/** An element that shows quotes. */
interface Page extends Itinerary {
  /** What its properties are where the page does not set them. */
  readonly unset?: Itinerary;
}

/** A quote that a page set. */
export interface GivenQuote extends Pick<Page, 'unset'> {
  readonly quote: Quote;
  /** Its flights, so that the card stays while the next one is read. */
  readonly legs?: readonly Flight[];
  /** Nobody knows when it arrived. */
  readonly arrived: 0;
}

/**
 * Reads a quote as a page may set it: an object, or JSON as in the attribute.
 *
 * @param element What shows it: its properties `flights`, `cabin` and `passengers` fall back to `unset`.
 * @throws {BackendError} `bad_request` if it is not a response of `POST quote`.
 */
export function readQuote(given: unknown, element: Page): GivenQuote {
  try {
    const quote = checkedQuote(typeof given === 'string' ? JSON.parse(given) : given);
    if (quote.status === 'unavailable') return { quote, arrived: 0 };
    const { legs, cabin, passengers } = quote;
    const unset = { flights: legs.map(({ flight }) => flight), cabin, passengers };
    // What the page sets is not replaced: a framework may set the same again with each rendering, also `undefined`, and that
    // must not read as another itinerary.
    const accessors = Object.getPrototypeOf(element) as object;
    for (const name of Object.keys(unset) as (keyof Itinerary)[])
      Object.defineProperty(element, name, {
        configurable: true,
        get: () => Reflect.get(accessors, name, element) || element.unset?.[name],
        set: (value) => Reflect.set(accessors, name, value, element),
      });
    return { quote, unset, legs: unset.flights, arrived: 0 };
  } catch {
    // Invalid too.
  }
  throw new BackendError('bad_request', {
    field: 'quote',
    message: 'Invalid quote. Expected the response of `POST quote`, or its JSON.',
  });
}
