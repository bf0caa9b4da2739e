import type { QuoteOption } from '@flight-offset/core';
import type { TemplateResult } from 'lit';
import type { View } from '../figure/view.ts';

/** Whether the current option has the price, amount and project of the one that was ticked. */
export type IsSame = (shown: QuoteOption, seen: View) => boolean | undefined;

/** Draws what the tick reveals: options and button of the offer. */
export interface CheckoutControls {
  /** Loads the texts of a view, and the choices where there are any, and renders again. */
  load(view: View): Promise<void>;
  /** The view of a quote with the picked choice. */
  pick(view: View): View;
  /**
   * What the tick added to the booking, in words; empty without one. For the offer, whose live region is there before the
   * tick: a region that is inserted with its text is not announced.
   */
  readonly added: string;
  /** The options, where there are several, and the button. */
  render(view: View): TemplateResult;
  /** Whether a choice remains valid under a new quote. */
  readonly isSame: IsSame;
}
