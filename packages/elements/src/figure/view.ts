import type { ReadyQuote } from '@flight-offset/core';
import { massFormat, stepOf } from '../format/mass.ts';
import type { WidgetMessages } from '../messages/widget/widget-messages.ts';

/** Data that every part of the card needs. */
export interface View {
  readonly t: WidgetMessages;
  /** Tag for `Intl`. */
  readonly tag: string;
  readonly quote: ReadyQuote;
  /** Whether quote and texts are those of the picked choice, if the quote has choices. */
  readonly picked?: boolean;
  /** Grams to which the estimate per passenger is rounded. */
  readonly step: number;
  /**
   * Writes a mass in the locale, rounded as an estimate or to `step` grams. All masses of a card have one unit, so that
   * they visibly add up: kilograms, or tonnes if the total is ten tonnes or more.
   */
  readonly mass: (grams: number, step?: number) => string;
}

/** Creates the view of a quote. */
export function viewOf(t: WidgetMessages, tag: string, quote: ReadyQuote): View {
  return {
    t,
    tag,
    quote,
    step: stepOf(quote.gramsPerPassenger),
    mass: massFormat(tag, t.tonnes, quote.gramsTotal),
  };
}
