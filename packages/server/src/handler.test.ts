import assert from 'node:assert/strict';
import test from 'node:test';
import { setImmediate } from 'node:timers/promises';
import {
  checkoutErrorBodySchema,
  checkoutSchema,
  checkoutStatusSchema,
  parse,
  quoteSchema,
} from '@flight-offset/core';
import { memoryStore } from './stores/memory.ts';
import { BARE_CREDENTIALS, BARE_GRAMS } from './testing/bare-service.ts';
import { testMerchant, ZRH_SFO } from './testing/merchant.ts';

test('quote, order, payment, status and webhook against the bare interface', async () => {
  const shop = testMerchant();
  const quote = parse(
    quoteSchema,
    await (await shop.call('POST', 'quote', { flights: [ZRH_SFO], passengers: 2 })).json(),
  );
  assert.equal(quote.status, 'ready');
  assert.ok(quote.status === 'ready');
  assert.equal(quote.gramsPerPassenger, BARE_GRAMS.economy);
  assert.equal(quote.gramsTotal, 2 * BARE_GRAMS.economy);
  assert.deepEqual(quote.paymentOrigins, ['https://service.example']);
  assert.deepEqual(
    quote.options.map(({ fraction, grams, price }) => [fraction, grams, price]),
    [[1, 200_000, undefined]],
  );

  const response = await shop.call('POST', 'orders', {
    token: quote.options[0]!.token,
    user: { name: 'Zoë', email: 'zoe@example.com' },
  });
  assert.equal(response.status, 201);
  const order = parse(checkoutSchema, await response.json());
  assert.equal(order.paymentUrl, 'https://service.example/pay/bare-1');
  assert.equal(shop.service.orders[0]?.emission_amount, 200);
  assert.equal(shop.service.orders[0]?.user?.email, 'zoe@example.com');

  const status = async () =>
    parse(checkoutStatusSchema, await (await shop.call('GET', `orders/${order.orderId}/status`)).json());
  assert.deepEqual(await status(), { orderId: 'bare-1', status: 'pending', grams: 200_000 });
  shop.service.finalize('bare-1', 'completed');
  shop.advance(3000);
  assert.deepEqual(await status(), { orderId: 'bare-1', status: 'completed', grams: 200_000 });
  assert.deepEqual(
    shop.completed.map(({ orderId, status, grams }) => [orderId, status, grams]),
    [['bare-1', 'completed', 200_000]],
  );

  const note = await shop.call('POST', 'webhooks', {
    type: 'order.completed',
    data: { order_id: 'bare-1' },
  });
  assert.deepEqual([note.status, await note.json()], [200, { outcome: 'final' }]);
  assert.equal(shop.completed.length, 1);
});

test('refuses a host that makes no valid URL, as Bun and Deno pass it on, without reporting an error', async () => {
  const { handler, errors } = testMerchant();
  for (const url of ['http://a b/offset/quote', '/offset/quote']) {
    const request = Object.defineProperty(new Request('https://merchant.example'), 'url', { value: url });
    const response = await handler(request);
    const { code, field } = parse(checkoutErrorBodySchema, await response.json());
    assert.deepEqual([response.status, code, field], [400, 'bad_request', 'host'], url);
  }
  assert.deepEqual(errors, []);
});

test('waits ten seconds for a body by default', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { handler } = testMerchant();
  const headers = { 'content-type': 'application/json' };
  const body = new ReadableStream({ pull: () => new Promise(() => undefined) });
  const init = { method: 'POST', headers, body, ...({ duplex: 'half' } as object) };
  let status: number | undefined;
  handler(new Request('https://merchant.example/quote', init)).then((it) => {
    status = it.status;
  });
  await setImmediate();
  t.mock.timers.tick(9999);
  await setImmediate();
  assert.equal(status, undefined);
  t.mock.timers.tick(1);
  await setImmediate();
  assert.equal(status, 408);
});

test('the handler works under any mount path', async () => {
  const { handler } = testMerchant();
  for (const mount of ['', '/offset', '/api/v2/climate', '/quote', '/orders']) {
    const request = new Request(`https://merchant.example${mount}/quote`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ flights: [ZRH_SFO] }),
    });
    assert.equal((await handler(request)).status, 200, mount);
  }
});

test('serves an endpoint with a slash at the end of its URL', async () => {
  const { handler } = testMerchant();
  const [plain, slash] = await Promise.all(
    ['', '/'].map((end) =>
      handler(new Request(`https://merchant.example/quote${end}`, { method: 'OPTIONS' })),
    ),
  );
  assert.deepEqual([plain?.status, slash?.status], [204, 204]);
});

