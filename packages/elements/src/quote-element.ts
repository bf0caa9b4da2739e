import type { Cabin, Flight, Quote, QuoteRequest } from '@flight-offset/core';
import { Task, TaskStatus } from '@lit/task';
import type { PropertyDeclarations } from 'lit';
import { askQuote } from './backend/quote.ts';
import { fire, fireError } from './events/events.ts';
import { parseFlights } from './flights/parse-flights.ts';
import { en } from './messages/widget/en.ts';
import type { WidgetMessages } from './messages/widget/widget-messages.ts';
import { widgetTexts } from './messages/widget/widget-texts.ts';
import { OffsetElement } from './offset-element.ts';

/** What a quote is doing. */
export type QuoteState = 'idle' | 'loading' | 'ready' | 'unavailable' | 'failed';

/** An answer and the question it answers. */
interface Kept {
  readonly key: string;
  readonly quote: Quote;
}

/** An element that asks the merchant's backend for a quote and shows it. */
export abstract class QuoteElement extends OffsetElement<WidgetMessages> {
  static override properties: PropertyDeclarations = {
    flights: { converter: parseFlights },
    cabin: {},
    passengers: { type: Number },
  };

  /** The itinerary. As an attribute: `LX38 ZRH-SFO 2026-12-14, LX39 SFO-ZRH 2026-12-21`. */
  declare flights: Flight[] | undefined;
  /** Cabin class: `economy` (default), `premiumEconomy`, `business` or `first`. */
  declare cabin: Cabin | undefined;
  /** How many passengers travel; 1 when not given. */
  declare passengers: number | undefined;

  /**
   * When the answer came, by the clock of this machine.
   *
   * @internal
   */
  declare arrived: number;
  /** The last good answer: a renewal does not hide it. */
  #kept: Kept | undefined;

  readonly #task: Task<readonly [string | undefined, string], Kept | undefined> = new Task(this, {
    args: () => [this.endpoint, this.key] as const,
    task: async ([endpoint, key], { signal }) => {
      if (this.state === 'idle') return this.#kept;
      try {
        const quote = await askQuote(endpoint!, key, signal);
        await this.ready;
        return { key, quote };
      } catch (cause) {
        if (this.quote) return this.#kept;
        throw cause;
      }
    },
    onComplete: (kept) => {
      if (!kept || kept === this.#kept) return;
      this.#kept = kept;
      this.arrived = Date.now();
      fire(this, 'offset-quote', kept);
    },
    onError: (cause) => fireError(this, cause),
  });

  constructor() {
    super(en, widgetTexts);
  }

  /** The question, as it is sent. */
  protected get key(): string {
    const { flights, cabin = 'economy', passengers = 1, tag: locale } = this;
    return JSON.stringify({ flights: flights!, cabin, passengers, locale } satisfies QuoteRequest);
  }

  /** The answer, once there is one. */
  get quote(): Quote | undefined {
    return this.#kept?.key === this.key ? this.#kept.quote : undefined;
  }

  /** What the quote is doing. */
  get state(): QuoteState {
    return !this.endpoint || !this.flights?.length
      ? 'idle'
      : (this.quote?.status ?? (this.#task.status === TaskStatus.ERROR ? 'failed' : 'loading'));
  }

  /** Asks again, keeping on show what there is. */
  retry(): Promise<void> {
    return this.#task.run();
  }
}
