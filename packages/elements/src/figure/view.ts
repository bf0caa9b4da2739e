import type { ReadyQuote } from '@flight-offset/core';
import { massFormat, stepOf } from '../format/mass.ts';
import type { WidgetMessages } from '../messages/widget/widget-messages.ts';

/** What every part of the card needs for rendering. */
export interface View {
  readonly t: WidgetMessages;
  /** Tag for `Intl`. */
  readonly tag: string;
  readonly quote: ReadyQuote;
  /** Whether quote and texts are those of the picked choice, where the quote has choices. */
  readonly picked?: boolean;
  /** Grams to which the estimate per passenger is rounded. */
  readonly step: number;
  /**
   * A mass in the words of the locale, rounded as an estimate or to `step` grams. One unit on a card, so that what it
   * adds up is seen to add up: kilograms, or tonnes if the total is ten tonnes or more.
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
