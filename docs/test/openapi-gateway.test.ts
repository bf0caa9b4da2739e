/** A running gateway returns what its OpenAPI document states: hundreds of responses, each status at least once. */
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, mock, test } from 'node:test';
import type { FlightEmissionsResult, FlightEstimateResult, Order, Refund } from '@flight-offset/core';
import { type JsonObject, OPERATIONS } from '@flight-offset/core/openapi';
import { sign } from '@flight-offset/core/server';
import { type RunningGateway, SANDBOX, startGateway } from '@flight-offset/gateway';
import Database from 'better-sqlite3';
import { type DocumentChecker, openApiChecker, type ReadResponse } from './openapi-checker.ts';

const ORDERS = '/offset-gateway/orders';
const FLIGHT = {
  origin: 'ZRH',
  destination: 'SFO',
  operatingCarrierCode: 'LX',
  flightNumber: 38,
  departureDate: { year: 2026, month: 12, day: 14 },
};
const NO_ORDER = 'ord_00000000000000000000000000';

let gateway: RunningGateway;
let checker: DocumentChecker;

before(async () => {
  gateway = await startGateway({ environment: { GATEWAY_RATE_LIMIT: '100000' } });
  checker = openApiChecker((await (await fetch(`${gateway.url}/openapi.json`)).json()) as JsonObject);
});
after(() => gateway?.close());

interface Request {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string | undefined>> | undefined;
}

/** Sends a request to a gateway and checks the response. Headers set to undefined are left out. */
async function callAt(url: string, { method, path, body, headers = {} }: Request): Promise<ReadResponse> {
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  const signature = text && (await sign(text, { scheme: 'hmac-sha256', secret: SANDBOX.secret }));
  const all = {
    'x-api-key': SANDBOX.apiKey,
    ...(text !== undefined && { 'content-type': 'application/json', 'x-body-signature': signature }),
    'x-platform-id': SANDBOX.platformId,
    ...headers,
  };
  const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const sent = await fetch(url + path, { method, headers: given, ...(text !== undefined && { body: text }) });
  const response = { status: sent.status, headers: sent.headers, text: await sent.text() };
  checker.response(method, path, response);
  return response;
}

/** Sends a request to the gateway, as {@link callAt}. */
const call = (
  method: Request['method'],
  path: string,
  body?: unknown,
  headers?: Request['headers'],
): Promise<ReadResponse> => callAt(gateway.url, { method, path, body, headers });

/** Expects a status of a gateway's response, and returns the body. */
async function expectAt(
  url: string,
  status: number,
  request: Request,
  // biome-ignore lint/suspicious/noExplicitAny: the checker has read it through its schema
): Promise<any> {
  const response = await callAt(url, request);
  assert.equal(response.status, status, `${request.method} ${request.path}: ${response.text}`);
  return response.headers.get('content-type')?.startsWith('application/json')
    ? JSON.parse(response.text)
    : response.text;
}

/** Expects a status of the gateway's response, as {@link expectAt}. */
async function expect(
  status: number,
  ...[method, path, body, headers]: Parameters<typeof call>
  // biome-ignore lint/suspicious/noExplicitAny: the checker has read it through its schema
): Promise<any> {
  return expectAt(gateway.url, status, { method, path, body, headers });
}

/** Settles an order without a payer. */
async function settle(orderId: string, outcome: 'completed' | 'failed' = 'completed'): Promise<void> {
  const response = await fetch(`${gateway.url}/sandbox/orders/${orderId}/payment`, {
    method: 'POST',
    headers: { 'x-api-key': SANDBOX.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ outcome }),
  });
  assert.equal(response.status, 200);
}

/** Every operation with a path that names no resource, for responses that do not depend on one. */
const CALLS = [
  ...OPERATIONS.map(({ method, path, request }) => ({ method, path, body: request?.example })),
  { method: 'GET' as const, path: '/offset-gateway/exports/orders.csv', body: undefined },
  { method: 'GET' as const, path: '/offset-gateway/statements/{statement_id}.csv', body: undefined },
  { method: 'GET' as const, path: '/offset-gateway/statements/{statement_id}.pdf', body: undefined },
].map((one) => ({
  ...one,
  path: one.path.replace('{order_id}', NO_ORDER).replace('{statement_id}', 'none').replace('{id}', 'none'),
}));

