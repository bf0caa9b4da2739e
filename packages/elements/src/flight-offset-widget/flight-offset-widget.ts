import type { QuotedShare, ReadyQuote, User } from '@flight-offset/core';
import { type CSSResult, html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import type { BackendError } from '../backend/ask.ts';
import { askCheckout } from '../backend/checkout.ts';
import { fire } from '../events/events.ts';
import { ghostQuote } from '../figure/ghost-quote.ts';
import { head } from '../figure/head.ts';
import { how } from '../figure/how.ts';
import { legs } from '../figure/legs.ts';
import { scale } from '../figure/scale.ts';
import { type View, viewOf } from '../figure/view.ts';
import type { WidgetMessages } from '../messages/widget/widget-messages.ts';
import { QuoteElement } from '../quote-element.ts';
import { cardStyles } from '../styles/card.styles.ts';
import { figureStyles } from '../styles/figure.styles.ts';
import { offerStyles } from '../styles/offer.styles.ts';
import { offer } from './offer.ts';

/** What the offer is doing. */
export type OfferState = 'unselected' | 'selected' | 'opening' | 'left';

/**
 * Shows what an itinerary emits and offers, unticked, to contribute to a climate project.
 *
 * Nothing but the traveller's own hand ticks the box: no attribute, property, message, restored form or page does.
 */
export class FlightOffsetWidget extends QuoteElement {
  static readonly formAssociated = true;
  static override styles: CSSResult[] = [cardStyles, figureStyles, offerStyles];
  static override properties: PropertyDeclarations = { checkout: {}, user: { attribute: false } };

  /** `redirect` (default) leads to the payment page; `form` leaves the choice to the form around. */
  declare checkout: 'redirect' | 'form' | undefined;
  /** Whom the order is for; sent with the order only. */
  declare user: User | undefined;

  #offer: OfferState = 'unselected';
  #chosen = 1;
  #notice: keyof WidgetMessages | undefined;
  #offered = '';
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** What the offer is doing. */
  get offer(): OfferState {
    return this.#offer;
  }

  /** The chosen share; `undefined` while the box is not ticked. */
  get share(): QuotedShare | undefined {
    return this.#offer === 'unselected' ? undefined : this.#shown;
  }

  /** What the form around sends: the token of the chosen share, or nothing. */
  get value(): string | null {
    return this.share?.token ?? null;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('pageshow', this.#shownAgain);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('pageshow', this.#shownAgain);
    clearTimeout(this.#timer);
  }

  /** The form around was reset. */
  formResetCallback(): void {
    this.#set('unselected');
  }

  /** The form around was disabled or enabled. */
  formDisabledCallback(): void {
    this.requestUpdate();
  }

  get #ready(): ReadyQuote | undefined {
    return this.quote?.status === 'ready' ? this.quote : undefined;
  }

  get #shown(): QuotedShare | undefined {
    const shares = this.#ready?.shares;
    return shares?.find(({ share }) => share === this.#chosen) ?? shares?.[0];
  }

  #set(offer: OfferState, notice?: keyof WidgetMessages): void {
    this.#offer = offer;
    this.#notice = notice;
    this.requestUpdate();
  }

  #select(offer: OfferState): void {
    this.#set(offer);
    fire(this, 'offset-select', { share: this.share });
  }

  /** A page that comes back from the history starts over: unticked, with a quote of its own. */
  #shownAgain = ({ persisted }: PageTransitionEvent): void => {
    if (!persisted) return;
    this.#set('unselected');
    this.retry();
  };

  /** Makes the order and leaves; a quote that ran out meanwhile is renewed once. */
  async #pay(renewed?: boolean): Promise<void> {
    const { endpoint, user } = this;
    const share = this.#shown!;
    this.#set('opening');
    try {
      const { orderId, paymentUrl: url } = await askCheckout(
        endpoint!,
        { token: share.token, user },
        this.#ready!.paymentOrigins,
      );
      // Another itinerary came meanwhile: this order is not what the traveller looks at.
      if (this.#offer !== 'opening') return;
      this.#set('left');
      fire(this, 'offset-order', { orderId });
      if (fire(this, 'offset-redirect', { orderId, url })) location.assign(url);
    } catch (cause) {
      if (this.#offer !== 'opening') return;
      if (!renewed && (cause as BackendError).code === 'quote_expired') {
        await this.retry();
        const { grams, price } = this.#shown!;
        if (grams === share.grams && price?.formatted === share.price?.formatted) return this.#pay(true);
        this.#set('selected', 'changed');
      } else {
        this.#set('selected', 'notOpened');
        this.fail(cause);
      }
    }
  }

  protected override willUpdate(): void {
    if (this.#offered === this.key) return;
    this.#offered = this.key;
    this.#offer = 'unselected';
    this.#chosen = 1;
    this.#notice = undefined;
  }

  protected override updated(): void {
    super.updated();
    this.internals.setFormValue(this.value);
    clearTimeout(this.#timer);
    if (this.#offer === 'selected') {
      const left = Date.parse(this.#ready!.expiresAt) - Date.now();
      // Once a minute at most, so that a clock that is wrong does not turn this into a loop.
      this.#timer = setTimeout(() => this.retry(), Math.max(Math.min(left, 1e9), 6e4) || 1e9);
    }
  }

  protected override stateNames(): string[] {
    return [this.state, this.#offer];
  }

  protected override render(): TemplateResult | typeof nothing {
    const { state, texts } = this;
    const { locale, dir, all: t } = texts;
    if (state === 'idle') return nothing;
    const loading = state === 'loading';
    const quote = this.#ready ?? ghostQuote(this.flights!, this.passengers);
    const view = viewOf(t, locale, quote);
    return html`<div class="card ${state}" part="card" role="group" aria-label=${t.contribute} lang=${locale}
      dir=${dir} aria-busy=${loading}>${
        loading || this.#ready
          ? [head(view, loading), legs(view), scale(view), how(view), this.#drawOffer(view)]
          : html`<div role="status" part="message">
              ${
                state === 'failed'
                  ? html`<p>${t.failed} ${t.unaffected}</p>
                      <button part="button" @click=${this.retry}><span>${t.retry}</span></button>`
                  : html`<slot name="unavailable">${t.unavailable} ${t.unaffected}</slot>`
              }
            </div>`
      }</div>`;
  }

  #drawOffer(view: View): TemplateResult {
    const selected = this.#offer !== 'unselected';
    return offer(view, {
      share: this.#shown ?? view.quote.shares[0]!,
      selected,
      opening: selected && this.#offer !== 'selected',
      disabled: !this.#ready || this.#offer === 'opening' || this.matches(':disabled'),
      button: this.checkout !== 'form',
      notice: this.#notice,
      toggle: () => this.#select(selected ? 'unselected' : 'selected'),
      choose: (share) => {
        this.#chosen = share;
        this.#select('selected');
      },
      pay: () => this.#offer !== 'opening' && this.#pay(),
    });
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'flight-offset-widget': FlightOffsetWidget;
  }
}
