/** A merchant's handler returns what its OpenAPI document states, each status at least once. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { CheckoutStatus, Quote } from '@flight-offset/core';
import { MERCHANT_OPERATIONS, merchantOpenApiDocument } from '@flight-offset/core/openapi';
import { type RunningGateway, SANDBOX, startGateway } from '@flight-offset/gateway';
import {
  createOffsetHandler,
  memoryStore,
  type OffsetHandler,
  type OffsetHandlerOptions,
} from '@flight-offset/server';
import { type DocumentChecker, openApiChecker } from './openapi-checker.ts';
import { webhookEventMaker } from './webhook-event.ts';

const BACKEND_KEY = 'a-random-key-of-the-backends-000000001';
const QUOTE = {
  flights: [
    {
      origin: 'ZRH',
      destination: 'SFO',
      operatingCarrierCode: 'LX',
      flightNumber: 38,
      departureDate: { year: 2026, month: 12, day: 14 },
    },
  ],
};

let gateway: RunningGateway;
let checker: DocumentChecker;
let handler: OffsetHandler;

before(async () => {
  gateway = await startGateway();
  checker = openApiChecker(merchantOpenApiDocument());
  handler = handlerOf();
});
after(() => gateway?.close());

/** Creates a handler with all endpoints open, in front of the gateway. */
function handlerOf(
  more: Partial<OffsetHandlerOptions> = {},
  fetchService: typeof fetch = fetch,
): OffsetHandler {
  return createOffsetHandler({
    service: {
      baseUrl: gateway.url,
      apiKey: SANDBOX.apiKey,
      signingKey: SANDBOX.secret,
      platformId: SANDBOX.platformId,
      retry: { retries: 0 },
      fetch: fetchService,
    },
    backendKey: BACKEND_KEY,
    authorize: () => true,
    onError: () => undefined,
    ...more,
  });
}

interface Call {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  readonly to?: OffsetHandler;
}

/** Sends a request and checks the response. */
async function call({ method, path, body, headers = {}, to = handler }: Call): Promise<Response> {
  const stream = body instanceof ReadableStream;
  const response = await to(
    new Request(`https://shop.example/offset${path}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${BACKEND_KEY}`, ...headers },
      ...(body !== undefined && { body: stream || typeof body === 'string' ? body : JSON.stringify(body) }),
      ...(stream && ({ duplex: 'half' } as object)),
    } as RequestInit),
  );
  checker.response(method, path, {
    status: response.status,
    headers: response.headers,
    text: await response.clone().text(),
  });
  return response;
}

async function expect(status: number, one: Call): Promise<Response> {
  const response = await call(one);
  assert.equal(response.status, status, `${one.path}: ${await response.clone().text()}`);
  return response;
}

async function token(to: OffsetHandler = handler): Promise<string> {
  const quote = (await (
    await expect(200, { method: 'POST', path: '/quote', body: QUOTE, to })
  ).json()) as Quote;
  assert.equal(quote.status, 'ready');
  return quote.options[0]?.token ?? '';
}

/** Every operation, with identifiers that name no resource. */
const CALLS = MERCHANT_OPERATIONS.map(({ method, path, request, caller }) => ({
  method,
  caller,
  path: path.replace('{orderId}', 'none').replace('{id}', 'none'),
  ...(request && { body: request.example ?? webhookEventMaker() }),
}));

test('a checkout matches the document, from quote to cancellation', async () => {
  const broken = { flights: QUOTE.flights.map((flight) => ({ ...flight, destination: 'QQQ' })) };
  const refused = (await (
    await expect(200, { method: 'POST', path: '/quote', body: broken })
  ).json()) as Quote;
  assert.equal(refused.status, 'unavailable');

  const created = await expect(201, { method: 'POST', path: '/orders', body: { token: await token() } });
  const { orderId } = (await created.json()) as { orderId: string };
  await expect(200, { method: 'GET', path: `/orders/${orderId}/status` });

  const confirmed = await expect(200, {
    method: 'POST',
    path: '/bookings/confirm',
    body: { token: await token(), reference: 'EX7K2P' },
  });
  const paid = ((await confirmed.json()) as { orderId: string }).orderId;
  const status = (await (
    await expect(200, { method: 'GET', path: `/orders/${paid}/status` })
  ).json()) as CheckoutStatus;
  assert.equal(status.status, 'completed');
  const event = webhookEventMaker();
  await expect(200, {
    method: 'POST',
    path: '/webhooks',
    body: { ...event, data: { ...event.data, order_id: paid } },
  });
  await expect(202, { method: 'POST', path: '/webhooks', body: event });
  await expect(200, { method: 'POST', path: '/bookings/cancel', body: { reference: 'EX7K2P' } });
  await expect(200, { method: 'POST', path: '/bookings/cancel', body: { reference: 'none' } });

  await expect(200, { method: 'GET', path: '/back-office/orders?limit=5' });
  const refunds = await fetch(`${gateway.url}/offset-gateway/orders/${paid}/refunds`, {
    headers: { 'x-api-key': SANDBOX.apiKey },
  });
  const [refund] = ((await refunds.json()) as { refunds: { transaction_id: string }[] }).refunds;
  await expect(200, { method: 'GET', path: `/back-office/transactions/${refund?.transaction_id}` });
});