test('orders match the document, from creation to refund', async () => {
  const bodies = [
    { emission_amount: 1 },
    { emission_amount: 0 },
    { emission_amount: 0.0005, emission_unit: 'tonCO2e' },
    {
      emission_amount: 1146,
      user: { name: 'Zoë Meier', email: 'zoe@example.com', tax_id: '29ABCDE1234F2Z5' },
    },
    {
      emission_amount: 12,
      currency: 'EUR',
      reference: 'EX7K2P',
      variant: 'compact',
      metadata: { channel: 'app' },
      emission_publishers: ['ICAO', 'Example Airways'],
    },
    { emission_amount: 3, currency: 'JPY', user: {} },
    { emission_amount: 3, callback_url: 'https://merchant.example/offset/webhooks' },
  ];
  const { portfolios = [] } = await expect(200, 'GET', '/offset-gateway/offer');
  for (const { id } of portfolios as { id: string }[])
    bodies.push({ emission_amount: 2, portfolio: id } as never);
  const made: string[] = [];
  for (let round = 0; round < 4; round++)
    for (const body of bodies) made.push((await expect(201, 'POST', ORDERS, body)).order_id);

  const [paid = '', partly = '', failed = '', booked = '', cancelled = ''] = made;
  for (const id of [paid, partly]) await settle(id);
  await settle(failed, 'failed');
  await expect(200, 'POST', `${ORDERS}/${booked}/confirm`, { reference: 'EX7K2P' });
  await expect(200, 'POST', `${ORDERS}/${booked}/confirm`, {});
  await expect(200, 'POST', `${ORDERS}/${cancelled}/cancel`, {});
  await expect(409, 'POST', `${ORDERS}/${paid}/cancel`, {});
  await expect(409, 'POST', `${ORDERS}/${failed}/confirm`, {});

  const refund = await expect(201, 'POST', `${ORDERS}/${booked}/refunds`, {
    emission_amount: 1,
    reason: 'a leg',
  });
  assert.equal(refund.order_id, booked);
  await expect(201, 'POST', `${ORDERS}/${paid}/refunds`, {});
  await expect(409, 'POST', `${ORDERS}/${paid}/refunds`, {});
  const key = { 'idempotency-key': 'refund-1' };
  await expect(201, 'POST', `${ORDERS}/${booked}/refunds`, { emission_amount: 2 }, key);
  await expect(422, 'POST', `${ORDERS}/${booked}/refunds`, { emission_amount: 3 }, key);

  for (const id of made) {
    await expect(200, 'GET', `${ORDERS}/${id}`);
    await expect(200, 'GET', `${ORDERS}/${id}/status`);
    await expect(200, 'GET', `${ORDERS}/${id}/refunds`);
  }
  for (const query of [
    '',
    '?limit=100',
    '?limit=1&page=3',
    '?page=1000',
    '?sort=asc',
    '?email=zoe%40example.com',
  ])
    await expect(200, 'GET', ORDERS + query);
  for (const status of ['pending', 'completed', 'failed']) {
    await expect(200, 'GET', `${ORDERS}?status=${status}`);
    await expect(200, 'GET', `/offset-gateway/exports/orders.csv?status=${status}`);
  }

  const { statements } = await expect(200, 'GET', '/offset-gateway/statements');
  assert.ok(statements.length > 0);
  for (const { id } of statements as { id: string }[])
    for (const ending of ['', '.csv', '.pdf'])
      await expect(200, 'GET', `/offset-gateway/statements/${id}${ending}`);
});

test('transactions of payments and refunds match the document', async () => {
  for (const currency of ['INR', 'EUR']) {
    const { order_id } = await expect(201, 'POST', ORDERS, { emission_amount: 50, currency });
    await expect(200, 'POST', `${ORDERS}/${order_id}/confirm`, {});
    await expect(201, 'POST', `${ORDERS}/${order_id}/refunds`, {});
    const { refunds } = await expect(200, 'GET', `${ORDERS}/${order_id}/refunds`);
    const refund = await expect(200, 'GET', `/marketplace/transactions/${refunds[0].transaction_id}`);
    assert.ok(refund.amount < 0);
    if (currency !== 'INR') assert.ok(refund.price.amount_minor < 0);
  }
});

test('estimates match the document, as do the reasons for flights without one', async () => {
  const routes = ['ZRH-JFK', 'DEL-BOM', 'LHR-SYD', 'SIN-NRT', 'FRA-GVA', 'GRU-LIS', 'CPT-JNB', 'YVR-HNL'];
  for (const path of ['/api/calculate', '/api/estimates'])
    for (const carrier of ['LX', 'BA', 'UA', 'SQ', 'DLH'])
      for (const [origin = '', destination = ''] of routes.map((route) => route.split('-')))
        await expect(200, 'POST', path, {
          flights: [{ ...FLIGHT, origin, destination, operatingCarrierCode: carrier }, FLIGHT],
        });
  for (const path of ['/api/calculate', '/api/estimates']) {
    for (const broken of [{ destination: 'QQQ' }, { destination: 'ZRH' }]) {
      const { error, flights } = await expect(422, 'POST', path, {
        flights: [FLIGHT, { ...FLIGHT, ...broken }],
      });
      assert.equal(error, 42201);
      assert.equal(flights[0].index, 1);
    }
    await expect(401, 'POST', path, { flights: [FLIGHT] }, { 'x-platform-id': 'another' });
  }
});

