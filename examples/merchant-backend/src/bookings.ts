/** The airline's bookings: one payment for flights and contribution, confirmed and cancelled together. */
import { CheckoutError, type Offset } from '@flight-offset/server';
import { bookOnce } from './book.ts';
import { BookingError } from './booking-error.ts';
import { readBookingRequest } from './booking-request.ts';
import { cancel } from './cancel.ts';
import { laterLink } from './later.ts';
import { find, type Shop } from './shop.ts';

/** Milliseconds before an open contribution is confirmed again. */
const RETRY_MS = 30_000;

/**
 * Creates the endpoint for bookings, which this process keeps. Your shop has a database, a payment provider and
 * sessions: here a reference is enough to read a booking and to cancel it.
 * @param currency Currency of the shop.
 * @param options.handlerUrl URL of the handler for travellers. Links contain it for months: it must not come from a
 * request, whose sender chooses the host.
 */
export function createBookings(
  offset: Offset,
  currency: string,
  { handlerUrl, retryMs = RETRY_MS }: { readonly handlerUrl: string; readonly retryMs?: number },
): (request: Request) => Promise<Response> {
  const shop = { offset, currency, handlerUrl, retryMs, bookings: new Map(), attempts: new Map() };
  return async (request) => {
    const response = await route(shop, request).catch(refusal);
    // On the way back and forward a browser would show its cached copy: a cancelled booking as booked.
    response.headers.set('cache-control', 'no-store');
    return response;
  };
}

async function route(shop: Shop, request: Request): Promise<Response> {
  const { method } = request;
  const [, , reference = '', action] = new URL(request.url).pathname.split('/');
  if (method === 'POST' && reference === '')
    return Response.json(await bookOnce(shop, await readBookingRequest(request)), { status: 201 });
  if (method === 'GET' && action === undefined) return Response.json(find(shop, reference));
  if (method === 'POST' && action === 'cancel') return Response.json(await cancel(shop, reference));
  if (method === 'GET' && action === 'contribute-later')
    return Response.json(await laterLink(shop, reference));
  throw new BookingError(405, 'This endpoint does not take this method.');
}

/** Writes a refusal in words for the traveller: messages of other errors are for developers, and are printed. */
function refusal(error: unknown): Response {
  if (error instanceof BookingError)
    return Response.json({ message: error.message }, { status: error.status });
  console.error(error);
  if (error instanceof CheckoutError && error.retryable)
    return Response.json(
      { message: 'This is not possible at the moment. Try again shortly.' },
      { status: 503 },
    );
  return Response.json({ message: 'Something went wrong. Try again.' }, { status: 500 });
}
