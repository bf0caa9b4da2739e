import type { CheckoutStatus, QuoteOption, ReadyQuote, User } from '@flight-offset/core';
import { type CSSResult, html, type PropertyDeclarations, type TemplateResult } from 'lit';
import { fire } from '../events/events.ts';
import { head } from '../figure/head.ts';
import { placeholderQuote } from '../figure/placeholder-quote.ts';
import { viewOf } from '../figure/view.ts';
import { loadCheckout } from '../lazy/checkout.ts';
import { loadDetails } from '../lazy/details.ts';
import { loadOrderView } from '../lazy/order-view.ts';
import { LazyPart } from '../lazy-part.ts';
import type { CheckoutMessages } from '../messages/checkout/checkout-messages.ts';
import type { MethodMessages } from '../messages/method/method-messages.ts';
import type { StatusMessages } from '../messages/status/status-messages.ts';
import type { WidgetMessages } from '../messages/widget/widget-messages.ts';
import { QuoteElement } from '../quote-element.ts';
import { cardStyles } from '../styles/card.styles.ts';
import { figureStyles } from '../styles/figure.styles.ts';
import { offerStyles } from '../styles/offer.styles.ts';
import { Choice, type OfferState } from './choice.ts';
import { Disclosure } from './disclosure.ts';
import { offer } from './offer.ts';
import type { DrawOrder } from './order-view.ts';

