import type { CheckoutStatus, Order, Quote, QuoteOption, ReadyQuote } from '@flight-offset/core';

/**
 * Why a choice changed: `user`, the traveller ticked, unticked or picked; `renewed`, the quote that replaced the chosen
 * one has other terms or another itinerary; `reset`, the page, its form or its history reset it, or it failed.
 */
export type ChangeReason = 'user' | 'renewed' | 'reset';

/**
 * A choice: the fields of the quote, such as `project` and `expiresAt`, and those of the chosen option: `token`, `grams`,
 * `price`. The widget renews its quote before it expires: read its `value` when the booking is paid.
 */
export interface OffsetChange extends Partial<Omit<ReadyQuote, 'status'>>, Partial<QuoteOption> {
  readonly reason: ChangeReason;
  /** Whether the box is ticked; `token` is then the one to confirm with the booking. */
  readonly selected: boolean;
  /** The chosen option; `undefined` while the box is not ticked. */
  readonly option: QuoteOption | undefined;
}

/** The data of each event of these elements, by its name. */
export interface OffsetEventData {
  /** A quote arrived, `ready` or `unavailable`. */
  'offset-quote': { readonly quote: Quote };
  /** The choice changed; see {@link OffsetChange}. */
  'offset-change': OffsetChange;
  /** The same data, for a form that listens to its controls. */
  change: OffsetChange;
  /** Half of the offer is visible: once per element, to measure its conversion without tracking anyone. */
  'offset-view': { readonly quote: ReadyQuote };
  /** An order was created. */
  'offset-order': { readonly orderId: string };
  /** The page is about to navigate to the payment page. If cancelled, the page opens `url` itself. */
  'offset-redirect': { readonly orderId: string; readonly url: string };
  /** The status of an order is final, or still `pending` after two minutes. */
  'offset-status': { readonly status: CheckoutStatus };
  /** An order in the list was picked. */
  'offset-order-select': { readonly order: Order };
  /**
   * A request failed or input is invalid; the element shows what to do next. `code` is the code of the error, a
   * `BackendError`, or `internal` if a file of the elements failed to load.
   */
  'offset-error': { readonly error: Error; readonly code: string };
}

/** Name of an event of these elements. */
export type OffsetEventName = keyof OffsetEventData;

/**
 * An event of these elements, fired for changes from inside only: it bubbles, also out of shadow roots. Its data,
 * listed by its name in {@link OffsetEventData}, are its own properties; there is no `detail`.
 *
 * @example
 * document.addEventListener('offset-change', ({ selected, option }) => {
 *   total.textContent = selected ? (option?.price?.formatted ?? '') : '';
 * });
 */
export class OffsetEvent extends Event {
  constructor(name: string, data: object) {
    super(name, { bubbles: true, composed: true, cancelable: name === 'offset-redirect' });
    Object.assign(this, data);
  }
}

/**
 * Fires `name` on `element`.
 *
 * @returns `false` if the event was cancelled.
 */
export function fire<N extends OffsetEventName>(
  element: Element,
  name: N,
  data: OffsetEventData[N],
): boolean {
  return element.dispatchEvent(new OffsetEvent(name, data));
}

/**
 * Fires `offset-error` on `element`. Errors of the integration, such as an invalid leg or an unknown endpoint, are also a
 * warning in the console.
 *
 * @returns Whether it is an error of the integration: the developer has to fix it, and a traveller cannot by trying again.
 */
export function fireError(element: Element, cause: unknown): boolean {
  const { code = 'internal' } = cause as { code?: string };
  // `bad_request`, `forbidden` and `not_found`.
  const isPermanent = /bad_|forb|not_f/.test(code);
  if (isPermanent) console.warn(cause);
  fire(element, 'offset-error', { error: cause as Error, code });
  return isPermanent;
}

declare global {
  // They bubble: a page may listen on the element, the document or the window.
  interface GlobalEventHandlersEventMap {
    'offset-quote': OffsetEvent & OffsetEventData['offset-quote'];
    'offset-change': OffsetEvent & OffsetEventData['offset-change'];
    'offset-view': OffsetEvent & OffsetEventData['offset-view'];
    'offset-order': OffsetEvent & OffsetEventData['offset-order'];
    'offset-redirect': OffsetEvent & OffsetEventData['offset-redirect'];
    'offset-status': OffsetEvent & OffsetEventData['offset-status'];
    'offset-order-select': OffsetEvent & OffsetEventData['offset-order-select'];
    'offset-error': OffsetEvent & OffsetEventData['offset-error'];
  }
}
