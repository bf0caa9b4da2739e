/** A merchant's backend on Node's own server. The page sends requests to it; only the backend holds the secret. */
import { createServer } from 'node:http';
import { cityNames } from '@flight-offset/emissions/cities';
import { createOffset, createOffsetHandler, startReconciling } from '@flight-offset/server';
import { toNodeHandler } from '@flight-offset/server/node';
import { createBookings } from './bookings.ts';
import { frontPage, isForPeople } from './front-page.ts';

const { env } = process;
const port = Number(env.MERCHANT_PORT ?? 4020);
const merchant = env.MERCHANT_URL ?? `http://localhost:${port}`;
const gateway = env.GATEWAY_URL ?? 'http://localhost:4010';
const airline = env.AIRLINE_URL ?? 'http://localhost:4030';
const docs = env.DOCS_URL ?? 'http://localhost:4000';
const currency = env.MERCHANT_CURRENCY ?? 'EUR';
/** Origins of the pages that may call this backend: the airline's, and the documentation's sandbox. */
const origins = [airline, docs];

const options = {
  service: {
    baseUrl: gateway,
    apiKey: env.OFFSET_API_KEY ?? 'sandbox-key',
    signingKey: env.OFFSET_API_SECRET ?? 'sandbox-secret',
    platformId: env.OFFSET_PLATFORM_ID ?? 'sandbox-platform',
    honoursIdempotencyKey: true,
  },
  currency,
  webhookUrl: `${merchant}/offset/webhooks`,
  amounts: { fractions: [0.5, 1, 1.5] },
  policy: { cities: cityNames },
  origins,
  // The airline takes the payment itself: only a payer on the sandbox's pages leaves them, and comes back.
  bookingContext: ({ headers }: Request) =>
    headers.get('origin') === docs ? { returnUrl: `${docs}/sandbox/return` } : {},
  onOrderCompleted: ({ orderId, grams }: { orderId: string; grams: number }) =>
    console.log(`${orderId} is paid: ${grams / 1000} kg of credits allocated`),
  onOrderFailed: ({ orderId }: { orderId: string }) => console.log(`${orderId} was not paid`),
  onError: (error: unknown) => console.error(error),
};

const offset = createOffset(options);
startReconciling(offset);
const handler = createOffsetHandler(options, offset);
const bookings = createBookings(offset, currency, { handlerUrl: `${merchant}/offset` });

/** Responds across origins: the airline's page has another origin than this backend. */
async function respond(request: Request): Promise<Response> {
  if (isForPeople(request)) return frontPage({ airline, docs, gateway });
  const origin = request.headers.get('origin') ?? '';
  if (new URL(request.url).pathname.split('/')[1] !== 'bookings') return handler(request);
  const response =
    request.method === 'OPTIONS' ? new Response(null, { status: 204 }) : await bookings(request);
  if (origins.includes(origin)) {
    response.headers.set('access-control-allow-origin', origin);
    response.headers.set('access-control-allow-headers', 'content-type');
    response.headers.set('vary', 'origin');
  }
  return response;
}

createServer(toNodeHandler(respond)).listen(port);