/**
 * Shows the estimated emissions of an itinerary and offers an optional contribution to a climate project.
 *
 * Only the traveller can tick the box: no attribute, property, message, restored form or page can.
 *
 * It requests a quote once it is connected and has `endpoint` and `flights`, and again when one of them, `cabin`,
 * `passengers`, `travellers`, `currency` or `locale` changes: set them in any order, even before it is defined. While
 * the box is ticked, a quote is renewed 30 seconds early. No order is created before the button is pressed.
 *
 * @summary Estimated emissions of an itinerary, and an optional contribution to a climate project.
 * @tag flight-offset-widget
 *
 * @fires {OffsetEvent} offset-quote - A quote arrived, `ready` or `unavailable`: `quote`.
 * @fires {OffsetEvent} offset-change - The choice changed, by the traveller, a reset, or a renewed quote with other terms: `selected`, `reason`, `token`, `grams`, `price`, `project`, `expiresAt`.
 * @fires {OffsetEvent} change - The same as `offset-change`, for a form that listens to its controls.
 * @fires {OffsetEvent} offset-view - Half of the offer is visible, once: `quote`.
 * @fires {OffsetEvent} offset-order - An order was created: `orderId`.
 * @fires {OffsetEvent} offset-redirect - The page is about to navigate to the payment page. Cancelable: then open `url` yourself.
 * @fires {OffsetEvent} offset-error - A request failed or input is invalid: `error` and `code`.
 *
 * @slot - Shown until the card is drawn, such as a skeleton from the server.
 * @slot label - Replaces the figure if the backend withholds figures, such as an official label.
 * @slot unavailable - Shown when there is no estimate.
 *
 * @csspart card - The card.
 * @csspart label - The line above the figure.
 * @csspart figure - The figure.
 * @csspart leg - One flight.
 * @csspart scale - The figure within its likely range.
 * @csspart how - The disclosure with the method; in the compact form also with flights and scale.
 * @csspart offer - The optional contribution.
 * @csspart price - The price.
 * @csspart order - The order in place of the offer.
 * @csspart options - The options.
 * @csspart choices - The projects to choose from.
 * @csspart button - Continues to payment, or tries again.
 * @csspart message - Error, notice, what the tick adds to the booking, or that there is no estimate.
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
    currency: {},
    checkout: {},
    compact: {},
    order: { attribute: false },
    user: { attribute: false },
    width: { attribute: false },
    // So that a value set before the definition is read then.
    disabled: { attribute: false },
  };

  /**
   * `redirect` (default) creates the order and redirects to payment. `booking`: the choice is a line of the booking; the
   * page adds it to its total on `offset-change`, and the backend confirms it once the booking is paid. `form`: the same,
   * for a form without a total. Neither has a button; both submit the token with the surrounding form.
   */
  declare checkout: 'redirect' | 'form' | 'booking' | undefined;
  /**
   * The form of the card: `true` (the attribute alone) for the compact one, with flights, scale and method behind one
   * disclosure; `false` for the full one. By default the width of the element decides: full from 400 pixels.
   */
  declare compact: boolean | 'true' | 'false' | '' | undefined;
  /** Currency of the price, an ISO 4217 code; the backend's by default. */
  declare currency: string | undefined;
  /** An order to show in place of the offer, such as the response of `orders/{orderId}/status`. Nothing is offered then. */
  declare order: CheckoutStatus | undefined;
  /** The user of the order; sent with the order only. */
  declare user: User | undefined;
  /** Messages that replace built-in ones. */
  declare messages:
    | Partial<WidgetMessages & CheckoutMessages & MethodMessages & Omit<StatusMessages, 'failed'>>
    | undefined;

  /** The last observed width: measuring on every press would make the browser lay out the page twice. */
  declare protected width: number | undefined;
  #choice: Choice = new Choice(this, loadCheckout);
  #disclosure: Disclosure = new Disclosure(this, loadDetails);
  #orderView: LazyPart<DrawOrder> = new LazyPart(this, loadOrderView);
  /** Waits for half of the offer to be visible. */
  #viewing: IntersectionObserver | undefined;

  /**
   * Disables it, as any form control: the choice cannot be changed and is not submitted.
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
    return this.option?.token || null;
  }

  /** Resets the choice: the box is unticked, and the amount is all of the emissions again. */
  reset(): void {
    this.#choice.reset();
  }

  /** Called when the surrounding form is reset. */
  formResetCallback(): void {
    this.#choice.reset();
  }

  /** Called when the element or a surrounding fieldset is disabled or enabled. */
  formDisabledCallback(): void {
    this.submit();
  }

  /**
   * Called when the browser has restored a form: on reload, on the way back, or with a tab. Firefox puts the token that
   * was chosen before into the form; the present choice replaces it.
   */
  formStateRestoreCallback(): void {
    this.submit();
  }

  /** @internal */
  submit(): void {
    this.internals.setFormValue(this.value);
    this.requestUpdate();
  }

  protected override firstUpdated(): void {
    // In the next frame: drawing may change the observed size.
    new ResizeObserver(() => requestAnimationFrame(() => (this.width = this.offsetWidth))).observe(this);
    this.#viewing = new IntersectionObserver(
      // On a busy page several positions come at once, the oldest first.
      (positions) => {
        const quote = this.#choice.view?.quote;
        if (!quote || !positions.some((position) => position.isIntersecting)) return;
        this.#viewing!.disconnect();
        this.#viewing = undefined;
        fire(this, 'offset-view', { quote });
      },
      { threshold: 0.5 },
    );
  }

  protected override willUpdate(): void {
    super.willUpdate();
    const { quote, tag } = this;
    this.drawable = this.#disclosure.fit(tag, this.compact, this.width || this.offsetWidth);
    this.#choice.show(this.order || quote?.status !== 'ready' ? undefined : viewOf(this.t, tag, quote));
    if (this.order) this.#orderView.load(tag);
  }

  protected override updated(): void {
    super.updated();
    this.internals.states.add(this.offer);
    const offered = this.#choice.view && this.renderRoot.querySelector('.offer');
    if (offered) this.#viewing?.observe(offered);
  }

  protected override render(): TemplateResult | undefined {
    const { state, t, tag, quote, messages } = this;
    const { compact, draw } = this.#disclosure;
    const order = this.order && this.#orderView.draw?.(this.order, messages);
    const message =
      state === 'failed'
        ? html`<p>${t.failed} ${t.unaffected}</p><button @click=${this.tryAgain} part="button">${t.retry}</button>`
        : state === 'unavailable' &&
          html`<slot name="unavailable"><p>${t.unavailable} ${t.unaffected}</p></slot>`;
    if (message) return this.card([html`<div part="message" role="status">${message}</div>`, order]);
    const ready = state === 'ready';
    // The server's skeleton stays while there are no flights, or the code that reads or draws them is not loaded yet.
    if (state === 'idle' || this.mute || !(compact || draw))
      return order ? this.card(order) : html`<slot></slot>`;
    const view =
      this.#choice.view ?? viewOf(t, tag, ready ? (quote as ReadyQuote) : placeholderQuote(this.passengers));
    const details = draw?.(view, messages, ready ? undefined : this.legs);
    return this.card([
      head(view, !ready, compact),
      compact ? '' : details!.flights,
      html`<details part="how">
        <summary @click=${() => this.#disclosure.load(tag)}>${t.details}</summary>
        ${ready ? [compact ? details?.flights : '', details?.method] : ''}
      </details>`,
      this.order ? order : offer(view, this.#choice, this.matches(':disabled')),
    ]);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'flight-offset-widget': FlightOffsetWidget;
  }
}