test('allows the authorization header from another origin to the back office only', async () => {
  const origin = 'https://desk.example';
  const { handler } = testMerchant({ authorize: () => true, origins: [origin] });
  const allowed = async (path: string): Promise<string | null> => {
    const headers = { origin, 'access-control-request-method': 'GET' };
    const request = new Request(`https://merchant.example/${path}`, { method: 'OPTIONS', headers });
    return (await handler(request)).headers.get('access-control-allow-headers');
  };
  assert.equal(await allowed('back-office/orders'), 'authorization');
  assert.equal(await allowed('back-office/transactions/tx-1'), 'authorization');
  assert.equal(await allowed('orders/x/status'), 'content-type');
});

test('a handler mounted at /back-office creates orders, with and without a back office', async () => {
  for (const options of [{}, { authorize: () => true }]) {
    const { handler, tokens } = testMerchant(options);
    const [token] = await tokens();
    const order = await handler(
      new Request('https://merchant.example/back-office/orders', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token }),
      }),
    );
    assert.equal(order.status, 201, JSON.stringify(options));
    const list = await handler(new Request('https://merchant.example/back-office/back-office/orders'));
    assert.equal(list.status, 'authorize' in options ? 200 : 404);
  }
});

test('the back office refuses a parameter of its list that is given twice, and names it', async () => {
  const { call, service } = testMerchant({ authorize: () => true });
  for (const query of ['limit=1&limit=2', 'limit=2&limit=2', 'page=1&limit=x&limit=2']) {
    const response = await call('GET', `back-office/orders?${query}`);
    const { code, field, message } = (await response.json()) as Record<string, string>;
    assert.deepEqual(
      [response.status, code, field, message],
      [400, 'bad_request', 'limit', 'limit: is given twice; give it once.'],
    );
  }
  assert.deepEqual(service.requests, []);
  // An empty field of a form.
  assert.equal((await call('GET', 'back-office/orders?limit=&limit=2')).status, 200);
});

test('the back office is open to a request that authorize approves with true, to no other', async () => {
  for (const approval of [false, undefined, null, 1, 'true', {}, new Response()]) {
    const { call, service } = testMerchant({ authorize: (() => approval) as never });
    for (const path of ['back-office/orders', 'back-office/transactions/tx-1'])
      assert.equal((await call('GET', path)).status, 403, String(approval));
    assert.deepEqual(service.requests, []);
  }
});

test('a failure of a request whose page has been left is not reported', async () => {
  for (const isLeft of [true, false]) {
    const page = new AbortController();
    const fetch = async () => {
      if (isLeft) page.abort();
      return new Response(null, { status: 500 });
    };
    const { handler, errors } = testMerchant({}, { fetch });
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ flights: [ZRH_SFO] });
    const init = { method: 'POST', headers, body, signal: page.signal };
    assert.ok((await handler(new Request('https://merchant.example/offset/quote', init))).status >= 500);
    assert.equal(errors.length, isLeft ? 0 : 1);
  }
});

const BAD_REQUESTS: readonly [
  name: string,
  path: string,
  body: unknown,
  status: number,
  field: string | undefined,
][] = [
  ['broken JSON', 'quote', '{"flights":', 400, 'body'],
  ['no body', 'quote', '', 400, 'body'],
  ['null', 'quote', 'null', 400, 'body'],
  ['an array', 'quote', '[]', 400, 'body'],
  ['no flights', 'quote', {}, 400, 'flights'],
  ['empty flights', 'quote', { flights: [] }, 400, 'flights'],
  ['51 flights', 'quote', { flights: Array(51).fill(ZRH_SFO) }, 400, 'flights'],
  [
    '26 flights and back',
    'quote',
    { flights: Array(26).fill(ZRH_SFO), returnDate: ZRH_SFO.departureDate },
    400,
    'flights',
  ],
  ['a bad airport', 'quote', { flights: [{ ...ZRH_SFO, origin: 'Zurich' }] }, 400, 'flights[0].origin'],
  [
    '31 February',
    'quote',
    { flights: [{ ...ZRH_SFO, departureDate: { year: 2026, month: 2, day: 31 } }] },
    400,
    'flights[0].departureDate.day',
  ],
  ['no passengers', 'quote', { flights: [ZRH_SFO], passengers: 0 }, 400, 'passengers'],
  [
    '1e999 passengers',
    'quote',
    `{"flights":[${JSON.stringify(ZRH_SFO)}],"passengers":1e999}`,
    400,
    'passengers',
  ],
  ['half a passenger', 'quote', { flights: [ZRH_SFO], passengers: 1.5 }, 400, 'passengers'],
  ['an unknown cabin', 'quote', { flights: [ZRH_SFO], cabin: 'hold' }, 400, 'cabin'],
  [
    'infants alone',
    'quote',
    { flights: [ZRH_SFO], travellers: [{ kind: 'infant_on_lap', count: 1 }] },
    400,
    'travellers',
  ],
  ['a deep bomb', 'quote', '['.repeat(30_000) + ']'.repeat(30_000), 400, 'body'],
  ['too much', 'quote', `"${'x'.repeat(70_000)}"`, 413, 'body'],
  ['no token', 'orders', {}, 400, 'token'],
  ['an amount in place of a token', 'orders', { emission_amount: 1 }, 400, 'token'],
  ['a foreign token', 'orders', { token: 'v1.e30.00' }, 400, 'token'],
];

