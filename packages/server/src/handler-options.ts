import type { OffsetOptions } from './options.ts';
import type { BookingContext } from './orders/create-order.ts';

/** Routes of the handler, as `rateLimit` and `onError` receive them; those of a link are `contributeLater`. */
export type RouteName =
  | 'quote'
  | 'createOrder'
  | 'confirmBooking'
  | 'cancelBooking'
  | 'showLater'
  | 'takeLater'
  | 'orderStatus'
  | 'receiveWebhook'
  | 'listOrders'
  | 'getTransaction';

/** Whether a request is allowed; a refusal may name the seconds to wait. */
export type RateDecision = boolean | { readonly retryAfterSeconds: number };

/** Options that guard the handler. */
export interface GuardOptions {
  /** Origins of pages allowed besides the handler's own, also `capacitor://localhost`; `*` for any. Default: none. */
  readonly origins?: readonly string[];
  /** Called before each request is read, with the name of its route; return `true` to allow it. Default: all are. */
  readonly rateLimit?: (request: Request, route: RouteName) => RateDecision | Promise<RateDecision>;
  /** Maximum size of a body, bytes. Default 65 536. */
  readonly maxBodyBytes?: number;
  /** How long a body may take to arrive, milliseconds. Default 10 000. */
  readonly bodyTimeoutMs?: number;
  /** Opens `back-office/orders` and `back-office/transactions/{id}` to requests that it approves. Off by default. */
  readonly authorize?: (request: Request) => boolean | Promise<boolean>;
  /**
   * Opens `bookings/confirm` and `bookings/cancel` to the merchant's other backends, which send it as `Authorization:
   * Bearer …`: 32 random characters or more, never given to a page. Off by default.
   */
  readonly backendKey?: string;
  /**
   * Called with each request for an order: returns the booking of the merchant's session, and its return page. Default:
   * no reference, and the option `returnUrl`.
   */
  readonly bookingContext?: (request: Request) => BookingContext | Promise<BookingContext>;
}

/** Options of the handler. */
export interface OffsetHandlerOptions extends OffsetOptions, GuardOptions {}
