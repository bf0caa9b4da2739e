import type { QuotedShare, ReadyQuote, User } from '@flight-offset/core';
import { fire } from '../events/events.ts';
import type { WidgetMessages } from '../messages/widget/widget-messages.ts';
import { checkOut } from './check-out.ts';

/** What the offer is doing. */
export type OfferState = 'unselected' | 'selected' | 'opening' | 'left';

/** What a choice needs of the element it belongs to. */
export interface ChoiceHost extends HTMLElement {
  readonly endpoint: string | undefined;
  readonly user: User | undefined;
  retry(): Promise<void>;
  requestUpdate(): void;
}

/**
 * The traveller's choice: whether the box is ticked, which share, and the way to the payment page. It starts
 * unticked, and nothing but the traveller's own hand leads on.
 */
export class Choice {
  state: OfferState = 'unselected';
  notice: keyof WidgetMessages | undefined;
  /** Set while the form around is disabled. */
  disabled = false;
  /** Answer of the backend that the choice is about. */
  quote: ReadyQuote | undefined;
  #host: ChoiceHost;
  #part = 1;

  constructor(host: ChoiceHost) {
    this.#host = host;
  }

  /** The share on show, ticked or not. */
  get shown(): QuotedShare | undefined {
    const shares = this.quote?.shares;
    return shares?.find(({ share }) => share === this.#part) ?? shares?.[0];
  }

  /** The share that is chosen: none while the box is not ticked. */
  get share(): QuotedShare | undefined {
    return this.state === 'unselected' ? undefined : this.shown;
  }

  /** Changes what the offer is doing, without telling the page. */
  set(state: OfferState, notice?: keyof WidgetMessages): void {
    this.state = state;
    this.notice = notice;
    this.#host.requestUpdate();
  }

  /** The traveller ticked or unticked the box, or chose the share `part`. */
  select(part?: number): void {
    this.#part = part ?? this.#part;
    this.set(part || !this.share ? 'selected' : 'unselected');
    fire(this.#host, 'offset-select', { share: this.share });
  }

  /** Makes the order and leaves for the payment page. */
  async pay(): Promise<void> {
    if (this.state === 'opening') return;
    const host = this.#host;
    let notice: keyof WidgetMessages = 'changed';
    this.set('opening');
    try {
      const checkout = await checkOut({
        endpoint: host.endpoint!,
        user: host.user,
        quote: this.quote!,
        share: this.shown!,
        renew: async () => {
          await host.retry();
          return this.quote;
        },
      });
      // Unless another itinerary came meanwhile: then this order is not what the traveller looks at.
      if (checkout && (this.state as OfferState) === 'opening') {
        const { orderId, paymentUrl: url } = checkout;
        this.set('left');
        fire(host, 'offset-order', { orderId });
        if (fire(host, 'offset-redirect', { orderId, url })) location.assign(url);
      }
    } catch (error) {
      notice = 'notOpened';
      fire(host, 'offset-error', { error: error as Error, code: (error as { code: string }).code });
    }
    if ((this.state as OfferState) === 'opening') this.set('selected', notice);
  }
}
