import type { QuotedShare, ReadyQuote, User } from '@flight-offset/core';
import { fire, fireError } from '../events/events.ts';
import type { WidgetMessages } from '../messages/widget/widget-messages.ts';

/** What the offer is doing. */
export type OfferState = 'unselected' | 'selected' | 'opening' | 'left';

/** What a choice needs of the element it belongs to. */
export interface ChoiceHost extends HTMLElement {
  readonly endpoint: string | undefined;
  readonly user: User | undefined;
  retry(): Promise<void>;
  requestUpdate(): void;
}

/** What only paying needs: fetched when the box is ticked, so that it is here when the button is pressed. */
const payment = (): Promise<typeof import('./pay.ts')> => import('./pay.ts');

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
    // Should it not arrive, `pay` asks for it again and says so.
    if (this.share) payment().catch(() => {});
    fire(this.#host, 'offset-select', { share: this.share });
  }

  /** Makes the order and leaves for the payment page. */
  async pay(): Promise<void> {
    if (this.state === 'opening') return;
    let notice: keyof WidgetMessages = 'changed';
    this.set('opening');
    try {
      const { pay } = await payment();
      // Unless another itinerary came meanwhile.
      if ((this.state as OfferState) === 'opening') await pay(this, this.#host);
    } catch (cause) {
      notice = (cause as { code?: string }).code === 'quote_used' ? 'used' : 'notOpened';
      fireError(this.#host, cause);
    }
    // What is paid is done with: not ticked, so that nothing renews it and no button offers it again.
    if ((this.state as OfferState) === 'opening')
      this.set(notice === 'used' ? 'unselected' : 'selected', notice);
  }
}