/** Compares an example of an estimate with the returned one of the same version of the model. */
function compareEstimates(
  { aircraft, provenance, ...figures }: Partial<FlightEstimateResult>,
  returned: FlightEstimateResult,
): void {
  for (const [name, figure] of Object.entries(figures))
    assert.deepEqual(figure, returned[name as keyof typeof returned], name);
  for (const { share, ...one } of aircraft ?? []) {
    const same = returned.aircraft.find(({ icao }) => icao === one.icao);
    assert.deepEqual({ ...one, share }, { ...same, share: Number(same?.share.toFixed(4)) });
  }
  for (const step of provenance ?? [])
    assert.deepEqual(
      step,
      returned.provenance.find((one) => one.step === step.step),
    );
}

for (const id of ['calculateEmissions', 'estimateEmissions'])
  test(`the example of ${id} matches the gateway's response, except between releases of the model`, async () => {
    const { path = '', request, response } = OPERATIONS.find((one) => one.id === id) ?? {};
    const [example] = (response?.example ?? []) as FlightEmissionsResult[];
    const [returned] = await expect(200, 'POST', path, request?.example);
    assert.deepEqual(Object.keys(example ?? {}), Object.keys(returned), id);
    assert.deepEqual(example?.flight, returned.flight);
    for (const [cabin, grams] of Object.entries(example?.emissionsGramsPerPax ?? {})) {
      const ratio = grams / returned.emissionsGramsPerPax[cabin];
      assert.ok(ratio > 0.95 && ratio < 1.05, `${id} ${cabin}: ${grams}`);
    }
    // The example with a version has the figures of that version, and the other example has its figures.
    const { modelVersion, ...figures } = example as Partial<FlightEstimateResult>;
    if (modelVersion !== undefined && modelVersion === returned.modelVersion)
      compareEstimates(figures, returned);
  });

test("the examples of orders match the gateway's responses", async () => {
  const order = OPERATIONS.find(({ id }) => id === 'createOrder')?.request?.example;
  const { order_id } = await expect(201, 'POST', ORDERS, order);
  const { price } = await expect(200, 'POST', `${ORDERS}/${order_id}/confirm`, {});
  const confirmed = OPERATIONS.find(({ id }) => id === 'confirmOrder')?.response.example as Order;
  assert.deepEqual(price, confirmed.price);
  const refund = OPERATIONS.find(({ id }) => id === 'refundOrder');
  const { amount, grams } = await expect(
    201,
    'POST',
    `${ORDERS}/${order_id}/refunds`,
    refund?.request?.example,
  );
  const example = refund?.response.example as Refund | undefined;
  assert.deepEqual([amount, grams], [example?.amount, example?.grams]);
});

test('errors of every operation match the document: key, signature, body', async () => {
  for (const { method, path, body } of CALLS) {
    for (const key of [undefined, 'unknown']) await expect(401, method, path, body, { 'x-api-key': key });
    if (body === undefined) continue;
    for (const signature of [undefined, '00'])
      await expect(401, method, path, body, { 'x-body-signature': signature });
    await expect(400, method, path, '{');
    await expect(400, method, path, '[]');
    await expect(415, method, path, body, { 'content-type': 'text/plain' });
    await expect(413, method, path, ' '.repeat(1024 * 1024 + 1));
  }
  for (const path of [ORDERS, `${ORDERS}/${NO_ORDER}/confirm`, `${ORDERS}/${NO_ORDER}/refunds`])
    await expect(400, 'POST', path, { emission_amount: 1 }, { 'idempotency-key': 'ü' });
});

