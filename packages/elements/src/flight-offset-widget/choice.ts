import type { QuotedShare, User } from '@flight-offset/core';
import type { ReactiveControllerHost } from 'lit';
import { fire, fireError } from '../events/events.ts';
import type { View } from '../figure/view.ts';
import type { PayingMessages } from '../messages/paying/paying-messages.ts';
import { fetchPaying } from './fetch-paying.ts';
import type { Paying } from './paying.ts';

/** What the offer is doing. */
export type OfferState = 'unselected' | 'selected' | 'opening' | 'left';

/** What a choice needs of the element it belongs to. */
export interface ChoiceHost extends HTMLElement, ReactiveControllerHost {
  readonly arrived: number;
  readonly endpoint: string | undefined;
  readonly user: User | undefined;
  readonly checkout: 'redirect' | 'form' | undefined;
  readonly messages: Partial<PayingMessages> | undefined;
  retry(): Promise<void>;
}

/**
 * The traveller's choice: whether the box is ticked, and which share. It starts unticked, and nothing but the
 * traveller's own hand leads on.
 */
export class Choice {
  state: OfferState = 'unselected';
  /** What the traveller has to know before going on. */
  declare notice: string | undefined;
  /** What the choice is about, once the backend answered. */
  declare view: View | undefined;
  /** What follows the tick, once it is here. */
  declare paying: Paying | undefined;
  #host: ChoiceHost;
  #part = 1;

  constructor(host: ChoiceHost) {
    this.#host = host;
  }

  /** The share on show, ticked or not. */
  get shown(): QuotedShare | undefined {
    const shares = this.view?.quote.shares;
    return shares?.find(({ share }) => share === this.#part) ?? shares?.[0];
  }

  /** The share that is chosen: none while the box is not ticked. */
  get share(): QuotedShare | undefined {
    return this.state === 'unselected' ? undefined : this.shown;
  }

  /** Changes what the offer is doing, without telling the page. */
  set(state: OfferState, notice?: string): void {
    this.state = state;
    this.notice = notice;
    this.#host.requestUpdate();
  }

  /** Changes it, and tells the page. */
  choose(state: OfferState, notice?: string): void {
    this.set(state, notice);
    fire(this.#host, 'offset-select', { share: this.share });
  }

  /** The traveller ticked or unticked the box, or chose the share `part`. */
  async select(part = 0): Promise<void> {
    const { t, tag } = this.view!;
    this.#part = part || this.#part;
    this.choose(part || !this.share ? 'selected' : 'unselected');
    try {
      const { payingFor } = await fetchPaying();
      this.paying ??= payingFor(this, this.#host);
      await this.paying.speak(tag);
      this.#host.requestUpdate();
    } catch (cause) {
      // Without what follows there is nothing to choose; the next tick asks for it again.
      if (this.share) this.choose('unselected', `${t.failed} ${t.retry}`);
      fireError(this.#host, cause);
    }
  }
}