test('400, 404, 408, 413 and 415 for invalid requests match the document', async () => {
  const impatient = handlerOf({ bodyTimeoutMs: 1 });
  for (const { body, ...one } of CALLS) {
    if (body === undefined) continue;
    await expect(413, { ...one, body: ' '.repeat(65_537) });
    await expect(408, { ...one, body: new ReadableStream(), to: impatient });
    if (one.caller === 'service') continue;
    await expect(400, { ...one, body: '[]' });
    await expect(415, { ...one, body, headers: { 'content-type': 'text/plain' } });
  }
  await expect(400, { method: 'GET', path: '/back-office/orders?limit=0' });
  await expect(404, { method: 'GET', path: '/orders/none/status' });
  await expect(404, { method: 'GET', path: '/back-office/transactions/none' });
  await expect(404, { method: 'POST', path: '/bookings/cancel', body: { orderId: 'none' } });
});

test('403 matches the document, for pages of other origins and backends without the key', async () => {
  for (const { body, ...one } of CALLS) {
    if (one.caller === 'service') continue;
    const headers = { origin: 'https://other.example', authorization: 'Bearer another' };
    await expect(403, { ...one, headers, ...(body !== undefined && { body }) });
  }
});

test('409 and 410 for a token match the document', async () => {
  const used = await token();
  await expect(200, {
    method: 'POST',
    path: '/bookings/confirm',
    body: { token: used, reference: 'EX0002' },
  });
  await expect(409, { method: 'POST', path: '/orders', body: { token: used } });
  const dearer = handlerOf({ store: memoryStore() }, refusing(/^POST .*\/orders$/, 409, 40904));
  const body = { token: await token(dearer), reference: 'EX0003' };
  await expect(409, { method: 'POST', path: '/bookings/confirm', body, to: dearer });

  let now = Date.now();
  const later = handlerOf({ now: () => now, store: memoryStore(), quoteTtlSeconds: 60 });
  const expired = await token(later);
  now += 3 * 86_400_000;
  for (const path of ['/orders', '/bookings/confirm'])
    await expect(410, { method: 'POST', path, body: { token: expired, reference: 'EX0004' }, to: later });
});

/**
 * Creates a service that refuses these requests, by method and path, with this status and code, and serves all others.
 */
function refusing(requests: RegExp, status: number, error: number): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const isRefused = requests.test(`${request.method} ${new URL(request.url).pathname}`);
    return isRefused ? Response.json({ error, message: 'refused' }, { status }) : fetch(request);
  };
}

test('429 matches the document, whatever limit the merchant has', async () => {
  const strict = handlerOf({ rateLimit: () => ({ retryAfterSeconds: 60 }) });
  for (const { caller: _, ...one } of CALLS) await expect(429, { ...one, to: strict });
});

/** Failing services, by the status that the handler returns for each. */
const FAILURES: readonly [status: number, service: typeof fetch][] = [
  [502, async () => new Response('<html>', { status: 200, headers: { 'content-type': 'text/html' } })],
  [503, () => Promise.reject(new TypeError('connection refused'))],
  [
    504,
    (_, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      }),
  ],
];

test('502, 503 and 504 for a failing service match the document', async () => {
  for (const [status, service] of FAILURES) {
    const store = memoryStore();
    const before = handlerOf({ store });
    const limits = { timeoutMs: 20, attemptTimeoutMs: 20 };
    const { apiKey, secret, platformId } = SANDBOX;
    const failing = (): OffsetHandler =>
      handlerOf({
        store,
        service: {
          baseUrl: gateway.url,
          apiKey,
          signingKey: secret,
          platformId,
          retry: { retries: 0 },
          fetch: service,
          ...limits,
        },
      });
    const pending = await call({
      method: 'POST',
      path: '/orders',
      body: { token: await token(before) },
      to: before,
    });
    const { orderId } = (await pending.json()) as { orderId: string };
    const event = webhookEventMaker();
    const calls: Call[] = [
      { method: 'POST', path: '/quote', body: QUOTE },
      { method: 'POST', path: '/orders', body: { token: await token(before) } },
      { method: 'GET', path: `/orders/${orderId}/status` },
      { method: 'POST', path: '/webhooks', body: { ...event, data: { ...event.data, order_id: orderId } } },
      {
        method: 'POST',
        path: '/bookings/confirm',
        body: { token: await token(before), reference: 'EX0004' },
      },
      { method: 'POST', path: '/bookings/cancel', body: { orderId } },
      { method: 'GET', path: '/back-office/orders' },
      { method: 'GET', path: '/back-office/transactions/txn_1' },
    ];
    for (const one of calls) await expect(status, { ...one, to: failing() });
  }
});

test('500 for a fault of the backend and 501 without settlement match the document', async () => {
  const broken = handlerOf({
    rateLimit: () => {
      throw new Error('a fault');
    },
  });
  for (const { caller: _, ...one } of CALLS) await expect(500, { ...one, to: broken });
  const store = memoryStore();
  const bare = handlerOf({ store }, refusing(/^GET .*\/offer|\/(confirm|refunds)$/, 404, 40401));
  const reference = 'EX0005';
  await expect(501, {
    method: 'POST',
    path: '/bookings/confirm',
    body: { token: await token(bare), reference },
    to: bare,
  });
  const full = handlerOf({ store });
  await expect(200, {
    method: 'POST',
    path: '/bookings/confirm',
    body: { token: await token(full), reference },
    to: full,
  });
  await expect(501, { method: 'POST', path: '/bookings/cancel', body: { reference }, to: bare });
});

test('every documented response was seen', () => {
  assert.deepEqual(checker.unseen(), []);
});