test('errors of single operations match the document', async () => {
  for (const { method, path, body } of CALLS)
    if (/none|ord_/.test(path)) await expect(404, method, path, body);
  for (const query of ['limit=0', 'limit=101', 'page=1001', 'sort=up', 'status=paid', 'limit=1&limit=2'])
    await expect(400, 'GET', `${ORDERS}?${query}`);
  for (const query of ['status=paid', 'from=2026-11-31', 'to=yesterday'])
    await expect(400, 'GET', `/offset-gateway/exports/orders.csv?${query}`);
  await expect(400, 'GET', '/offset-gateway/offer?currency=eur');
  assert.equal((await expect(400, 'GET', '/offset-gateway/offer?currency=BRL')).error, 40003);
  await withStatements(
    (sql, run) => (sql.includes('from "projects"') ? [] : run()),
    () => expect(409, 'GET', '/offset-gateway/offer'),
  );
  await expect(409, 'POST', ORDERS, {
    emission_amount: 1,
    expected_price: { currency: 'INR', amount_minor: 1 },
  });
  await expect(409, 'POST', ORDERS, { emission_amount: 1, portfolio: 'none' });
  const key = { 'idempotency-key': 'order-1' };
  const first = await expect(201, 'POST', ORDERS, { emission_amount: 1 }, key);
  assert.deepEqual(await expect(201, 'POST', ORDERS, { emission_amount: 1 }, key), first);
  await expect(422, 'POST', ORDERS, { emission_amount: 2 }, key);
});

/** Bodies at the bounds of their fields, valid or not. */
const AMOUNTS = [0, 1e-9, 1e6, 1e6 + 1, 1e9, 1e9 + 1, -1, '1', null];
const AT_BOUNDS: readonly object[] = [
  ...AMOUNTS.map((emission_amount) => ({ emission_amount })),
  ...AMOUNTS.map((emission_amount) => ({ emission_amount, emission_unit: 'tonCO2e' })),
  ...[
    { emission_unit: 'kg' },
    { currency: 'eur' },
    { currency: 'EUR' },
    { callback_url: 'ftp://merchant.example' },
    { callback_url: `https://merchant.example/${'a'.repeat(2023)}` },
    { callback_url: `https://merchant.example/${'a'.repeat(2024)}` },
    { user: { name: 'n'.repeat(200) } },
    { user: { name: 'n'.repeat(201) } },
    { user: { email: 'zoe' } },
    { user: { email: `${'z'.repeat(64)}@example.com` } },
    { user: { tax_id: 't'.repeat(64) } },
    { user: { tax_id: 't'.repeat(65) } },
    { user: null },
    { reference: 'r'.repeat(128) },
    { reference: 'r'.repeat(129) },
    { reference: 'a\u0007' },
    { reference: '' },
    { variant: 'a b' },
    { variant: 'v'.repeat(64) },
    { variant: 'v'.repeat(65) },
    { metadata: Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`k${index}`, 'v'])) },
    { metadata: Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`k${index}`, 'v'])) },
    { metadata: { k: 'v'.repeat(500) } },
    { metadata: { k: 'v'.repeat(501) } },
    { metadata: { ['k'.repeat(41)]: 'v' } },
    { metadata: { '': 'v' } },
    { emission_publishers: [] },
    { emission_publishers: Array.from({ length: 12 }, (_, index) => `Agency ${index}`) },
    { emission_publishers: Array.from({ length: 13 }, (_, index) => `Agency ${index}`) },
    { emission_publishers: ['n'.repeat(80)] },
    { emission_publishers: ['n'.repeat(81)] },
    { emission_publishers: [''] },
    { emission_publishers: [' ICAO'] },
    { emission_publishers: ['ICAO\u0007'] },
    { emission_publishers: ['ICAO \u202e'] },
    { emission_publishers: 'ICAO' },
    { expected_price: { currency: 'INR', amount_minor: -1 } },
    { expected_price: { currency: 'INR' } },
    { unknown_field: true },
  ].map((field) => ({ emission_amount: 1, ...field })),
];

