import type { Cabin, Flight, Quote, QuoteRequest } from '@flight-offset/core';
import type { PropertyDeclarations } from 'lit';
import { checkedQuote } from './backend/checked-quote.ts';
import { requestJson } from './backend/request.ts';
import { fire, fireError } from './events/events.ts';
import { loadReader } from './lazy/flights-reader.ts';
import { en } from './messages/widget/en.ts';
import type { WidgetMessages } from './messages/widget/widget-messages.ts';
import { OffsetElement } from './offset-element.ts';

/**
 * What a quote is doing: `idle` without endpoint or flights; `unavailable` without an estimate, which is a normal state,
 * or where the request is refused for good; `failed` where trying again may help.
 */
export type QuoteState = 'idle' | 'loading' | 'ready' | 'unavailable' | 'failed';

/** Whether a page set a list of objects, as most do; nothing else needs to be read. */
const areFlights = (flights: unknown): flights is Flight[] =>
  (flights as Partial<Flight[]>).every?.((leg) => leg?.departureDate) as boolean;

/**
 * An element that requests a quote from the merchant's backend and shows it. All changes of one task make one request, which
 * aborts the previous one; nothing is requested without `endpoint` and flights, or while the page's own `quote` is valid.
 */
export abstract class QuoteElement extends OffsetElement<WidgetMessages> {
  static override properties: PropertyDeclarations = {
    flights: {},
    cabin: {},
    passengers: { type: Number },
    travellers: { attribute: false },
    quote: {},
  };

  /** The itinerary: objects, or text as in the attribute: `LX38 ZRH-SFO 2026-12-14, LX39 SFO-ZRH 2026-12-21`. */
  declare flights: Flight[] | string | undefined;
  /** Cabin class: `economy` (default), `premiumEconomy`, `business` or `first`. */
  declare cabin: Cabin | undefined;
  /** How many passengers travel; 1 when not given. */
  declare passengers: number | undefined;
  /**
   * Groups of travellers, in place of `cabin` and `passengers`: each with its `cabin`, its `count`, and `kind`
   * `infant_on_lap` for infants without a seat of their own.
   */
  declare travellers: QuoteRequest['travellers'];

  /**
   * When the quote arrived, by the clock of this machine; 0 if the page set it, as nobody knows then.
   *
   * @internal
   */
  declare arrived: number;
  /** The legs of the itinerary; none where there is nothing to request. */
  protected legs: readonly Flight[] = [];
  #quote: Quote | undefined;
  /** The quote that the page set last. */
  #given: unknown;
  /** What the quote is for; empty until a new one of the page is read. */
  #key = '';
  #failure: 'unavailable' | 'failed' | undefined;
  #pending: AbortController | undefined;

  protected readonly english: WidgetMessages = en;
  protected readonly set = 'widget';

  /**
   * The quote, once it is here. A page may set one that it already has, such as from its server: the response of
   * `POST quote`, or its JSON as in the attribute. It sets `flights`, `cabin` and `passengers` too, and nothing is requested
   * until they change or the quote expires.
   */
  get quote(): Quote | undefined {
    return this.#quote;
  }

  set quote(quote: Quote | string | undefined) {
    // A framework may set all properties with each rendering.
    if (this.#given === quote) return;
    this.#given = quote;
    this.#quote = undefined;
    this.#key = '';
    // Lit compares what the getter returns, which is nothing before and after.
    this.requestUpdate();
  }

  /** The request for a quote, but for its flights. */
  get #terms(): Omit<QuoteRequest, 'flights'> {
    // A currency is that of an element which shows a price.
    const {
      cabin,
      passengers,
      travellers,
      currency,
      tag: locale,
    } = this as QuoteElement & {
      readonly currency?: string;
    };
    // React, for one, sets the text of an attribute as the property; an attribute that is removed is null.
    return {
      cabin: cabin || 'economy',
      passengers: +passengers! || 1,
      travellers: travellers || undefined,
      currency: currency || undefined,
      locale,
    };
  }

  /** What the quote is doing. */
  get state(): QuoteState {
    return this.#failure ?? this.#quote?.status ?? (this.legs[0] ? 'loading' : 'idle');
  }

  protected override willUpdate(): void {
    super.willUpdate();
    const key = JSON.stringify([this.endpoint, this.flights, this.#terms]);
    // A quote of the page is for what it set.
    if (this.#quote) this.#key ||= key;
    if (key === this.#key) return;
    this.#quote = undefined;
    // It takes a quote of the page as long as there is no key.
    this.retry();
    this.#key = key;
  }

  /**
   * Requests the quote again; the present one stays until the new one is here. A quote that the page has just set is taken
   * in place of a request.
   */
  async retry(): Promise<void> {
    const given = this.#key ? undefined : this.#given;
    const { endpoint } = this;
    const flights = this.flights || [];
    this.#pending?.abort();
    this.#pending = new AbortController();
    const { signal } = this.#pending;
    this.#failure = undefined;
    this.legs = [];
    try {
      let found: { readonly quote: Quote; readonly arrived: number };
      if (given) found = (await loadReader()).readQuote(given);
      else {
        if (!endpoint) return;
        const legs = areFlights(flights) ? flights : (await loadReader()).readFlights(flights);
        if (signal.aborted) return;
        this.legs = legs;
        if (!legs[0]) return;
        this.requestUpdate();
        const request = JSON.stringify({ ...this.#terms, flights: legs });
        const quote = checkedQuote(await requestJson(endpoint, 'quote', request, signal));
        found = { quote, arrived: Date.now() };
      }
      await this.ready;
      if (signal.aborted) return;
      const { quote, ...more } = found;
      this.#quote = quote;
      Object.assign(this, more);
      // What a quote of the page is for is what it sets.
      if (given) this.#key = '';
      else fire(this, 'offset-quote', { quote });
    } catch (cause) {
      // A failed renewal keeps the present quote.
      if (signal.aborted || this.#quote) return;
      this.#failure = fireError(this, cause) ? 'unavailable' : 'failed';
    }
    this.requestUpdate();
  }
}