for (const [name, path, body, status, field] of BAD_REQUESTS) {
  test(`${name} is refused by name, without a call to the service`, async () => {
    const shop = testMerchant();
    const response = await shop.call('POST', path, body);
    const error = parse(checkoutErrorBodySchema, await response.json());
    assert.deepEqual([response.status, error.field], [status, field]);
    assert.equal(error.requestId, response.headers.get('x-request-id'));
    assert.deepEqual(shop.service.requests, []);
  });
}

test('a bad e-mail address names its field', async () => {
  const shop = testMerchant();
  const [token] = await shop.tokens();
  const response = await shop.call('POST', 'orders', { token, user: { email: 'not one' } });
  assert.deepEqual(
    [response.status, ((await response.json()) as { field: string }).field],
    [400, 'user.email'],
  );
});

test('responds to unknown endpoints and orders with 404, and to wrong methods with 405', async () => {
  const { call, handler } = testMerchant();
  assert.equal((await call('GET', 'nothing')).status, 404);
  assert.equal((await call('GET', 'orders/%E0%A4%A/status')).status, 404);
  assert.equal((await call('GET', 'orders/never-made/status')).status, 404);
  assert.equal((await call('GET', 'back-office/orders')).status, 404, 'off by default');
  const wrong = await call('GET', 'quote');
  assert.deepEqual([wrong.status, wrong.headers.get('allow')], [405, 'POST, OPTIONS']);
  for (const [path, allow] of [
    ['orders/x/status', 'GET, HEAD, OPTIONS'],
    ['webhooks', 'POST'],
    ['later/x', 'GET, HEAD'],
  ] as const) {
    const refused = await handler(new Request(`https://merchant.example/${path}`, { method: 'PUT' }));
    assert.deepEqual([refused.status, refused.headers.get('allow')], [405, allow], path);
  }
});

test('a response to HEAD has no body in any runtime', async () => {
  const { handler } = testMerchant();
  for (const path of ['orders/never-made/status', 'quote', 'later/x']) {
    const response = await handler(new Request(`https://merchant.example/${path}`, { method: 'HEAD' }));
    assert.equal(response.body, null, path);
  }
});

test('no response ever carries the key, the secret or a message of the service', async () => {
  const { apiKey, secret, platformId } = BARE_CREDENTIALS;
  const shop = testMerchant(
    {},
    { fetch: async () => new Response(`leak ${apiKey} ${secret} ${platformId}`, { status: 500 }) },
  );
  for (const [method, path, body] of [
    ['POST', 'quote', { flights: [ZRH_SFO] }],
    ['POST', 'orders', { token: 'v1.e30.00' }],
    ['GET', 'orders/x/status', undefined],
  ] as const) {
    const response = await shop.call(method, path, body);
    const text = (await response.text()) + JSON.stringify([...response.headers]);
    for (const word of ['leak', apiKey, secret, platformId])
      assert.ok(!text.includes(word), `${path}: ${word}`);
  }
});

test('a flight without an estimate is a normal response in our own words', async () => {
  const response = await testMerchant().call('POST', 'quote', { flights: [{ ...ZRH_SFO, origin: 'XXX' }] });
  assert.equal(response.status, 200);
  assert.deepEqual(await response.json(), {
    status: 'unavailable',
    reasons: [{ code: 'no_estimate', message: 'There is no estimate for XXX to SFO.' }],
  });
});

test('responds with 404 to an id that no order can have, without reading the store', async () => {
  const store = memoryStore();
  const shop = testMerchant({
    store: { ...store, get: () => Promise.reject(new Error('invalid byte sequence')) },
  });
  for (const id of ['%00', 'a%00b', '%0A', 'x'.repeat(257)]) {
    assert.equal((await shop.call('GET', `orders/${id}/status`)).status, 404, id);
  }
});
