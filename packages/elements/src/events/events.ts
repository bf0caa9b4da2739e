import type { CheckoutStatus, Quote, QuoteOption } from '@flight-offset/core';
import { isDeveloperError } from '../backend/developer-error.ts';

/** What each event of these elements carries, by its name. */
export interface OffsetEventData {
  /** The backend answered a quote, `ready` or `unavailable`. */
  'offset-quote': { readonly quote: Quote };
  /** The traveller ticked or unticked the box, or chose another option; without one the box is not ticked. */
  'offset-select': { readonly option: QuoteOption | undefined };
  /** An order was created. */
  'offset-order': { readonly orderId: string };
  /** The page is about to go to the payment page. Cancelable: then the page opens `url` itself. */
  'offset-redirect': { readonly orderId: string; readonly url: string };
  /** The state of an order is known, or still `pending` after two minutes. */
  'offset-status': { readonly status: CheckoutStatus };
  /** Something did not work; the element shows what to do next. `code` is also on the error. */
  'offset-error': { readonly error: Error; readonly code: string };
}

/** Name of an event of these elements. */
export type OffsetEventName = keyof OffsetEventData;

/** An event of these elements, fired for changes from inside only: it bubbles, also out of shadow roots. */
export class OffsetEvent extends Event {
  constructor(name: string, data: object) {
    super(name, { bubbles: true, composed: true, cancelable: name === 'offset-redirect' });
    Object.assign(this, data);
  }
}

/**
 * Fires `name` on `element`.
 *
 * @returns Whether the page let it pass.
 */
export function fire<N extends OffsetEventName>(
  element: Element,
  name: N,
  data: OffsetEventData[N],
): boolean {
  return element.dispatchEvent(new OffsetEvent(name, data));
}

/** Fires `offset-error` on `element`; what the developer has to fix is also a warning in the console. */
export function fireError(element: Element, cause: unknown): void {
  const error = cause as Error & { code?: string };
  if (isDeveloperError(error)) console.warn(error);
  fire(element, 'offset-error', { error, code: error.code ?? 'internal' });
}

declare global {
  // They bubble: a page may listen on the element, the document or the window.
  interface GlobalEventHandlersEventMap {
    'offset-quote': OffsetEvent & OffsetEventData['offset-quote'];
    'offset-select': OffsetEvent & OffsetEventData['offset-select'];
    'offset-order': OffsetEvent & OffsetEventData['offset-order'];
    'offset-redirect': OffsetEvent & OffsetEventData['offset-redirect'];
    'offset-status': OffsetEvent & OffsetEventData['offset-status'];
    'offset-error': OffsetEvent & OffsetEventData['offset-error'];
  }
}
