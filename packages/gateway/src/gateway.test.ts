import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import {
  estimateResponseSchema,
  orderListSchema,
  parse,
  transactionSchema,
  webhookEventSchema,
} from '@flight-offset/core';
import { FILE_OPERATIONS, OPERATIONS } from '@flight-offset/core/openapi';
import { verify, verifyWebhook } from '@flight-offset/core/server';
import { pino } from 'pino';
import { type RunningGateway, SANDBOX, startGateway } from './index.ts';
import { type Caller, callerOf } from './testing/caller.ts';
import { assertConforms } from './testing/conforms.ts';
import { onBothEngines } from './testing/engines.ts';
import { startReceiver } from './testing/receiver.ts';

const ORDERS = '/offset-gateway/orders';
const FLIGHT = {
  origin: 'ZRH',
  destination: 'SFO',
  operatingCarrierCode: 'LX',
  flightNumber: 38,
  departureDate: { year: 2026, month: 12, day: 14 },
};

onBothEngines('the gateway', ({ database, emptyDatabase, distributed }) => {
  let gateway: RunningGateway;
  let caller: Caller;
  before(async () => {
    gateway = await startGateway({ databaseUrl: await database() });
    caller = callerOf(gateway.url);
  });
  after(() => gateway.close());

  it('passes the conformance checks', async () => {
    await assertConforms(gateway);
  });

  it('a paid order is completed in the list, has a transaction, and sends a webhook with both signatures', async () => {
    await using receiver = await startReceiver();
    const email = 'Paid@Example.com';
    const body = { emission_amount: 1146, user: { name: 'Zoë', email }, callback_url: `${receiver.url}/n` };
    const created = await caller.post(ORDERS, body);
    const { order_id } = created.json;
    const paid = await caller.post(`/sandbox/orders/${order_id}/payment`, { outcome: 'completed' });
    assert.equal(paid.status, 200);
    assert.equal(paid.json.status, 'completed');
    const [first] = await receiver.until(1);
    assert.ok(first);
    const event = webhookEventSchema.parse(JSON.parse(first.body));
    await verifyWebhook({ headers: first.headers, body: first.body, secrets: [SANDBOX.webhookSecret] });
    const signature = String(first.headers['x-body-signature']);
    assert.ok(await verify(first.body, signature, { scheme: 'hmac-sha256', secret: SANDBOX.secret }));
    const list = orderListSchema.parse((await caller.get(`${ORDERS}?email=paid@example.COM`)).json);
    assert.equal(list.overview.total_amount_paid, 1374.05);
    assert.equal(list.overview.total_users, 1);
    const { transaction_id, ...order } = event.data;
    assert.deepEqual(list.orders, [order]);
    assert.equal(order.project?.project_id, 'SBX-1851');
    const transaction = await caller.get(`/marketplace/transactions/${transaction_id}`);
    const { amount, carbon_credits } = transactionSchema.parse(transaction.json);
    assert.deepEqual({ amount, carbon_credits }, { amount: 1374.05, carbon_credits: 1.146 });
  });

  it('each endpoint refuses a request whose documented headers are missing or wrong', async () => {
    const codes = {
      'x-api-key': [40101, 40102],
      'x-body-signature': [40103, 40104],
      'x-platform-id': [40105, 40106],
    } as const;
    const files = FILE_OPERATIONS.map(({ path }) => ({
      method: 'GET',
      path,
      headers: ['x-api-key'] as const,
    }));
    const required = [...OPERATIONS, ...files].flatMap(({ method, path, headers }) =>
      headers.flatMap((header) => (header === 'idempotency-key' ? [] : { method, path, header })),
    );
    for (const { method, path, header } of required)
      for (const [place, value] of ['', 'wrong'].entries()) {
        const sent: Record<string, string> = { [header]: value };
        const { json } = await (method === 'GET' ? caller.get(path, sent) : caller.post(path, {}, sent));
        assert.equal(json.error, codes[header][place], `${method} ${path}, ${header} ${value}`);
      }
    assert.deepEqual(new Set(required.map(({ header }) => header)), new Set(Object.keys(codes)));
  });

  it('refuses a compressed body with 415, and not for its signature', async () => {
    const order = (encoding: string) =>
      caller.post(ORDERS, { emission_amount: 1 }, { 'content-encoding': encoding });
    for (const encoding of ['gzip', 'br', 'Deflate', 'identity, x-gzip']) {
      const { status, json } = await order(encoding);
      assert.deepEqual([status, json.error, json.message.split(':')[0]], [415, 41501, 'Content-Encoding']);
    }
    for (const encoding of ['identity', 'utf-8']) assert.equal((await order(encoding)).status, 201);
  });

  it('a settled order can be settled the same way again without effect, and not the other way', async () => {
    for (const [outcome, other] of [
      ['failed', 'completed'],
      ['completed', 'failed'],
    ] as const) {
      const { json } = await caller.post(ORDERS, { emission_amount: 5 });
      const settle = (as: string): ReturnType<Caller['post']> =>
        caller.post(`/sandbox/orders/${json.order_id}/payment`, { outcome: as });
      const read = async () => (await caller.get(`${ORDERS}/${json.order_id}`)).json;
      assert.equal((await settle(outcome)).json.status, outcome);
      const settled = await read();
      assert.equal((await settle(outcome)).status, 200);
      assert.equal((await settle(other)).json.error, 40902);
      assert.equal((await caller.get(`${ORDERS}/${json.order_id}/status`)).json.status, outcome);
      assert.deepEqual(await read(), settled);
      assert.equal('project' in settled, outcome === 'completed');
    }
  });

  it('an order of 0 kg is completed at once, with a transaction and a webhook', async () => {
    await using receiver = await startReceiver();
    const { json } = await caller.post(ORDERS, { emission_amount: 0, callback_url: receiver.url });
    assert.equal((await caller.get(`${ORDERS}/${json.order_id}`)).json.status, 'completed');
    const [first] = await receiver.until(1);
    const id = JSON.parse(first?.body ?? '').data.transaction_id;
    assert.equal((await caller.get(`/marketplace/transactions/${id}`)).json.amount, 0);
  });

  it('echoes flights as sent; only estimates add provenance and typical emissions of the route', async () => {
    const flights = [FLIGHT, { ...FLIGHT, origin: 'zrh', aircraft: '77W' }];
    const plain = await caller.post('/api/calculate', { flights });
    assert.deepEqual(
      plain.json.map((one: { flight: unknown }) => one.flight),
      flights,
    );
    assert.deepEqual(Object.keys(plain.json[0]), ['flight', 'emissionsGramsPerPax']);
    const derived = await caller.post('/api/estimates', { flights });
    assert.deepEqual(derived.json[0].emissionsGramsPerPax, plain.json[0].emissionsGramsPerPax);
    assert.ok(derived.json[0].provenance.length > 3);
    assert.ok(
      derived.json[0].typical.emissionsGramsPerPax.economy > 100_000,
      'typical emissions of the route',
    );
    assert.doesNotThrow(() => parse(estimateResponseSchema, derived.json, 'response'));
    assert.deepEqual(
      derived.json[1].typical,
      derived.json[0].typical,
      'typical is of the route, not the flight',
    );
    const bad = await caller.post('/api/calculate', { flights: [FLIGHT, { ...FLIGHT, origin: 'QQQ' }] });
    assert.equal(bad.json.error, 42201);
    assert.deepEqual([bad.json.flights[0].index, bad.json.flights[0].field], [1, 'origin']);
  });

  it('returns the price and project of the current offer', async () => {
    const { json } = await caller.get('/offset-gateway/offer');
    assert.equal(json.price_per_tonne, 1199);
    assert.equal(json.project.project_id, 'SBX-1851');
  });

  const hostile: [name: string, body: string, error: number][] = [
    ['a byte order mark', '\ufeff{"emission_amount":1}', 40001],
    ['NUL in a name', '{"emission_amount":1,"user":{"name":"a\\u0000b"}}', 40002],
    ['half a surrogate pair', '{"emission_amount":1,"user":{"tax_id":"\\ud800"}}', 40002],
    ['__proto__', '{"emission_amount":1,"__proto__":{"emission_unit":"x"},"user":{"__proto__":[]}}', 0],
    ['a deep value', `{"emission_amount":1,"x":${'['.repeat(2e5)}${']'.repeat(2e5)}}`, 0],
    ['the smallest number', '{"emission_amount":5e-324}', 0],
    ['minus nothing', '{"emission_amount":-0}', 0],
  ];
  for (const [name, body, error] of hostile) {
    it(`create with ${name}: ${error || 201}`, async () => {
      const { status, json } = await caller.post(ORDERS, body);
      assert.equal(error === 0 ? status : json.error, error || 201);
    });
  }

  it('refuses metadata with thousands of keys as a whole, without a problem for each key', async () => {
    const metadata = Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`key-${index}`, 1]));
    const { json } = await caller.post(ORDERS, { emission_amount: 1, metadata });
    assert.deepEqual(json, { error: 40002, message: 'metadata: holds too many keys.' });
  });

  it('parses a refused calculate request only once: it may have a megabyte', async (t) => {
    const body = '{"flights":[[]]}';
    const parseJson = t.mock.method(JSON, 'parse');
    assert.equal((await caller.post('/api/calculate', body)).json.error, 40002);
    assert.equal(parseJson.mock.calls.filter((call) => call.arguments[0] === body).length, 1);
  });

  it('parses large bodies that arrive together in separate turns of the event loop', async (t) => {
    const body = JSON.stringify({ emission_amount: -1, padding: 'x'.repeat(40_000) });
    const turns: number[] = [];
    let turn = 0;
    let next = setImmediate(function count() {
      turn += 1;
      next = setImmediate(count);
    });
    const parseJson = JSON.parse;
    t.mock.method(JSON, 'parse', (text: string) => {
      if (text === body) turns.push(turn);
      return parseJson(text);
    });
    await Promise.all(Array.from({ length: 20 }, () => caller.post(ORDERS, body)));
    clearImmediate(next);
    assert.equal(turns.length, 20);
    assert.equal(new Set(turns).size, 20);
  });

  it('invalid UTF-8 is refused', async () => {
    const bytes = new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]);
    const { sign } = await import('@flight-offset/core/server');
    const signature = await sign(bytes, { scheme: 'hmac-sha256', secret: SANDBOX.secret });
    const headers = {
      'content-type': 'application/json',
      'x-api-key': SANDBOX.apiKey,
      'x-body-signature': signature,
    };
    assert.equal((await caller.raw(ORDERS, { method: 'POST', body: bytes, headers })).json.error, 40001);
  });

  const oddQueries: [query: string, error: number][] = [
    ['limit=0', 40003],
    ['limit=101', 40003],
    ['page=1001', 40003],
    ['page=1e2', 40003],
    ['sort=up', 40003],
    ['status=paid', 40003],
    ['email=a&email=b', 40003],
    ['email=%00', 40003],
    ['tax_id=%ED%A0%80', 0],
    ['nothing=known', 0],
    ['page=1000&limit=100', 0],
  ];
  for (const [query, error] of oddQueries) {
    it(`list with ?${query}: ${error || 200}`, async () => {
      const { status, json } = await caller.get(`${ORDERS}?${query}`);
      assert.equal(error === 0 ? status : json.error, error || 200);
    });
  }

  it('malformed identifiers get 404, never a server error', async () => {
    for (const id of ['x', '%00', '%F0%9F%98%80', "'--", '..%2f', 'x'.repeat(4000), '%']) {
      const statuses = [`${ORDERS}/${id}`, `/marketplace/transactions/${id}`, `/pay/${id}`].map(
        async (path) => (await caller.get(path)).status,
      );
      assert.deepEqual(await Promise.all(statuses), [404, 404, 404], id);
      const outcome = { outcome: 'completed' };
      assert.equal((await caller.post(`/sandbox/orders/${id}/payment`, outcome)).status, 404, id);
    }
  });

  it('a 401 has WWW-Authenticate, as HTTP requires, and other responses do not', async () => {
    const signed = { 'x-body-signature': '00' };
    for (const refused of [
      await caller.raw(ORDERS),
      await caller.get(ORDERS, { 'x-api-key': 'unknown' }),
      await caller.post(ORDERS, { emission_amount: 1 }, signed),
    ])
      assert.deepEqual([refused.status, refused.headers.get('www-authenticate')], [401, 'ApiKey']);
    for (const other of [await caller.get(ORDERS), await caller.get(`${ORDERS}/none`)])
      assert.equal(other.headers.get('www-authenticate'), null);
  });

  it('no HTTP method gets a server error, and each 405 lists the allowed methods', async () => {
    for (const path of [ORDERS, '/api/calculate', '/marketplace/transactions/x', '/healthz', '/nowhere']) {
      for (const method of ['HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE', 'PROPFIND']) {
        const { status, headers } = await caller.raw(path, { method });
        assert.ok(status < 500, `${method} ${path}: ${status}`);
        assert.ok(headers.get('x-request-id'));
        if (status === 405) assert.ok(headers.get('allow'));
      }
    }
  });

  it('serves its health, readiness and metrics', async () => {
    assert.equal((await caller.raw('/healthz')).status, 200);
    assert.equal((await caller.raw('/readyz')).status, 200);
    assert.match((await caller.raw('/metrics')).text, /flight_offset_request_seconds_count/);
  });

  it('logs the migrations that its first start ran, and none at its second', {
    skip: distributed,
  }, async () => {
    const databaseUrl = await emptyDatabase();
    const logged: string[] = [];
    const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) });
    for (let start = 0; start < 2; start += 1) await (await startGateway({ databaseUrl, log })).close();
    const lines = logged.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'database migrated');
    assert.equal(lines.length, 1);
    assert.equal(lines[0].migrations[0], '0001-first');
  });
});
