import type { QuoteOption, User } from '@flight-offset/core';
import { type CSSResult, html, type PropertyDeclarations, type TemplateResult } from 'lit';
import { head } from '../figure/head.ts';
import { legs } from '../figure/legs.ts';
import { scale } from '../figure/scale.ts';
import { skeletonQuote } from '../figure/skeleton.ts';
import { viewOf } from '../figure/view.ts';
import type { CheckoutMessages } from '../messages/checkout/checkout-messages.ts';
import type { MethodMessages } from '../messages/method/method-messages.ts';
import type { WidgetMessages } from '../messages/widget/widget-messages.ts';
import { QuoteElement } from '../quote-element.ts';
import { cardStyles } from '../styles/card.styles.ts';
import { figureStyles } from '../styles/figure.styles.ts';
import { offerStyles } from '../styles/offer.styles.ts';
import { Choice, type OfferState } from './choice.ts';
import { offer } from './offer.ts';

/**
 * Shows the estimated emissions of an itinerary and offers an optional contribution to a climate project.
 *
 * Only the traveller can tick the box: no attribute, property, message, restored form or page can.
 *
 * @summary Estimated emissions of an itinerary, and an optional contribution to a climate project.
 * @tag flight-offset-widget
 *
 * @fires {OffsetEvent} offset-quote - A quote arrived, `ready` or `unavailable`: `quote`.
 * @fires {OffsetEvent} offset-change - The choice changed, by the traveller, a reset, or a renewed quote with other terms: `selected`, `token`, `grams`, `price`, `project`, `expiresAt`.
 * @fires {OffsetEvent} offset-order - An order was created: `orderId`.
 * @fires {OffsetEvent} offset-redirect - The page is about to navigate to the payment page. Cancelable: then open `url` yourself.
 * @fires {OffsetEvent} offset-error - A request failed or input is invalid: `error` and `code`.
 *
 * @slot label - Replaces the figure if the backend withholds figures, such as an official label.
 * @slot unavailable - Shown when there is no estimate.
 *
 * @csspart card - The card.
 * @csspart label - The line above the figure.
 * @csspart figure - The figure.
 * @csspart leg - One flight.
 * @csspart scale - The figure within its likely range.
 * @csspart how - The disclosure with the method.
 * @csspart offer - The optional contribution.
 * @csspart price - The price.
 * @csspart options - The options.
 * @csspart button - Continues to payment, or tries again.
 * @csspart message - Error, notice, or that there is no estimate.
 *
 * @cssproperty --offset-text - Text colour; inherits the page's by default. A light colour makes a dark card.
 * @cssproperty --offset-text-muted - Colour of secondary text.
 * @cssproperty --offset-border - Colour of borders.
 * @cssproperty --offset-surface - Background of the card.
 * @cssproperty --offset-accent - Accent colour of button, marks and focus. Its text is black or white by its lightness.
 * @cssproperty --offset-radius - Border radius of the card; 14px by default.
 * @cssproperty --offset-font - Font family; inherits the page's by default.
 * @cssproperty --offset-surface-accent - Background of the offer.
 *
 * @cssstate idle - No endpoint or no flights yet.
 * @cssstate loading - The quote is loading.
 * @cssstate ready - The estimate is shown.
 * @cssstate unavailable - There is no estimate, which is a normal state.
 * @cssstate failed - The quote failed to load.
 * @cssstate unselected - The box is not ticked.
 * @cssstate selected - The box is ticked.
 * @cssstate submitting - The order is being created.
 * @cssstate redirecting - The page is navigating to the payment page.
 */
export class FlightOffsetWidget extends QuoteElement {
  static readonly formAssociated = true;
  static override styles: CSSResult[] = [cardStyles, figureStyles, offerStyles];
  static override properties: PropertyDeclarations = {
    checkout: {},
    user: { attribute: false },
  };

  /**
   * `redirect` (default) creates the order and redirects to payment. `booking`: the choice is a line of the booking; the
   * page adds it to its total on `offset-change`, and the backend confirms it once the booking is paid. `form`: the same,
   * for a form without a total. Neither has a button; both submit the token with the surrounding form.
   */
  declare checkout: 'redirect' | 'form' | 'booking' | undefined;
  /** The user of the order; sent with the order only. */
  declare user: User | undefined;

  #choice: Choice = new Choice(this);

  /** Messages that replace built-in ones. */
  declare messages: Partial<WidgetMessages & CheckoutMessages & MethodMessages> | undefined;

  /**
   * Disables the control, as with every form control: the choice cannot be changed and is not submitted.
   *
   * @attr
   */
  get disabled(): boolean {
    return this.hasAttribute('disabled');
  }

  set disabled(disabled: boolean | undefined) {
    this.toggleAttribute('disabled', !!disabled);
  }

  /** State of the offer. */
  get offer(): OfferState {
    return this.#choice.state;
  }

  /** The chosen option; `undefined` while the box is not ticked. */
  get option(): QuoteOption | undefined {
    return this.#choice.option;
  }

  /** Form value: the token of the chosen option, or `null`. */
  get value(): string | null {
    return this.option?.token ?? null;
  }

  /** Called when the surrounding form is reset. */
  formResetCallback(): void {
    this.#choice.reset();
  }

  /** Called when the element or a surrounding fieldset is disabled or enabled. */
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
    const { view: ready, controls } = this.#choice;
    const message =
      state === 'failed'
        ? html`<p>${t.failed} ${t.unaffected}</p><button @click=${this.retry} part="button"><span>${t.retry}</span></button>`
        : state === 'unavailable' && html`<slot name="unavailable">${t.unavailable} ${t.unaffected}</slot>`;
    if (message) return this.card(html`<div part="message" role="status">${message}</div>`);
    // No flights, or not parsed yet.
    if (!ready && !this.legs[0]) return;
    const view = ready ?? viewOf(t, this.tag, skeletonQuote(this.legs, this.passengers));
    return this.card([
      head(view, !ready),
      legs(view),
      scale(view),
      html`<details @toggle=${() => this.#choice.load(view)} part="how">
        <summary>${t.method}</summary>
        ${ready && controls?.method(ready)}
      </details>`,
      offer(view, this.#choice, this.matches(':disabled')),
    ]);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'flight-offset-widget': FlightOffsetWidget;
  }
}
