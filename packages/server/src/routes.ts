import type { CheckoutRequest, QuoteRequest } from '@flight-offset/core';
import { readAddress } from './address.ts';
import { cancelForBooking } from './bookings/cancel-for-booking.ts';
import { confirmWithBooking } from './bookings/confirm-with-booking.ts';
import { CheckoutError } from './checkout-error.ts';
import type { GuardOptions, RouteName } from './handler-options.ts';
import { checkBackendKey } from './http/backend-key.ts';
import { type BodyLimits, readBody, readJsonBody } from './http/read-body.ts';
import { json } from './http/response.ts';
import { invalidHost } from './http/web-request.ts';
import { showLater, takeLater } from './later/respond.ts';
import type { Offset } from './offset.ts';
import { getTransaction, listOrders, readListQuery } from './orders/back-office.ts';
import { createOrder } from './orders/create-order.ts';
import { orderStatus } from './orders/order-status.ts';
import { receiveWebhook } from './orders/receive-webhook.ts';
import { quote } from './quote/quote.ts';

/** A route, and the URL that it was found by. */
export interface FoundRoute {
  readonly route: Route;
  readonly url: URL;
  /** The part of the path that is an identifier. */
  readonly parameter: string;
}

/** Input of a route. */
export interface RouteInput extends Omit<FoundRoute, 'route'> {
  readonly offset: Offset;
  readonly options: GuardOptions;
  readonly request: Request;
  readonly body: BodyLimits;
  readonly headers: Readonly<Record<string, string>>;
  /** Reason why the handler refuses the request; for routes whose responses people read. */
  readonly problem?: CheckoutError;
}

/** One endpoint of the handler. */
export interface Route {
  readonly name: RouteName;
  readonly method: 'GET' | 'POST';
  /** End of the path, wherever the handler is mounted. */
  readonly path: RegExp;
  /** Whether pages call it; the service's webhooks have no origin. */
  readonly fromPages: boolean;
  /** Whether people read its responses: its refusals are pages too, in the language of the link. */
  readonly isPage?: true;
  /** The merchant's option that opens the route and approves each request; without it, the route does not exist. */
  readonly opensBy?: 'authorize' | 'backendKey';
  respond(input: RouteInput): Promise<Response>;
}

const ROUTES: readonly Route[] = [
  {
    name: 'quote',
    method: 'POST',
    path: /\/quote$/,
    fromPages: true,
    async respond({ offset, request, body, headers }) {
      // The function that receives the body validates it.
      const input = (await readJsonBody(request, body)) as QuoteRequest;
      return json(await quote(offset, input, { signal: request.signal }), 200, headers);
    },
  },
  {
    name: 'orderStatus',
    method: 'GET',
    path: /\/orders\/([^/]+)\/status$/,
    fromPages: true,
    async respond({ offset, parameter, headers }) {
      return json(await orderStatus(offset, parameter), 200, headers);
    },
  },
  {
    name: 'listOrders',
    method: 'GET',
    path: /\/back-office\/orders$/,
    fromPages: true,
    opensBy: 'authorize',
    async respond({ offset, url, headers }) {
      return json(await listOrders(offset, readListQuery(url.searchParams)), 200, headers);
    },
  },
  {
    name: 'getTransaction',
    method: 'GET',
    path: /\/back-office\/transactions\/([^/]+)$/,
    fromPages: true,
    opensBy: 'authorize',
    async respond({ offset, parameter, headers }) {
      return json(await getTransaction(offset, parameter), 200, headers);
    },
  },
  forBackend('confirmBooking', /\/bookings\/confirm$/, confirmWithBooking),
  forBackend('cancelBooking', /\/bookings\/cancel$/, cancelForBooking),
  {
    name: 'createOrder',
    method: 'POST',
    path: /\/orders$/,
    fromPages: true,
    async respond({ offset, options, request, body, headers }) {
      const input = (await readJsonBody(request, body)) as CheckoutRequest;
      // A session without a booking is often null.
      const context = (await options.bookingContext?.(request)) ?? {};
      return json(await createOrder(offset, input, context), 201, headers);
    },
  },
  {
    name: 'receiveWebhook',
    method: 'POST',
    path: /\/webhooks$/,
    fromPages: false,
    async respond({ offset, request, url, body, headers }) {
      const received = { headers: request.headers, body: await readBody(request, body), url: url.href };
      const { outcome } = await receiveWebhook(offset, received);
      return json({ outcome }, outcome === 'final' ? 200 : 202, headers);
    },
  },
  // Last, for handlers mounted at /later.
  {
    name: 'showLater',
    method: 'GET',
    path: /\/later\/([^/]+)$/,
    // Mail programs open it from any site.
    fromPages: false,
    isPage: true,
    respond: showLater,
  },
  {
    name: 'takeLater',
    method: 'POST',
    path: /\/later\/([^/]+)$/,
    fromPages: true,
    isPage: true,
    respond: takeLater,
  },
];

/** Creates a route for the merchant's other backends. @param work validates the body. */
function forBackend<T>(
  name: RouteName,
  path: RegExp,
  work: (offset: Offset, input: T) => Promise<object>,
): Route {
  return {
    name,
    method: 'POST',
    path,
    fromPages: false,
    opensBy: 'backendKey',
    async respond({ offset, request, body, headers }) {
      return json(await work(offset, (await readJsonBody(request, body)) as T), 200, headers);
    },
  };
}

/**
 * Returns the method that finds the route: HEAD responds as GET does, without a body. Mail scanners check links by
 * HEAD.
 */
export function methodOf({ method }: Request): string {
  return method === 'HEAD' ? 'GET' : method;
}

/**
 * Finds the route of a request, by the end of its path.
 * @throws CheckoutError `not_found`; `bad_request` if its URL is invalid.
 */
export function findRoute(request: Request, options: GuardOptions): FoundRoute {
  const url = readAddress(request.url);
  if (!url) throw invalidHost();
  const path = url.pathname.replace(/\/$/, '');
  // Several if a page and its form share a URL, or the handler is mounted at /back-office.
  const named = ROUTES.filter((route) => route.path.test(path));
  const isOpen = ({ opensBy }: Route): boolean => !opensBy || Boolean(options[opensBy]);
  const route = named.find((one) => one.method === methodOf(request) && isOpen(one)) ?? named[0];
  if (route && isOpen(route)) return { route, parameter: decode(route.path.exec(path)?.[1] ?? ''), url };
  throw unknownEndpoint();
}

function unknownEndpoint(): CheckoutError {
  return new CheckoutError('not_found', 'Unknown endpoint. See the reference of @flight-offset/server.');
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw unknownEndpoint();
  }
}

/** Lets a request pass to a route. @throws CheckoutError `forbidden`. */
export async function requireAccess(
  { opensBy }: Route,
  options: GuardOptions,
  request: Request,
): Promise<void> {
  if (opensBy === 'backendKey') return checkBackendKey(request, options.backendKey!);
  if (!opensBy || (await options.authorize?.(request)) === true) return;
  throw new CheckoutError('forbidden', 'Forbidden: the `authorize` option did not approve this request.');
}
