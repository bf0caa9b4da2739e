/** A service that misbehaves, over real connections: what the page receives, and how soon. */
import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import test from 'node:test';
import { checkoutErrorBodySchema, parse, ValidationError } from '@flight-offset/core';
import {
  OffsetApiError,
  OffsetConnectionError,
  OffsetResponseError,
  OffsetTimeoutError,
} from '@flight-offset/core/server';
import { cancelForBooking } from './bookings/cancel-for-booking.ts';
import { confirmWithBooking } from './bookings/confirm-with-booking.ts';
import { CheckoutError, toCheckoutError } from './checkout-error.ts';
import { createOffsetHandler, type OffsetHandler } from './handler.ts';
import { createOrder } from './orders/create-order.ts';
import { orderStatus } from './orders/order-status.ts';
import { BARE_CREDENTIALS, createBareService } from './testing/bare-service.ts';
import { testMerchant, ZRH_SFO } from './testing/merchant.ts';
import { serveNode, serveWeb } from './testing/serve.ts';

function merchantOf(baseUrl: string, errors: unknown[] = [], attemptTimeoutMs = 5000): OffsetHandler {
  return createOffsetHandler({
    service: {
      baseUrl,
      apiKey: BARE_CREDENTIALS.apiKey,
      signingKey: BARE_CREDENTIALS.secret,
      platformId: BARE_CREDENTIALS.platformId,
      timeoutMs: 2 * attemptTimeoutMs,
      attemptTimeoutMs,
      retry: { retries: 1, baseMs: 1 },
    },
    onError: (error) => void errors.push(error),
  });
}

