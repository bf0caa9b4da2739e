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
 * State of a quote: `idle` without endpoint or flights; `unavailable` without an estimate, which is a normal state, or
 * if the request is permanently refused; `failed` if trying again may help.
 */
export type QuoteState = 'idle' | 'loading' | 'ready' | 'unavailable' | 'failed';

/**
 * An element that requests a quote from the merchant's backend and shows it. Simultaneous changes send one request,
 * which aborts the previous one; nothing is requested without `endpoint` and flights, or while the page's own `quote`
 * is valid.
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
  /** How many passengers travel; default 1, also if it is 0 or not a number. */
  declare passengers: number | undefined;
  /**
   * Groups of travellers, in place of `cabin` and `passengers`: each with its `cabin`, its `count`, and `kind`
   * `infant_on_lap` for infants without a seat.
   */
  declare travellers: QuoteRequest['travellers'];

  /**
   * When the quote arrived, by the clock of this device; 0 (unknown) if the page set it.
   *
   * @internal
   */
  declare arrived: number;
  /** The legs of the itinerary; none if there is nothing to request. */
  declare protected legs: readonly Flight[] | undefined;
  /** Settles once the renderer is loaded or has failed: the card must not grow visibly. */
  declare protected drawable: Promise<void> | undefined;
  #quote: Quote | undefined;
  /** The quote that the page set last. */
  #given: Quote | string | undefined;
  /** Request of the quote, as JSON; empty until a new quote of the page is read. */
  #key = '';
  #failure: 'unavailable' | 'failed' | undefined;
  #pending: AbortController | undefined;

  protected readonly english: WidgetMessages = en;
  protected readonly set = 'widget';

  /**
   * The quote, once it has arrived. A page may set one that it already has, such as from its server: the response of
   * `POST quote`, or its JSON as in the attribute. It is for the `flights`, `cabin` and `passengers` set beside it;
   * those not set are read from it. Nothing is requested until one of them changes or the quote expires.
   */
  get quote(): Quote | undefined {
    return this.#quote;
  }

  set quote(quote: Quote | string | undefined) {
    // A page may set an equal one with each rendering, and may render with each tick.
    if (JSON.stringify(this.#given) === JSON.stringify(quote)) return;
    this.#given = quote;
    this.#quote = undefined;
    this.#key = '';
    // Lit compares what the getter returns, which is nothing before and after.
    this.requestUpdate();
  }

  /** The request for a quote, with the flights as the page wrote them. */
  get #request(): Omit<QuoteRequest, 'flights'> & { readonly flights: Flight[] | string } {
    // React, for one, sets the text of an attribute as the property; an attribute that is removed is null.
    return {
      flights: this.flights || [],
      cabin: this.cabin || 'economy',
      passengers: +this.passengers! || 1,
      travellers: this.travellers || undefined,
      // Only of an element that shows a price.
      currency: (this as { readonly currency?: string }).currency || undefined,
      locale: this.tag,
    };
  }

  /** State of the quote. */
  get state(): QuoteState {
    return this.#failure ?? this.#quote?.status ?? (this.legs?.[0] ? 'loading' : 'idle');
  }

  protected override willUpdate(): void {
    super.willUpdate();
    const key = JSON.stringify([this.endpoint, this.#request]);
    // A quote of the page is for the properties it set.
    if (this.#quote) this.#key ||= key;
    if (key === this.#key) return;
    this.#quote = undefined;
    // `retry` accepts a quote of the page as long as there is no key.
    this.retry();
    this.#key = key;
  }

  /**
   * Requests the quote again; the present one stays until the new one arrives. A quote that the page has just set
   * replaces the request.
   */
  async retry(): Promise<void> {
    const given = !this.#key && this.#given;
    const { endpoint } = this;
    const request = this.#request;
    const flights = endpoint ? request.flights : [];
    const pending = new AbortController();
    const { signal } = pending;
    this.#pending?.abort();
    this.#pending = pending;
    this.#failure = undefined;
    try {
      let found: { readonly quote: Quote; readonly arrived: number } | '' | false | undefined =
        given && (await loadReader()).readQuote(given, this);
      if (!found) {
        // Most pages set a list of objects, which needs no reading. The earlier legs, and the card with them, stay
        // meanwhile.
        const legs = (flights as Partial<Flight[]>).every?.((leg) => leg?.departureDate)
          ? (flights as Flight[])
          : (await loadReader()).readFlights(flights);
        if (signal.aborted) return;
        this.legs = legs;
        this.requestUpdate();
        if (!legs[0]) return;
        const body = JSON.stringify({ ...request, flights: legs });
        const quote = checkedQuote(await requestJson(endpoint!, 'quote', body, signal));
        found = { quote, arrived: Date.now() };
      }
      await this.ready;
      await this.drawable;
      if (signal.aborted) return;
      // `more` holds its time of arrival, and the itinerary of a quote that the page set.
      const { quote, ...more } = found;
      Object.assign(this, more);
      this.#quote = quote;
      // It is valid for the properties set from now on.
      if (given) this.#key = '';
      else fire(this, 'offset-quote', { quote });
    } catch (cause) {
      // An error, too, is in the language of the page.
      await this.ready;
      // A failed renewal keeps the present quote.
      if (signal.aborted || this.#quote) return;
      this.#failure = fireError(this, cause) ? 'unavailable' : 'failed';
    }
    this.requestUpdate();
  }
}
