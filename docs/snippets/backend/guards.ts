import { createOffsetHandler, type OffsetHandler, type OffsetHandlerOptions } from '@flight-offset/server';
import { options } from './options.ts';

const WINDOW_MS = 60_000;
const MAX_REQUESTS = 60;

/** Session ids of staff who are signed in: your session store, in production. */
export const staffSessions: Set<string> = new Set();

/** Requests per client since `windowStart`. Each process counts on its own; use Redis for more than one. */
const requests = new Map<string, number>();
let windowStart = 0;

/** Returns the value of a cookie; frameworks have a function for it. */
function cookie(request: Request, name: string): string | undefined {
  const cookies = (request.headers.get('cookie') ?? '').split('; ');
  return cookies.find((one) => one.startsWith(`${name}=`))?.slice(name.length + 1);
}

/** Allows 60 requests per minute and IP address. Your proxy sets `x-real-ip`, never the client. */
function withinLimit(request: Request): boolean | { retryAfterSeconds: number } {
  const client = request.headers.get('x-real-ip') ?? '';
  const now = Date.now();
  if (now - windowStart >= WINDOW_MS) {
    // All at once, so that it never holds more clients than call in one window.
    requests.clear();
    windowStart = now;
  }
  const count = (requests.get(client) ?? 0) + 1;
  requests.set(client, count);
  if (count <= MAX_REQUESTS) return true;
  return { retryAfterSeconds: Math.ceil((windowStart + WINDOW_MS - now) / 1000) };
}

export const guarded: OffsetHandlerOptions = {
  ...options,
  // The order carries the booking reference of the traveller's session; onOrderCompleted receives it.
  bookingContext: (request) => ({ reference: cookie(request, 'booking') }),
  // The service sends many webhooks from few addresses.
  rateLimit: (request, route) => route === 'receiveWebhook' || withinLimit(request),
  // Exposes back-office/orders and back-office/transactions/{id} to staff.
  authorize: (request) => staffSessions.has(cookie(request, 'session') ?? ''),
};

export const handler: OffsetHandler = createOffsetHandler(guarded);