function call(handler: OffsetHandler, path: string, body: unknown): Promise<Response> {
  return handler(
    new Request(`https://merchant.example/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  );
}

const FAULTS: readonly [name: string, listener: RequestListener, status: number, retryAfter?: string][] = [
  ['slow', () => undefined, 504],
  ['hanging up', (_request, response) => response.destroy(), 503],
  ['HTML with 200', (_request, response) => response.end('<html>Welcome</html>'), 502],
  ['HTML with 502', (_request, response) => response.writeHead(502).end('<html>Bad gateway</html>'), 502],
  [
    '429',
    (_request, response) => response.writeHead(429, { 'retry-after': '60' }).end('{"error":1,"message":"x"}'),
    503,
    '60',
  ],
  ['503 without a time', (_request, response) => response.writeHead(503).end(), 503],
  [
    '503 for a minute',
    (_request, response) => response.writeHead(503, { 'retry-after': '59.2' }).end(),
    503,
    '60',
  ],
  [
    '500 with an Error body',
    (_request, response) => response.writeHead(500).end('{"error":1,"message":"x"}'),
    502,
  ],
  [
    'half a body',
    (_request, response) => {
      response.writeHead(200, { 'content-length': '1000', 'content-type': 'application/json' });
      response.write('[{"flight":');
      setTimeout(() => response.destroy(), 20);
    },
    503,
  ],
  ['empty', (_request, response) => response.end(), 502],
  ['another shape', (_request, response) => response.end('{"flights":[]}'), 502],
  ['too few results', (_request, response) => response.end('[]'), 502],
  [
    'a redirect',
    (_request, response) => response.writeHead(302, { location: 'https://evil.example/' }).end(),
    502,
  ],
  [
    '401',
    (_request, response) => response.writeHead(401).end('{"error":401,"message":"wrong signature scheme"}'),
    502,
  ],
];

for (const [name, listener, status, retryAfter = '5'] of FAULTS) {
  test(`a service that is ${name} is a clear error to the page`, async () => {
    await using service = await serveNode(listener);
    const errors: unknown[] = [];
    const response = await call(
      merchantOf(service.origin, errors, name === 'slow' ? 100 : undefined),
      'quote',
      { flights: [ZRH_SFO] },
    );
    const error = parse(checkoutErrorBodySchema, await response.json());
    assert.deepEqual([response.status, error.code], [status, 'service_unavailable']);
    assert.match(error.message, /Nothing was charged; try again/);
    assert.equal(response.headers.get('retry-after'), retryAfter);
    assert.equal(errors.length, 1, 'the merchant receives the cause');
  });
}

test('no error about an order that may be paid claims that nothing was charged', async () => {
  let fault: (() => Response | Promise<Response>) | undefined;
  const shop = testMerchant(
    { breaker: { failures: 9 } },
    { fetch: async (request, service) => fault?.() ?? service.fetch(request) },
  );
  const [token = ''] = await shop.tokens();
  const [other = ''] = await shop.tokens();
  const { orderId } = await createOrder(shop.offset, { token }, { reference: 'AB12' });
  shop.service.finalize(orderId, 'completed');
  const messages: string[] = [];
  const keep = ({ message }: Error): void => void messages.push(message);
  for (fault of [
    () => Promise.reject(new TypeError('fetch failed')),
    () => new Response('<html>', { status: 502 }),
    () => Response.json({ error: 1, message: 'x' }, { status: 429 }),
    () => Response.json({ error: 1, message: 'x' }, { status: 409 }),
    () => Promise.reject(Object.assign(new Error(), { name: 'AbortError' })),
  ]) {
    shop.advance(60_000);
    await orderStatus(shop.offset, orderId).then(() => assert.fail(), keep);
    await cancelForBooking(shop.offset, { orderId }).then(() => assert.fail(), keep);
    await confirmWithBooking(shop.offset, { token, reference: 'AB12' }).then(() => assert.fail(), keep);
  }
  assert.equal(messages.length, 15);
  assert.deepEqual(
    messages.filter((message) => /charged/i.test(message)),
    [],
  );
  await assert.rejects(
    createOrder(shop.offset, { token: other }),
    /unreachable\. Nothing was charged; try again\.$/,
  );
});

test('a service that is down for long is not called for a while', async () => {
  const gone = await serveNode(() => undefined);
  await gone[Symbol.asyncDispose]();
  const handler = merchantOf(gone.origin);
  for (let index = 0; index < 8; index++) {
    const response = await call(handler, 'quote', { flights: [ZRH_SFO] });
    assert.equal(response.status, 503);
    const open = /is unavailable at the moment/.test(await response.text());
    // The fifth failure in a row opens the breaker, and a quote makes at least one call.
    if (index >= 5) assert.ok(open, `call ${index}`);
  }
});

test('a create whose response is slow does not become two orders, and its order is found', async () => {
  let stall = true;
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const upstream = await serveWeb(async (request) => {
    const response = await service.fetch(request);
    if (stall && request.method === 'POST' && new URL(request.url).pathname.endsWith('/orders')) {
      await released;
    }
    return response;
  });
  await using _upstream = upstream;
  const service = createBareService(upstream.origin);
  const handler = createOffsetHandler({
    service: {
      baseUrl: upstream.origin,
      apiKey: BARE_CREDENTIALS.apiKey,
      signingKey: BARE_CREDENTIALS.secret,
      platformId: BARE_CREDENTIALS.platformId,
      attemptTimeoutMs: 1000,
    },
    onError: () => undefined,
    webhookUrl: 'https://merchant.example/webhooks',
  });
  const quote = (await (await call(handler, 'quote', { flights: [ZRH_SFO] })).json()) as {
    options: { token: string }[];
  };
  const { token } = quote.options[0]!;
  assert.equal((await call(handler, 'orders', { token })).status, 504);
  stall = false;
  release();
  const made = await call(handler, 'orders', { token });
  assert.equal(((await made.json()) as { orderId: string }).orderId, 'bare-1');
  assert.equal(service.orders.length, 1);
});

const MAPPED: readonly [error: Error, status: number, message: string, seconds?: number][] = [
  [new ValidationError('flights', 'is required'), 400, 'flights: is required'],
  [new OffsetTimeoutError('x'), 504, 'The service took too long to respond. Ask us.', 5],
  [new OffsetConnectionError('x'), 503, 'The service is unreachable. Ask us.', 5],
  [new OffsetApiError(429, 'x', {}), 503, 'The service is busy. Ask us shortly.', 5],
  [new OffsetApiError(503, 'x', { retryAfterMs: 1 }), 503, 'The service is busy. Ask us shortly.', 1],
  [new OffsetApiError(409, 'x', {}), 503, 'The service cannot do this at the moment. Ask us later.', 5],
  [new OffsetApiError(408, 'x', {}), 502, 'The service returned an invalid response. Ask us.', 5],
  [new OffsetResponseError('x'), 502, 'The service returned an invalid response. Ask us.', 5],
  [new Error('x'), 500, 'Something went wrong here. Ask us.'],
];
for (const [error, status, message, seconds] of MAPPED)
  test(`a page reads of ${error.name} ${'status' in error ? error.status : ''}: ${message}`, () => {
    const shown = toCheckoutError(error, 'Ask us');
    assert.deepEqual([shown.status, shown.message, shown.retryAfterSeconds], [status, message, seconds]);
    assert.deepEqual([shown.name, shown.cause, shown.retryable], ['CheckoutError', error, status > 500]);
  });

test('marks too many requests as retryable, and an expired quote as not', () => {
  assert.equal(new CheckoutError('too_many_requests', 'x').retryable, true);
  assert.equal(new CheckoutError('quote_expired', 'x').retryable, false);
  assert.match(toCheckoutError(new Error('x')).message, / Try again\.$/);
});
