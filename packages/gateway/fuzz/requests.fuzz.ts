import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { Agent, request } from 'node:http';
import { createdOrderSchema, errorBodySchema, orderListSchema } from '@flight-offset/core';
import {
  bodyOf,
  createOrder,
  type FuzzOptions,
  type FuzzResult,
  fc,
  flight,
  headerText,
  mostly,
  odd,
  run,
  segment,
} from '../../core/fuzz/edges.ts';
import { SANDBOX, startGateway } from '../src/index.ts';

interface Shot {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | undefined;
}

/** Most that a response may take on a busy machine, ms: past it a request has hung. A first PDF takes seconds there. */
const LATEST = 120_000;

const METHODS = ['GET', 'POST', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PATCH'];

const query = fc
  .array(
    fc.tuple(
      fc.constantFrom(
        'email',
        'tax_id',
        'limit',
        'page',
        'sort',
        'status',
        'other',
        '__proto__',
        'lang',
        'return_url',
      ),
      fc.oneof(
        fc.constantFrom('1', '20', '100', '101', '1000', '1001', 'asc', 'desc', 'pending', 'failed'),
        odd,
      ),
    ),
    { maxLength: 4 },
  )
  .map((pairs) => {
    const text = pairs
      .map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`)
      .join('&');
    return text === '' ? '' : `?${text}`;
  });

/** Addresses of the gateway, with identifiers that exist, look so, or do not. */
function paths(known: { readonly orderId: string; readonly token: string }): fc.Arbitrary<string> {
  const order = fc.oneof(fc.constant(known.orderId), segment);
  const token = fc.oneof(fc.constant(known.token), segment);
  return fc.oneof(
    fc.constantFrom(
      '/offset-gateway/orders',
      '/offset-gateway/orders',
      '/offset-gateway/offer',
      '/api/calculate',
      '/api/estimates',
      '/healthz',
      '/readyz',
      '/.well-known/jwks.json',
    ),
    order.map((id) => `/offset-gateway/orders/${id}`),
    order.map((id) => `/offset-gateway/orders/${id}/status`),
    order.map((id) => `/sandbox/orders/${id}/payment`),
    segment.map((id) => `/marketplace/transactions/${id}`),
    token.map((id) => `/pay/${id}`),
    fc
      .tuple(token, fc.constantFrom('brand.css', 'receipt.jws', 'receipt.pdf', 'x'))
      .map(([id, file]) => `/pay/${id}/${file}`),
    segment.map((text) => `/${text}`),
  );
}

const form = fc
  .constantFrom('action=pay&card=4242424242424242', 'action=cancel', 'action=pay', 'action')
  .map((text) => new TextEncoder().encode(text));

const bodies = fc.oneof(
  bodyOf(createOrder),
  bodyOf(fc.record({ flights: mostly(fc.array(flight, { maxLength: 4 })) })),
  bodyOf(fc.record({ outcome: mostly(fc.constantFrom('completed', 'failed')) })),
  fc
    .constantFrom('action=pay&card=4242424242424242', 'action=cancel', 'action=pay', 'action')
    .map((text) => new TextEncoder().encode(text)),
);

/** Credentials: mostly right, so that what lies behind them is reached. */
function headersFor(body: Uint8Array | undefined): fc.Arbitrary<Record<string, string>> {
  // One wrong header is enough to be refused: each is right nineteen times in twenty.
  const nearly = (sound: string): fc.Arbitrary<unknown> =>
    fc.oneof(
      { weight: 19, arbitrary: fc.constant(sound) },
      { weight: 1, arbitrary: mostly(fc.constant(sound), headerText) },
    );
  const right = createHmac('sha256', SANDBOX.secret)
    .update(body ?? new Uint8Array(0))
    .digest('hex');
  return fc
    .record({
      'x-api-key': nearly(SANDBOX.apiKey),
      'x-body-signature': nearly(right),
      'x-platform-id': nearly(SANDBOX.platformId),
      'content-type': mostly(
        fc.constantFrom('application/json', 'application/json; charset=utf-8'),
        headerText,
      ),
      'idempotency-key': fc.oneof(fc.constant(undefined), fc.constantFrom('k1', 'k2'), headerText),
      'accept-language': fc.oneof(fc.constant(undefined), headerText),
      'x-request-id': fc.oneof(fc.constant(undefined), headerText),
    })
    .map((given) =>
      Object.fromEntries(
        Object.entries(given).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
      ),
    );
}

type Called = Omit<Shot, 'headers'>;

/** Calls as a client would make them, but for what their fields hold. */
function natural(known: { readonly orderId: string; readonly token: string }): fc.Arbitrary<Called> {
  const post = (path: string, body: fc.Arbitrary<Uint8Array>): fc.Arbitrary<Called> =>
    body.map((bytes) => ({ method: 'POST', path, body: bytes }));
  const flights = bodyOf(fc.record({ flights: mostly(fc.array(flight, { maxLength: 4 })) }));
  const outcome = bodyOf(fc.record({ outcome: mostly(fc.constantFrom('completed', 'failed')) }));
  const get = fc
    .tuple(paths(known), query)
    .map((parts) => ({ method: 'GET', path: parts.join(''), body: undefined }));
  return fc.oneof(
    { weight: 3, arbitrary: post('/offset-gateway/orders', bodyOf(createOrder)) },
    { weight: 2, arbitrary: post('/api/calculate', flights) },
    { weight: 1, arbitrary: post('/api/estimates', flights) },
    { weight: 1, arbitrary: post(`/sandbox/orders/${known.orderId}/payment`, outcome) },
    { weight: 1, arbitrary: post(`/pay/${known.token}`, form) },
    {
      weight: 2,
      arbitrary: query.map((text) => ({
        method: 'GET',
        path: `/offset-gateway/orders${text}`,
        body: undefined,
      })),
    },
    { weight: 3, arbitrary: get },
  );
}

function shots(known: { readonly orderId: string; readonly token: string }): fc.Arbitrary<Shot> {
  const strange: fc.Arbitrary<Called> = fc.record({
    method: fc.constantFrom(...METHODS),
    path: fc.tuple(paths(known), query).map((parts) => parts.join('')),
    body: fc.oneof({ weight: 6, arbitrary: bodies }, { weight: 1, arbitrary: fc.constant(undefined) }),
  });
  return fc
    .oneof({ weight: 5, arbitrary: natural(known) }, { weight: 1, arbitrary: strange })
    .chain((shot) => headersFor(shot.body).map((headers) => ({ ...shot, headers })));
}

interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

function send(origin: string, agent: Agent, { method, path, headers, body }: Shot): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const sendsBody = body !== undefined && method !== 'GET' && method !== 'HEAD';
    const outgoing = request(
      `${origin}${path}`,
      { method, agent, signal: AbortSignal.timeout(LATEST) },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('error', reject);
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(chunks).toString('utf8'),
          }),
        );
      },
    );
    outgoing.on('error', reject);
    for (const [name, value] of Object.entries(headers)) outgoing.setHeader(name, value);
    if (sendsBody) outgoing.setHeader('content-length', body.length);
    outgoing.end(sendsBody ? body : undefined);
  });
}

/** Holds a response to what is promised of every response. @returns what it was, for the count. */
function judge(shot: Shot, { status, headers, text }: Reply): string {
  assert.ok(status >= 200 && status < 500, `returned ${status}: ${text.slice(0, 300)}`);
  assert.ok(headers['x-request-id'], 'x-request-id is missing');
  assert.equal(headers['x-content-type-options'], 'nosniff');
  assert.ok(!text.includes(SANDBOX.secret), 'a secret is in the response');
  if (shot.method === 'HEAD') {
    assert.equal(text, '');
    return `HEAD ${status}`;
  }
  const isPage = shot.path.startsWith('/pay/') && String(headers['content-type']).startsWith('text/html');
  if (isPage) {
    assert.match(String(headers['content-security-policy']), /default-src 'none'/);
    return `page ${status}`;
  }
  if (status >= 400) {
    const body = errorBodySchema.parse(JSON.parse(text));
    assert.equal(Math.floor(body.error / 100), status);
    assert.ok(body.message.length > 0);
    return String(body.error);
  }
  const at = shot.path.split('?')[0];
  if (at === '/offset-gateway/orders' && shot.method === 'POST') createdOrderSchema.parse(JSON.parse(text));
  if (at === '/offset-gateway/orders' && shot.method === 'GET') orderListSchema.parse(JSON.parse(text));
  return String(status);
}

/** Every address of the gateway under requests from the edges of its schemas. */
export async function fuzz(options: FuzzOptions): Promise<FuzzResult[]> {
  const gateway = await startGateway({ environment: { GATEWAY_RATE_LIMIT: '1000000000' } });
  const agent = new Agent({ keepAlive: true });
  try {
    const body = new TextEncoder().encode('{"emission_amount":1}');
    const created = await send(gateway.url, agent, {
      method: 'POST',
      path: '/offset-gateway/orders',
      body,
      headers: {
        'content-type': 'application/json',
        'x-api-key': SANDBOX.apiKey,
        'x-body-signature': createHmac('sha256', SANDBOX.secret).update(body).digest('hex'),
      },
    });
    const { order_id: orderId, payment_url: url } = createdOrderSchema.parse(JSON.parse(created.text));
    const known = { orderId, token: new URL(url).pathname.slice('/pay/'.length) };
    const result = await run('gateway: no 5xx, every refusal an Error', options, shots(known), async (shot) =>
      judge(shot, await send(gateway.url, agent, shot)),
    );
    return [result];
  } finally {
    agent.destroy();
    await gateway.close();
  }
}
