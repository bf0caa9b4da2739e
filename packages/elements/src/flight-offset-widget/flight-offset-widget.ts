import type { QuoteOption, User } from '@flight-offset/core';
import { type CSSResult, html, type PropertyDeclarations, type TemplateResult } from 'lit';
import { ghostQuote } from '../figure/ghost-quote.ts';
import { head } from '../figure/head.ts';
import { how } from '../figure/how.ts';
import { legs } from '../figure/legs.ts';
import { scale } from '../figure/scale.ts';
import { viewOf } from '../figure/view.ts';
import type { PayingMessages } from '../messages/paying/paying-messages.ts';
import type { WidgetMessages } from '../messages/widget/widget-messages.ts';
import { QuoteElement } from '../quote-element.ts';
import { cardStyles } from '../styles/card.styles.ts';
import { figureStyles } from '../styles/figure.styles.ts';
import { offerStyles } from '../styles/offer.styles.ts';
import { Choice, type OfferState } from './choice.ts';
import { offer } from './offer.ts';

/**
 * Shows what an itinerary emits and offers, unticked, to contribute to a climate project.
 *
 * Nothing but the traveller's own hand ticks the box: no attribute, property, message, restored form or page does.
 *
 * @summary Estimated emissions of an itinerary, and an optional contribution to a climate project.
 * @tag flight-offset-widget
 *
 * @fires {OffsetEvent} offset-quote - The backend answered; `quote` is its answer.
 * @fires {OffsetEvent} offset-select - The traveller ticked or unticked the box or chose an option; `option` is the choice.
 * @fires {OffsetEvent} offset-order - An order was created; `orderId` names it.
 * @fires {OffsetEvent} offset-redirect - The page is about to go to the payment page. Cancelable: then open `url` yourself.
 * @fires {OffsetEvent} offset-error - Something did not work; `error` and `code` say what.
 *
 * @slot label - Stands in place of the figure where the backend keeps figures back, such as an official label.
 * @slot unavailable - Shown when there is no estimate.
 *
 * @csspart card - The whole.
 * @csspart label - The line above the figure.
 * @csspart figure - The figure.
 * @csspart leg - One flight.
 * @csspart scale - The figure among its likely values.
 * @csspart how - How the figure came about.
 * @csspart offer - The optional contribution.
 * @csspart price - What it costs.
 * @csspart options - How much to contribute.
 * @csspart button - To the payment page, or: try again.
 * @csspart message - What went wrong, or that there is no estimate.
 *
 * @cssproperty --offset-ink - Text colour; the page's own when not given. Lighter ink makes a dark card.
 * @cssproperty --offset-soft - Colour of quiet text.
 * @cssproperty --offset-line - Colour of hairlines.
 * @cssproperty --offset-paper - Ground of the card.
 * @cssproperty --offset-accent - The one accent: button, marks, focus. Its text is black or white by its lightness.
 * @cssproperty --offset-radius - Radius of the card, 14px when not given.
 * @cssproperty --offset-font - Font family; the page's own when not given.
 * @cssproperty --offset-wash - Ground of the offer.
 *
 * @cssstate idle - Nothing to ask yet.
 * @cssstate loading - The estimate is on its way.
 * @cssstate ready - The estimate is shown.
 * @cssstate unavailable - There is no estimate, which is a normal state.
 * @cssstate failed - The estimate did not arrive.
 * @cssstate unselected - The box is not ticked.
 * @cssstate selected - The box is ticked.
 * @cssstate opening - The order is being made.
 * @cssstate left - The page is going to the payment page.
 */
export class FlightOffsetWidget extends QuoteElement {
  static readonly formAssociated = true;
  static override styles: CSSResult[] = [cardStyles, figureStyles, offerStyles];
  static override properties: PropertyDeclarations = {
    checkout: {},
    user: { attribute: false },
  };

  /** `redirect` (default) leads to the payment page; `form` leaves the choice to the form around. */
  declare checkout: 'redirect' | 'form' | undefined;
  /** Whom the order is for; sent with the order only. */
  declare user: User | undefined;

  #choice: Choice = new Choice(this);

  /** Texts of your own in place of the built-in ones. */
  declare messages: Partial<WidgetMessages & PayingMessages> | undefined;

  /**
   * Whether the choice cannot be changed now, as with every form control; what is ticked is then not sent.
   *
   * @attr
   */
  get disabled(): boolean {
    return this.hasAttribute('disabled');
  }

  set disabled(disabled: boolean | undefined) {
    this.toggleAttribute('disabled', !!disabled);
  }

  /** What the offer is doing. */
  get offer(): OfferState {
    return this.#choice.state;
  }

  /** The chosen option; `undefined` while the box is not ticked. */
  get option(): QuoteOption | undefined {
    return this.#choice.option;
  }

  /** What the form around sends: the token of the chosen option, or nothing. */
  get value(): string | null {
    return this.option?.token ?? null;
  }

  /** The form around was reset. */
  formResetCallback(): void {
    this.#choice.reset();
  }

  /** The form around was disabled or enabled. */
  formDisabledCallback(): void {
    this.requestUpdate();
  }

  protected override willUpdate(): void {
    super.willUpdate();
    const { quote } = this;
    this.#choice.show(quote?.status === 'ready' ? viewOf(this.t, this.tag, quote) : undefined);
  }

  protected override updated(): void {
    super.updated();
    this.internals.states.add(this.offer);
    this.internals.setFormValue(this.value);
  }

  protected override render(): TemplateResult | undefined {
    const { state, t } = this;
    const { view: ready, paying } = this.#choice;
    const message =
      state === 'failed'
        ? html`<p>${t.failed} ${t.unaffected}</p>
            <button @click=${this.retry} part="button"><span>${t.retry}</span></button>`
        : state === 'unavailable' && html`<slot name="unavailable">${t.unavailable} ${t.unaffected}</slot>`;
    if (message) return this.card(html`<div part="message" role="status">${message}</div>`);
    // Nothing to request, or not read yet.
    if (!ready && !this.legs[0]) return;
    const view = ready ?? viewOf(t, this.tag, ghostQuote(this.legs, this.passengers));
    return this.card([
      head(view, !ready),
      legs(view),
      scale(view),
      how(view, () => this.#choice.load(view), ready && paying?.method(ready)),
      offer(view, this.#choice, this.matches(':disabled')),
    ]);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'flight-offset-widget': FlightOffsetWidget;
  }
}