test('an order is refused at the bounds that the document states', async () => {
  for (const body of AT_BOUNDS) {
    const { status, text } = await call('POST', ORDERS, body);
    assert.equal(
      status !== 400,
      checker.allowsRequest('createOrder', body),
      `${JSON.stringify(body)}: ${text}`,
    );
  }
  const { order_id } = await expect(201, 'POST', ORDERS, { emission_amount: 1 });
  const refunds = [
    {},
    { emission_unit: 'kgCO2' },
    { emission_amount: 0 },
    { reason: '' },
    { reason: 'r'.repeat(501) },
  ];
  for (const body of refunds) {
    const { status, text } = await call('POST', `${ORDERS}/${order_id}/refunds`, body);
    assert.equal(
      status !== 400,
      checker.allowsRequest('refundOrder', body),
      `${JSON.stringify(body)}: ${text}`,
    );
  }
  const flights = [
    [],
    [{ ...FLIGHT, origin: 'zrh' }],
    [{ ...FLIGHT, origin: 'ZR' }],
    [{ ...FLIGHT, flightNumber: 0 }],
    [{ ...FLIGHT, flightNumber: 9999 }],
    [{ ...FLIGHT, flightNumber: 10_000 }],
    [{ ...FLIGHT, operatingCarrierCode: '99' }],
    [{ ...FLIGHT, aircraft: '789' }],
    [{ ...FLIGHT, aircraft: '78' }],
    [{ ...FLIGHT, departureDate: { year: 2026, month: 13, day: 1 } }],
    Array.from({ length: 1000 }, () => FLIGHT),
    Array.from({ length: 1001 }, () => FLIGHT),
  ];
  for (const list of flights) {
    const { status, text } = await call('POST', '/api/calculate', { flights: list });
    const allowed = checker.allowsRequest('calculateEmissions', { flights: list });
    assert.equal(
      status !== 400,
      allowed,
      `${list.length} flights, ${JSON.stringify(list[0])}: ${text.slice(0, 200)}`,
    );
  }
});

test('403: the merchant may not collect payments in this currency', async () => {
  const other = await startGateway();
  try {
    const { order_id } = await expectAt(other.url, 201, {
      method: 'POST',
      path: ORDERS,
      body: { emission_amount: 1 },
    });
    await withStatements(
      (sql, run) => (sql.includes('settlement_limits') ? [] : run()),
      () => expectAt(other.url, 403, { method: 'POST', path: `${ORDERS}/${order_id}/confirm`, body: {} }),
    );
  } finally {
    await other.close();
  }
});

test('429 past the limit of the key, with Retry-After', async () => {
  const environment = { GATEWAY_RATE_LIMIT: '1', GATEWAY_RATE_WINDOW_SECONDS: '3600' };
  const strict = await startGateway({ environment });
  try {
    await callAt(strict.url, { method: 'GET', path: ORDERS });
    for (const { method, path, body } of CALLS) await expectAt(strict.url, 429, { method, path, body });
  } finally {
    await strict.close();
  }
});

test('408 for a body that does not arrive', { timeout: 600_000 }, async () => {
  const { port } = new URL(gateway.url);
  const waiting = CALLS.filter(({ body }) => body !== undefined).map(async ({ method, path }) => {
    const received = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), '127.0.0.1', () =>
        socket.write(
          `${method} ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\nx-api-key: ${SANDBOX.apiKey}\r\n\r\n{`,
        ),
      );
      socket.on('error', reject).on('data', (bytes) => {
        resolve(String(bytes));
        socket.destroy();
      });
    });
    const [head = '', text = ''] = received.split('\r\n\r\n');
    const [line = '', ...lines] = head.split('\r\n');
    const headers = new Headers(lines.map((one) => one.split(/: (.*)/).slice(0, 2) as [string, string]));
    const body = headers.has('transfer-encoding') ? (text.split('\r\n')[1] ?? '') : text;
    const status = Number(line.split(' ')[1]);
    assert.equal(status, 408, path);
    checker.response(method, path, { status, headers, text: body });
  });
  await Promise.all(waiting);
});

/** Statement of the SQLite driver, as far as the test needs it. */
type Statement = { readonly source: string } & Record<
  'all' | 'get' | 'run' | 'iterate',
  (...args: unknown[]) => unknown
>;

/** Runs the work while statements of SQLite go through `around`, which may fail. */
async function withStatements<T>(
  around: (sql: string, run: () => unknown) => unknown,
  work: () => Promise<T>,
): Promise<T> {
  const database = new Database(':memory:');
  const prototype = Object.getPrototypeOf(database.prepare('select 1')) as Statement;
  const mocks = (['all', 'get', 'run', 'iterate'] as const).map((name) => {
    const original = prototype[name];
    return mock.method(prototype, name, function (this: Statement, ...args: unknown[]) {
      return around(this.source, () => original.apply(this, args));
    });
  });
  try {
    return await work();
  } finally {
    for (const one of mocks) one.mock.restore();
    database.close();
  }
}

test('503 with Retry-After while the database is full, 500 for a fault', async () => {
  const failures = [
    [503, Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })],
    [500, new Error('a fault')],
  ] as const;
  for (const [status, error] of failures)
    for (const { method, path, body } of CALLS)
      await withStatements(
        () => {
          throw error;
        },
        () => expect(status, method, path, body),
      );
});

test('every documented response was seen, and more than 300 were valid', () => {
  assert.deepEqual(checker.unseen(), []);
  assert.ok(checker.valid >= 300, `${checker.valid} responses`);
});
