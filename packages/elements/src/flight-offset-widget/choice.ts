import type { Checkout, QuoteOption, User } from '@flight-offset/core';
import type { ReactiveControllerHost } from 'lit';
import { fire, fireError } from '../events/events.ts';
import type { View } from '../figure/view.ts';
import { paying } from '../lazy/paying.ts';
import type { PayingMessages } from '../messages/paying/paying-messages.ts';
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
 * The traveller's choice: whether the box is ticked, and which option. It starts unticked, nothing but the traveller's
 * own hand ticks it, and whatever unticks it fires `offset-select`.
 */
export class Choice {
  state: OfferState = 'unselected';
  /** What the traveller has to know before going on. */
  declare notice: string | undefined;
  /** What the choice is about, once the quote is here. */
  declare view: View | undefined;
  /** The last order that was made, and its token: whoever comes back to the same choice pays the same order. */
  declare made: (Checkout & { readonly token: string }) | undefined;
  /** What follows the first touch, once it is here. */
  declare paying: Paying | undefined;
  /** Which option is on show: a part of the emissions. */
  part = 1;
  #host: ChoiceHost;

  constructor(host: ChoiceHost) {
    this.#host = host;
  }

  /** The option on show, ticked or not. */
  get shown(): QuoteOption | undefined {
    const options = this.view?.quote.options;
    return options?.find(({ fraction }) => fraction === this.part) ?? options?.[0];
  }

  /** The option that is chosen: none while the box is not ticked. */
  get option(): QuoteOption | undefined {
    return this.state === 'unselected' ? undefined : this.shown;
  }

  /** Takes what is on offer now. A choice stands for what was ticked: another price, amount or project unticks it. */
  show(view: View | undefined): void {
    const { option, view: seen } = this;
    this.view = view;
    if (option && seen!.quote !== view?.quote && !this.paying?.isSame(option, seen!))
      this.choose('unselected');
  }

  /** Changes what the offer is doing, without telling the page. */
  set(state: OfferState, notice?: string): void {
    this.state = state;
    this.notice = notice;
    this.#host.requestUpdate();
  }

  /** Changes it, and tells the page where there is or was a choice. */
  choose(state: OfferState, notice?: string): void {
    const before = this.state;
    this.set(state, notice);
    if (this.option || before !== state) fire(this.#host, 'offset-select', { option: this.option });
  }

  /** Starts over, with all of the emissions on offer. */
  reset(): void {
    this.part = 1;
    this.choose('unselected');
  }

  /** A page that comes back from the history starts over: unticked, with a quote of its own. */
  handleEvent({ persisted }: PageTransitionEvent): void {
    if (!persisted) return;
    this.reset();
    this.#host.retry();
  }

  /** The traveller ticked or unticked the box. */
  toggle(): void {
    this.choose(this.option ? 'unselected' : 'selected');
    this.load(this.view!);
  }

  /** Loads what follows the first touch; where it does not arrive nothing is chosen, and the next touch loads it again. */
  async load({ t, tag }: View): Promise<void> {
    // At once: the page may be left before the rest is here.
    addEventListener('pageshow', this);
    try {
      this.paying ??= (await paying()).payingFor(this, this.#host);
      await this.paying.speak(tag);
    } catch (cause) {
      this.choose('unselected', `${t.failed} ${t.retry}`);
      fireError(this.#host, cause);
    }
  }
}
