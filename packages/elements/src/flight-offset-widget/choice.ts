import type { Checkout, QuoteOption, User } from '@flight-offset/core';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { type ChangeReason, fire, fireError } from '../events/events.ts';
import type { View } from '../figure/view.ts';
import type { CheckoutMessages } from '../messages/checkout/checkout-messages.ts';
import type { CheckoutControls } from './checkout-controls.ts';

/**
 * State of the offer: the box is not ticked, or is; the order is being created, or the page is navigating to the payment
 * page.
 */
export type OfferState = 'unselected' | 'selected' | 'submitting' | 'redirecting';

/** The element a choice belongs to. */
export interface ChoiceHost extends HTMLElement, ReactiveControllerHost {
  readonly renderRoot: ShadowRoot;
  readonly arrived: number;
  readonly endpoint: string | undefined;
  readonly user: User | undefined;
  readonly checkout: 'redirect' | 'form' | 'booking' | undefined;
  readonly messages: Partial<CheckoutMessages> | undefined;
  /** Submits the choice with the surrounding form, and renders. */
  submit(): void;
  retry(): Promise<void>;
}

/** Loads what prepares the checkout controls of a choice. */
export type LoadCheckout = () => Promise<{
  prepareControls(choice: Choice, host: ChoiceHost, view: View): Promise<void>;
}>;

/**
 * The traveller's choice: whether the box is ticked, and which option is selected. It starts unticked, only the
 * traveller can tick it, and whatever unticks it fires `offset-change`.
 */
export class Choice implements ReactiveController {
  state: OfferState = 'unselected';
  /** Message the traveller must see before continuing. */
  declare notice: string | undefined;
  /** The quote to choose from, once it is loaded. */
  declare view: View | undefined;
  /** The order of the present choice: a repeated press opens the same one, also with another quote of the same terms. */
  declare order: Checkout | undefined;
  /** What the first click reveals, once it is loaded. */
  declare controls: CheckoutControls | undefined;
  /** The amount to offer, as a fraction of the emissions: the nearest one that is left is shown. */
  fraction = 1;
  /**
   * The choice of a quote that the traveller picked; without one, or if that is sold out, it is the first which is not: the
   * one that the operator prefers.
   */
  declare picked: string | undefined;
  #host: ChoiceHost;
  #load: LoadCheckout;

  /** @param load Loads what prepares the checkout controls. */
  constructor(host: ChoiceHost, load: LoadCheckout) {
    this.#host = host;
    this.#load = load;
  }

  hostConnected(): void {
    addEventListener('pageshow', this);
  }

  hostDisconnected(): void {
    removeEventListener('pageshow', this);
  }

  /** The option on display, ticked or not: the nearest to `fraction`, one that is sold out only where all are. */
  get shown(): QuoteOption | undefined {
    const distance = ({ fraction, soldOut }: QuoteOption): number =>
      Math.abs(fraction - this.fraction) + (soldOut ? 99 : 0);
    return this.view?.quote.options.toSorted((one, other) => distance(one) - distance(other))[0];
  }

  /** The chosen option; `undefined` while the box is not ticked. */
  get option(): QuoteOption | undefined {
    return this.state === 'unselected' ? undefined : this.shown;
  }

  /** Shows a new quote. It unticks the box unless price, amount and project are those which were ticked. */
  show(view: View | undefined): void {
    const { view: seen, option } = this;
    this.view = view && (this.controls?.pick(view) ?? view);
    if (seen?.quote === this.view?.quote) return;
    // Its language may be another one, and the words of its choices may be others than those of the first quote.
    if (view && (this.controls || view.quote.choices)) this.load(view);
    if (option && !this.controls?.isSame(option, seen!)) this.choose('unselected', 'renewed');
    // Also that of the same choice: each quote has tokens of its own.
    this.#host.submit();
  }

  /** Changes the state without an event. */
  set(state: OfferState, notice?: string): void {
    this.state = state;
    this.notice = notice;
    this.#host.submit();
  }

  /** Changes the state, and fires `offset-change` and `change` if there is or was a choice. */
  choose(state: OfferState, reason: ChangeReason, notice?: string): void {
    const before = this.state;
    this.set(state, notice);
    this.order = undefined;
    const { option } = this;
    if (!option && before === state) return;
    const change = { ...this.view?.quote, ...option, option, selected: !!option, reason };
    fire(this.#host, 'offset-change', change);
    // Unless a listener changed it again: the form has received that change already.
    if (this.option === option) fire(this.#host, 'change', change);
  }

  /** Unticks the box and selects the option for all of the emissions, of the choice that the operator prefers. */
  reset(): void {
    this.fraction = 1;
    this.picked = undefined;
    this.choose('unselected', 'reset');
  }

  /** Resets the choice when the page is restored from the back/forward cache, and requests a new quote. */
  handleEvent({ persisted }: PageTransitionEvent): void {
    if (!persisted) return;
    this.reset();
    this.#host.retry();
  }

  /** The traveller ticked or unticked the box. */
  toggle(): void {
    this.choose(this.option ? 'unselected' : 'selected', 'user');
    this.load(this.view!);
  }

  /**
   * Loads the checkout controls, or does another `act` that loads code. If that fails nothing is chosen, an error is shown
   * to whoever had ticked the box, and the next click loads it again.
   */
  async load(
    view: View,
    act = async (): Promise<void> => (await this.#load()).prepareControls(this, this.#host, view),
  ): Promise<void> {
    // Before anything is awaited: the traveller may leave the page while the controls load.
    this.#host.addController(this);
    try {
      await act();
    } catch (cause) {
      if (this.option) this.choose('unselected', 'reset', `${view.t.unaffected} ${view.t.retry}`);
      fireError(this.#host, cause);
    }
  }
}
