import type { Cabin, Flight, Quote, QuoteRequest } from '@flight-offset/core';
import type { PropertyDeclarations } from 'lit';
import { fetchQuote } from './backend/fetch-quote.ts';
import { fire, fireError } from './events/events.ts';
import { loadReader } from './lazy/flights-reader.ts';
import { en } from './messages/widget/en.ts';
import type { WidgetMessages } from './messages/widget/widget-messages.ts';
import { OffsetElement } from './offset-element.ts';

/** What a quote is doing. */
export type QuoteState = 'idle' | 'loading' | 'ready' | 'unavailable' | 'failed';

/** Whether a page set a list of objects, as most do; nothing else needs to be read. */
const areFlights = (flights: unknown): flights is Flight[] =>
  (flights as Partial<Flight[]>).every?.((leg) => leg?.departureDate) as boolean;

/** An element that requests a quote from the merchant's backend and shows it. */
export abstract class QuoteElement extends OffsetElement<WidgetMessages> {
  static override properties: PropertyDeclarations = {
    flights: {},
    cabin: {},
    passengers: { type: Number },
  };

  /** The itinerary: objects, or text as in the attribute: `LX38 ZRH-SFO 2026-12-14, LX39 SFO-ZRH 2026-12-21`. */
  declare flights: Flight[] | string | undefined;
  /** Cabin class: `economy` (default), `premiumEconomy`, `business` or `first`. */
  declare cabin: Cabin | undefined;
  /** How many passengers travel; 1 when not given. */
  declare passengers: number | undefined;

  /**
   * When the quote arrived, by the clock of this machine.
   *
   * @internal
   */
  declare arrived: number;
  /** The legs of the itinerary; none where there is nothing to request. */
  protected legs: readonly Flight[] = [];
  #quote: Quote | undefined;
  #key = '';
  #failure: 'unavailable' | 'failed' | undefined;
  #pending: AbortController = new AbortController();

  constructor() {
    super(en, 'widget');
  }

  /** The quote, once it is here. */
  get quote(): Quote | undefined {
    return this.#quote;
  }

  /** The request for a quote, but for its flights. */
  protected get terms(): Omit<QuoteRequest, 'flights'> {
    const { cabin = 'economy', passengers = 1, tag: locale } = this;
    // React, for one, sets the text of an attribute as the property.
    return { cabin, passengers: +passengers, locale };
  }

  /** What the quote is doing. */
  get state(): QuoteState {
    return this.#failure ?? this.quote?.status ?? (this.legs[0] ? 'loading' : 'idle');
  }

  protected override willUpdate(): void {
    super.willUpdate();
    const key = JSON.stringify([this.endpoint, this.flights, this.terms]);
    if (key === this.#key) return;
    this.#key = key;
    this.#quote = undefined;
    this.retry();
  }

  /** Requests the quote again; the present one stays until the new one is here. */
  async retry(): Promise<void> {
    const { endpoint, flights = [] } = this;
    this.#pending.abort();
    this.#pending = new AbortController();
    const { signal } = this.#pending;
    this.#failure = undefined;
    this.legs = [];
    if (!endpoint) return;
    try {
      const legs = areFlights(flights) ? flights : (await loadReader()).readFlights(flights);
      if (signal.aborted) return;
      this.legs = legs;
      if (!legs[0]) return;
      this.requestUpdate();
      const quote = await fetchQuote(endpoint, JSON.stringify({ ...this.terms, flights: legs }), signal);
      await this.ready;
      if (signal.aborted) return;
      this.#quote = quote;
      this.arrived = Date.now();
      fire(this, 'offset-quote', { quote });
    } catch (cause) {
      // A failed renewal keeps the present quote.
      if (signal.aborted || this.quote) return;
      this.#failure = fireError(this, cause) ? 'unavailable' : 'failed';
    }
    this.requestUpdate();
  }
}
