import { createOffsetHandler, type OffsetHandler, type OffsetHandlerOptions } from '@flight-offset/server';
import { options } from './options.ts';

const WINDOW_MS = 60_000;
const MAX_REQUESTS = 60;

/** Session ids of staff who are signed in: your session store, in production. */
export const staffSessions: Set<string> = new Set();

/** Requests per client in the current window. Each process counts on its own; use Redis for more than one. */
const windows = new Map<string, { readonly start: number; requests: number }>();

/** Value of a cookie; frameworks have a function for it. */
function cookie(request: Request, name: string): string | undefined {
  const cookies = (request.headers.get('cookie') ?? '').split('; ');
  return cookies.find((one) => one.startsWith(`${name}=`))?.slice(name.length + 1);
}

/** At most 60 requests per minute and IP address. `x-real-ip` is set by your proxy, never by the client. */
function withinLimit(request: Request): boolean | { retryAfterSeconds: number } {
  const client = request.headers.get('x-real-ip') ?? '';
  const now = Date.now();
  const current = windows.get(client);
  const window = current && now - current.start < WINDOW_MS ? current : { start: now, requests: 0 };
  windows.set(client, window);
  window.requests++;
  if (window.requests <= MAX_REQUESTS) return true;
  return { retryAfterSeconds: Math.ceil((window.start + WINDOW_MS - now) / 1000) };
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
