import type { QuoteOption } from '@flight-offset/core';
import type { TemplateResult } from 'lit';
import type { View } from '../figure/view.ts';

/** Tests whether the current option has the price, amount and project of the ticked one. */
export type IsSame = (shown: QuoteOption, seen: View) => boolean | undefined;

/** The controls that the tick reveals: options and button of the offer. */
export interface CheckoutControls {
  /** Loads the texts of a view, and its choices if it has any, and renders again. */
  load(view: View): Promise<void>;
  /** The view of a quote with the picked choice. */
  pick(view: View): View;
  /**
   * What the tick added to the booking, in words; empty if it added nothing. The offer shows it in a live region that
   * exists before the tick: a region that is inserted with its text is not announced.
   */
  readonly added: string;
  /** Renders the options, if there are several, and the button. */
  render(view: View): TemplateResult;
  /** Whether a choice remains valid under a new quote. */
  readonly isSame: IsSame;
}
