import type { Cabin, Flight, Quote } from '@flight-offset/core';
import { checkedQuote } from '../backend/checked-quote.ts';
import { BackendError } from '../backend/request.ts';

/** The itinerary of a quote, as the properties of an element hold it. */
interface Itinerary {
  readonly flights: Flight[] | string | undefined;
  readonly cabin: Cabin | undefined;
  readonly passengers: number | undefined;
}

/** An element that shows quotes. */
interface Page extends Itinerary {
  /** Values of its properties that the page does not set. */
  readonly unset?: Itinerary;
}

/** A quote that a page set. */
export interface GivenQuote extends Pick<Page, 'unset'> {
  readonly quote: Quote;
  /** Its flights, so that the card stays while the next quote is read. */
  readonly legs?: readonly Flight[];
  /** Unknown. */
  readonly arrived: 0;
}

/**
 * Reads a quote as a page may set it: an object, or JSON as in the attribute.
 *
 * @param element The element that shows it: its properties `flights`, `cabin` and `passengers` fall back to `unset`.
 * @throws {BackendError} `bad_request` if it is not a response of `POST quote`.
 */
export function readQuote(given: unknown, element: Page): GivenQuote {
  try {
    const quote = checkedQuote(typeof given === 'string' ? JSON.parse(given) : given);
    if (quote.status === 'unavailable') return { quote, arrived: 0 };
    const { legs, cabin, passengers } = quote;
    const unset = { flights: legs.map(({ flight }) => flight), cabin, passengers };
    // Values set by the page are not replaced: a framework may set the same again with each rendering, also
    // `undefined`, and that must not count as another itinerary.
    const accessors = Object.getPrototypeOf(element) as object;
    for (const name of Object.keys(unset) as (keyof Itinerary)[])
      Object.defineProperty(element, name, {
        configurable: true,
        get: () => Reflect.get(accessors, name, element) || element.unset?.[name],
        set: (value) => Reflect.set(accessors, name, value, element),
      });
    return { quote, unset, legs: unset.flights, arrived: 0 };
  } catch {
    // Invalid JSON throws below, too.
  }
  throw new BackendError('bad_request', {
    field: 'quote',
    message: 'Invalid quote. Expected the response of `POST quote`, or its JSON.',
  });
}
