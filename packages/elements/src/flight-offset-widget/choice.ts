import type { Checkout, QuoteOption, User } from '@flight-offset/core';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { type ChangeReason, fire, fireError } from '../events/events.ts';
import type { View } from '../figure/view.ts';
import type { CheckoutMessages } from '../messages/checkout/checkout-messages.ts';
import type { CheckoutControls } from './checkout-controls.ts';

/**
 * State of the offer: the box is not ticked, or ticked; the order is being created; or the page is navigating to the
 * payment page.
 */
export type OfferState = 'unselected' | 'selected' | 'submitting' | 'redirecting';

/** The element that a choice belongs to. */
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
  /**
   * The order of the present choice: a repeated press opens the same one, also under another quote with the same terms.
   */
  declare order: Checkout | undefined;
  /** The controls that the first click reveals, once they are loaded. */
  declare controls: CheckoutControls | undefined;
  /** The amount to offer, as a fraction of the emissions: the nearest one that is not sold out is shown. */
  fraction = 1;
  /**
   * Identifier of the choice that the traveller picked. Without it, or if that choice is sold out, the first that is
   * not sold out applies, in the operator's order of preference.
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

  /** The option on display, ticked or not: the nearest to `fraction`; a sold-out one only if all are. */
  get shown(): QuoteOption | undefined {
    const distance = ({ fraction, soldOut }: QuoteOption): number =>
      Math.abs(fraction - this.fraction) + (soldOut ? 99 : 0);
    return this.view?.quote.options.toSorted((one, other) => distance(one) - distance(other))[0];
  }

  /** The chosen option; `undefined` while the box is not ticked. */
  get option(): QuoteOption | undefined {
    return this.state === 'unselected' ? undefined : this.shown;
  }

  /** Shows a new quote. It unticks the box if price, amount or project differ from the ticked ones. */
  show(view: View | undefined): void {
    const { view: seen, option } = this;
    this.view = view && (this.controls?.pick(view) ?? view);
    if (seen?.quote === this.view?.quote) return;
    // The new quote may be in another language, and its choices may have other words.
    if (view && (this.controls || view.quote.choices)) this.load(view);
    if (option && !this.controls?.isSame(option, seen!)) this.choose('unselected', 'renewed');
    // Also for the same choice: each quote has its own tokens.
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

  /** Unticks the box, and selects the option for all of the emissions of the operator's preferred choice. */
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

  /** Handles a tick or untick by the traveller. */
  toggle(): void {
    this.choose(this.option ? 'unselected' : 'selected', 'user');
    this.load(this.view!);
  }

  /**
   * Loads the checkout controls, or performs another `act` that loads code. If that fails nothing is chosen, a
   * traveller who had ticked the box sees an error, and the next click loads it again.
   */
  async load(
    view: View,
    act = async (): Promise<void> => (await this.#load()).prepareControls(this, this.#host, view),
  ): Promise<void> {
    // Before the first `await`: the traveller may leave the page while the controls load.
    this.#host.addController(this);
    try {
      await act();
    } catch (cause) {
      if (this.option) this.choose('unselected', 'reset', `${view.t.unaffected} ${view.t.retry}`);
      fireError(this.#host, cause);
    }
  }
}
