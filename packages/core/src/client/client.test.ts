import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { OffsetApiError, OffsetConnectionError, OffsetError, OffsetTimeoutError } from '../errors/errors.ts';
import type { SigningKey } from '../signing/keys.ts';
import { verify } from '../signing/sign.ts';
import { someFlight } from '../testing/makers.ts';
import { OffsetClient } from './client.ts';
import { everyOrder } from './every-order.ts';
import type { OffsetClientOptions } from './options.ts';
import {
  type OrderListResponse,
  readCreatedOrder,
  readEmissions,
  readOffer,
  readOrder,
  readOrderList,
  readRefund,
  readRefunds,
  readStatement,
  readStatements,
  readTransaction,
} from './responses.ts';
import type { JsonResponse } from './transport.ts';

/** A request as the service saw it. */
interface Seen {
  readonly url: URL;
  readonly method: string;
  readonly headers: Headers;
  readonly body: string;
  readonly redirect: string;
}

type Reply = Response | Error | 'hang';

/** A client whose service returns what the test sets, attempt by attempt; the last response repeats. */
function against(
  replies: Reply[],
  options: Partial<OffsetClientOptions> = {},
): { client: OffsetClient; seen: Seen[] } {
  const seen: Seen[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    seen.push({
      url: new URL(request.url),
      method: request.method,
      headers: request.headers,
      body: await request.text(),
      redirect: request.redirect,
    });
    // As fetch does: an attempt whose time has ended gets no response.
    init?.signal?.throwIfAborted();
    const reply = replies[Math.min(seen.length, replies.length) - 1] ?? assert.fail('no reply');
    if (reply === 'hang') {
      return new Promise((_, reject) =>
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
      );
    }
    if (reply instanceof Error) throw reply;
    return reply.clone();
  };
  const base = {
    baseUrl: 'https://gateway.example/v',
    apiKey: 'key',
    signingKey: 'do-not-print-me',
    platformId: 'p',
  };
  const retry = { retries: 3, baseMs: 1, maxMs: 2, maxRetryAfterMs: 2_000 };
  return { client: new OffsetClient({ ...base, retry, fetch, ...options }), seen };
}

const json = (body: unknown, init?: ResponseInit): Response => Response.json(body, init);
const created = { order_id: 'o1', payment_url: 'https://gateway.example/pay/1' };
const refused = (code = 'ECONNREFUSED'): Error =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(), { code }) });
const reset = (): Error =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ECONNRESET' }) });

/** As Deno reports it: without a code. */
const refusedOnDeno = (): Error => {
  const text = 'error sending request for url (https://x/): client error (Connect): tcp connect error';
  return new TypeError('fetch failed', { cause: new Error(text) });
};

describe('each operation carries exactly the headers of the interface', () => {
  it('createOrder', async () => {
    const { client, seen } = against([json(created, { status: 202 })]);
    assert.equal(
      (await client.createOrder({ emission_amount: 1.5 }, { idempotencyKey: 'k' })).order_id,
      'o1',
    );
    const [request] = seen;
    assert.equal(request?.url.href, 'https://gateway.example/v/offset-gateway/orders');
    assert.equal(request?.body, '{"emission_amount":1.5}', 'what was given, nothing invented');
    const names = ['content-type', 'idempotency-key', 'x-api-key', 'x-body-signature'];
    assert.deepEqual([...(request?.headers.keys() ?? [])], names);
    const signature = request?.headers.get('x-body-signature') ?? '';
    assert.ok(
      await verify(request?.body ?? '', signature, { scheme: 'hmac-sha256', secret: 'do-not-print-me' }),
    );
  });

  it('listOrders', async () => {
    const { client, seen } = against([json({ orders: [{ order_id: 'o1', more: 1 }] })]);
    const { orders } = await client.listOrders({ email: 'a+b@c.d', limit: 5, sort: 'asc', status: 'failed' });
    assert.deepEqual(orders, [{ order_id: 'o1', more: 1 }]);
    assert.equal(seen[0]?.url.search, '?email=a%2Bb%40c.d&limit=5&sort=asc&status=failed');
    assert.deepEqual([...(seen[0]?.headers.keys() ?? [])], ['x-api-key']);
  });

  it('calculateEmissions', async () => {
    const results = [{ flight: someFlight(), emissionsGramsPerPax: { economy: 1 } }];
    const { client, seen } = against([json(results)], { emissionsUrl: 'http://localhost:1/e/' });
    assert.deepEqual(await client.calculateEmissions([someFlight()]), results);
    assert.equal(seen[0]?.url.href, 'http://localhost:1/e/api/calculate');
    const names = ['content-type', 'x-api-key', 'x-body-signature', 'x-platform-id'];
    assert.deepEqual([...(seen[0]?.headers.keys() ?? [])], names);
  });

  it('getOrder, an extension', async () => {
    const { client, seen } = against([json({ order_id: 'a/b', more: 1 })]);
    assert.deepEqual(await client.getOrder('a/b'), { order_id: 'a/b', more: 1 });
    assert.equal(seen[0]?.url.pathname, '/v/offset-gateway/orders/a%2Fb');
    assert.deepEqual([...(seen[0]?.headers.keys() ?? [])], ['x-api-key']);
  });

  it('getTransaction', async () => {
    const { client, seen } = against([json({ id: 'a/b' })]);
    assert.deepEqual(await client.getTransaction('a/b'), { id: 'a/b' });
    assert.equal(seen[0]?.url.pathname, '/v/marketplace/transactions/a%2Fb');
    assert.deepEqual([...(seen[0]?.headers.keys() ?? [])], ['x-api-key']);
  });

  it('statements, an extension', async () => {
    const statement = {
      id: 'open_EUR',
      number: null,
      period: '2026-11',
      currency: 'EUR',
      state: 'open',
      total_minor: 0,
      orders: 0,
      refunds: 0,
      closed_at: null,
      paid_at: null,
      more: 1,
    };
    const { client } = against([json({ statements: [statement] }), json({ ...statement, lines: [] })]);
    assert.deepEqual(await client.listStatements(), { statements: [statement] });
    assert.deepEqual(await client.getStatement('open_EUR'), { ...statement, lines: [] });
    const odd = json({ statements: [{}] }, { headers: { 'x-request-id': 'r1' } });
    for (const call of [against([odd]).client.listStatements(), against([odd]).client.getStatement('s')]) {
      await assert.rejects(call, { name: 'OffsetResponseError', status: 200, requestId: 'r1' });
    }
  });

  it('refuses an idempotency key that cannot be a header before anything is sent', async () => {
    for (const idempotencyKey of ['', 'k\n', 'Zoë', 'ключ', 'x'.repeat(256)]) {
      const { client, seen } = against([json(created)]);
      const calls = [
        () => client.createOrder({ emission_amount: 1 }, { idempotencyKey }),
        () => client.refundOrder('o', {}, { idempotencyKey }),
        () => client.confirmOrder(`o${'ü'.repeat(idempotencyKey.length + 1)}`),
        () => client.cancelOrder('ключ'),
      ];
      for (const call of calls)
        await assert.rejects(call(), { name: 'ValidationError', field: 'idempotencyKey' });
      assert.equal(seen.length, 0);
    }
  });

  it('refuses a platform id that cannot be a header at once', () => {
    for (const platformId of ['', 'платформа', 'a b', 'a\n'])
      assert.throws(() => against([], { platformId }), { name: 'TypeError', message: /^platformId must/ });
  });

  it('refuses an option of the wrong type at once, such as the text false', () => {
    for (const [name, value, kind] of [
      ['honoursIdempotencyKey', 'false', 'a boolean'],
      ['allowHttp', 'false', 'a boolean'],
      ['fetch', 5, 'a function'],
      ['hooks', 5, 'an object'],
    ] as const)
      assert.throws(() => against([], { [name]: value } as never), {
        name: 'TypeError',
        message: `${name} must be ${kind}`,
      });
  });

  it('refundOrder', async () => {
    const refund = { refund_id: 'r1', status: 'pending' };
    const { client, seen } = against([json(refund, { status: 201 })]);
    assert.deepEqual(
      await client.refundOrder('a/b', { emission_amount: 2 }, { idempotencyKey: 'k' }),
      refund,
    );
    const [request] = seen;
    assert.equal(request?.url.pathname, '/v/offset-gateway/orders/a%2Fb/refunds');
    assert.equal(request?.body, '{"emission_amount":2}');
    const names = ['content-type', 'idempotency-key', 'x-api-key', 'x-body-signature'];
    assert.deepEqual([...(request?.headers.keys() ?? [])], names);
    await assert.rejects(client.refundOrder('o1', { emission_amount: 0 }), { message: /emission_amount/ });
    assert.equal(seen.length, 1, 'nothing was sent');
  });

  it('listRefunds', async () => {
    const refunds = [{ refund_id: 'r1', status: 'completed', more: 1 }];
    const odd = [[{ refund_id: 'r1' }], [null]].map((list) => json({ refunds: list }));
    const { client, seen } = against([json({ refunds }), ...odd]);
    assert.deepEqual(await client.listRefunds('o1'), refunds);
    assert.equal(seen[0]?.url.pathname, '/v/offset-gateway/orders/o1/refunds');
    assert.deepEqual([...(seen[0]?.headers.keys() ?? [])], ['x-api-key']);
    for (const _ of odd) await assert.rejects(client.listRefunds('o1'), { name: 'OffsetResponseError' });
  });
});

describe('repeats', () => {
  const honours = { honoursIdempotencyKey: true };
  const cases: [string, Partial<OffsetClientOptions>, Reply[], number][] = [
    ['503 then 201, key honoured', honours, [json({}, { status: 503 }), json(created)], 2],
    ['broken connection, key honoured', honours, [reset(), json(created)], 2],
    ['409 in flight', {}, [json({}, { status: 409, headers: { 'retry-after': '0' } }), json(created)], 2],
    ['429', {}, [json({}, { status: 429 }), json({}, { status: 429 }), json(created)], 3],
    ['never left', {}, [refused(), refused(), json(created)], 3],
    ['never left on Deno', {}, [refusedOnDeno(), json(created)], 2],
    ...[
      'ENOTFOUND',
      'EAI_AGAIN',
      'EHOSTUNREACH',
      'ENETUNREACH',
      'UND_ERR_CONNECT_TIMEOUT',
      'ConnectionRefused',
    ].map((code): (typeof cases)[number] => [`never left: ${code}`, {}, [refused(code), json(created)], 2]),
  ];
  for (const [name, options, replies, tries] of cases) {
    it(`create after ${name}: the same bytes, signature and key`, async () => {
      const { client, seen } = against(replies, options);
      await client.createOrder({ emission_amount: 1 });
      assert.equal(seen.length, tries);
      for (const header of ['idempotency-key', 'x-body-signature']) {
        assert.equal(new Set(seen.map((request) => request.headers.get(header))).size, 1);
      }
    });
  }

  const never: [string, Reply][] = [
    ['a lost response, key unknown to the service', reset()],
    ['no response in time, key unknown to the service', 'hang'],
    ['500, key unknown to the service', json({}, { status: 500 })],
    ['400', json({ error: 40002, message: 'emission_amount: is required' }, { status: 400 })],
    ['409 without Retry-After', json({}, { status: 409 })],
    ['422', json({}, { status: 422 })],
    ['a choice of addresses', json(created, { status: 300 })],
    ['a wait longer than allowed', json({}, { status: 429, headers: { 'retry-after': '3600' } })],
    ['a wait that the call would last for', json({}, { status: 429, headers: { 'retry-after': '3' } })],
    ['a redirect', new Response(null, { status: 307, headers: { location: 'https://elsewhere.example/' } })],
  ];
  for (const [name, reply] of never) {
    it(`create is not repeated after ${name}`, async () => {
      const { client, seen } = against([reply, json(created)], { attemptTimeoutMs: 50 });
      await assert.rejects(client.createOrder({ emission_amount: 1 }), OffsetError);
      assert.equal(seen.length, 1);
    });
  }

  it('repeats reads after any passing failure, each attempt with its own time', async () => {
    const { client, seen } = against([reset(), 'hang', json({}, { status: 500 }), json({ id: 't' })], {
      attemptTimeoutMs: 20,
    });
    assert.deepEqual(await client.getTransaction('t'), { id: 't' });
    assert.equal(seen.length, 4);
  });

  it('gives up when the time of the call is over', async () => {
    const { client } = against(['hang'], { attemptTimeoutMs: 20, timeoutMs: 50 });
    await assert.rejects(client.getTransaction('t'), OffsetTimeoutError);
  });

  it('an attempt ends with the time of the call, though it may take longer by itself', async () => {
    for (const [options, call] of [
      [{ timeoutMs: 50 }, {}],
      [{}, { timeoutMs: 50 }],
    ]) {
      const { client } = against(['hang'], { ...options, retry: { retries: 0 } });
      await assert.rejects(client.getTransaction('t', call), /no response within \d\d? ms/);
    }
  });

  it('repeats a read after a success without JSON, but not a create', async () => {
    const broken = new Response('<html>');
    const read = against([broken, json({ id: 't' })]);
    assert.deepEqual(await read.client.getTransaction('t'), { id: 't' });
    const create = against([broken, json(created)]);
    await assert.rejects(create.client.createOrder({ emission_amount: 1 }), { mayHaveTakenEffect: true });
    assert.deepEqual([read.seen.length, create.seen.length], [2, 1]);
  });

  it('refuses an order that is not the requested one', async () => {
    const { client } = against([json({ order_id: 'o2', status: 'completed' })]);
    await assert.rejects(client.getOrder('o1'), /order_id is not that of the request/);
  });

  it('keeps a thousand characters of an endless error message', async () => {
    const message = 'x'.repeat(1_000_000);
    const { client } = against([json({ error: 40002, message }, { status: 400 })]);
    await assert.rejects(client.getTransaction('t'), (error: Error) => error.message.length < 1_100);
  });

  it('lets fetch follow no redirect, which could carry the API key elsewhere', async () => {
    const { client, seen } = against([json({ id: 't' }), json(created)]);
    await client.getTransaction('t');
    await client.createOrder({ emission_amount: 1 });
    assert.deepEqual(
      seen.map(({ redirect }) => redirect),
      ['manual', 'manual'],
    );
  });

  it("passes on one of its own errors unchanged when a caller's fetch throws it", async () => {
    const own = new OffsetTimeoutError('the queue is full', { retryable: false });
    const { client, seen } = against([own]);
    await assert.rejects(client.getTransaction('t'), own);
    assert.equal(seen.length, 1);
  });

  it('gives up when the next attempt would begin after the time limit of the call', async () => {
    const { client, seen } = against([json({}, { status: 503, headers: { 'retry-after': '2' } })], {
      timeoutMs: 1_000,
    });
    await assert.rejects(client.getTransaction('t'), { status: 503 });
    assert.equal(seen.length, 1);
  });

  it("an attempt that never left keeps the previous attempt's mayHaveTakenEffect", async () => {
    const { client } = against([reset(), refused()], { honoursIdempotencyKey: true });
    await assert.rejects(client.createOrder({ emission_amount: 1 }), {
      name: 'OffsetConnectionError',
      mayHaveTakenEffect: true,
    });
  });

  it('ends at once if the caller aborts between two attempts, and leaves no listener on its signal', {
    timeout: 10_000,
  }, async (t) => {
    // No wait ever ends by itself.
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const controller = new AbortController();
    const { signal } = controller;
    const reason = new Error('traveller left');
    const { client, seen } = against([json({}, { status: 503, headers: { 'retry-after': '2' } })], {
      hooks: { onResponse: () => queueMicrotask(() => controller.abort(reason)) },
    });
    await assert.rejects(client.getTransaction('t', { signal }), (error) => error === reason);
    assert.equal(seen.length, 1);

    const { signal: unused } = new AbortController();
    await against([json({ id: 't' })]).client.getTransaction('t', { signal: unused });
    assert.deepEqual(getEventListeners(unused, 'abort'), []);
  });

  it('leaves no timer', async () => {
    const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = timers();
    await against([json({ id: 't' })]).client.getTransaction('t');
    assert.ok(timers() <= before);
  });

  it("ends at once, with the caller's own reason, if the caller aborts", {
    timeout: 10_000,
  }, async (t) => {
    // No attempt ends by its time limit.
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const reason = new Error('traveller left');
    const controller = new AbortController();
    const hooks = { onRequest: () => void setImmediate(() => controller.abort(reason)) };
    const { client, seen } = against(['hang'], { hooks });
    await assert.rejects(
      client.getTransaction('t', { signal: controller.signal }),
      (error) => error === reason,
    );
    assert.equal(seen.length, 1);
    await assert.rejects(
      client.getTransaction('t', { signal: controller.signal }),
      (error) => error === reason,
    );
    assert.equal(seen.length, 1, 'an aborted signal sends nothing');
  });

  it('waits as long as Retry-After requires, and repeats a 408', async () => {
    const busy = json({}, { status: 408, headers: { 'retry-after': '1' } });
    const { client, seen } = against([busy, json({ id: 't' })]);
    const started = performance.now();
    await client.getTransaction('t');
    // Timers may be a moment early by this clock.
    assert.ok(performance.now() - started >= 990);
    assert.equal(seen.length, 2);
  });

  it('calls a service that does not implement an operation only once', async () => {
    const { client, seen } = against([json({}, { status: 501 })]);
    assert.equal(await client.getOffer(), undefined);
    assert.equal(seen.length, 1);
  });
});

describe('errors', () => {
  it('are Error objects with status, code, request id and the flights refused', async () => {
    const flights = [{ index: 0, code: 'unknown_airport', field: 'origin', message: 'QQQ' }];
    const init = { status: 422, headers: { 'x-request-id': 'r1' } };
    const { client } = against([json({ error: 42201, message: 'no', flights }, init)]);
    await assert.rejects(client.calculateEmissions([someFlight()]), (error) => {
      assert.ok(error instanceof OffsetApiError);
      const { code, status, error: integer, requestId, retryable } = error;
      assert.deepEqual([code, status, integer, requestId, retryable], ['api_error', 422, 42201, 'r1', false]);
      assert.deepEqual(error.flights, flights);
      return true;
    });
  });

  it('carry the time to wait that the service requires', async () => {
    const reply = json(
      { error: 42901, message: 'slow down' },
      { status: 429, headers: { 'retry-after': '60' } },
    );
    const { client } = against([reply]);
    await assert.rejects(client.listOrders(), { status: 429, retryAfterMs: 60_000, retryable: true });
  });

  it("a proxy's HTML page is a typed error without the page's text", async () => {
    const page = new Response('<h1>secret page</h1>', {
      status: 502,
      headers: { 'content-type': 'text/html; charset=x' },
    });
    const { client } = against([page]);
    await assert.rejects(client.listOrders(), (error) => {
      assert.ok(error instanceof OffsetApiError);
      assert.match(error.message, /status 502.*text\/html/);
      assert.doesNotMatch(error.message, /secret page/);
      return error.status === 502 && error.retryable;
    });
  });

  const wrong: [string, unknown][] = [
    ['no order_id', { payment_url: 'https://x.example' }],
    ['an empty order_id', { order_id: '', payment_url: 'https://x.example' }],
    ['payment_url is no address', { order_id: 'o', payment_url: 'nope' }],
    ['an array', []],
    ['null', null],
  ];
  for (const [name, body] of wrong) {
    it(`create with the response: ${name}`, async () => {
      const { client } = against([json(body)]);
      await assert.rejects(client.createOrder({ emission_amount: 1 }), { code: 'unexpected_response' });
    });
  }

  it('a list of invalid orders, and an offer with a negative or infinite price', async () => {
    for (const orders of [[null], [[]]]) {
      const { client } = against([json({ orders })]);
      await assert.rejects(client.listOrders(), { code: 'unexpected_response' });
    }
    const offerAt = (price: string) => {
      const { client } = against([new Response(`{"price_per_tonne":${price},"currency":"EUR"}`)]);
      return client.getOffer();
    };
    for (const price of ['-0.01', '1e400'])
      await assert.rejects(offerAt(price), { code: 'unexpected_response', requestId: undefined }, price);
    assert.equal((await offerAt('0'))?.price_per_tonne, 0);
  });

  const emissions: [string, unknown][] = [
    ['too few', []],
    ['negative', [{ emissionsGramsPerPax: { economy: -1 } }]],
    ['more than fits an order', [{ emissionsGramsPerPax: { economy: 1e12 + 1 } }]],
    ['a string', [{ emissionsGramsPerPax: { economy: '1' } }]],
    ['null', [{ emissionsGramsPerPax: { economy: null } }]],
    ['no figures', [{}]],
  ];
  for (const [name, body] of emissions) {
    it(`calculate with the response: ${name}`, async () => {
      const { client } = against([json(body)]);
      await assert.rejects(client.calculateEmissions([someFlight()]), { code: 'unexpected_response' });
    });
  }

  it('names the field before anything is sent', async () => {
    const { client, seen } = against([json([])]);
    await assert.rejects(client.createOrder({ emission_amount: Number.NaN }), { field: 'emission_amount' });
    const bad = [someFlight(), { ...someFlight(), origin: 'LONDON' }];
    await assert.rejects(client.calculateEmissions(bad), { field: 'flights[1].origin' });
    await assert.rejects(client.listOrders({ limit: 1000 }), { field: 'limit' });
    assert.equal(seen.length, 0);
  });

  for (const id of ['', '.', '..', '\ud800']) {
    it(`no endpoint is called for the id ${JSON.stringify(id)}`, async () => {
      const { client, seen } = against([json({ error: 40401 }, { status: 404 })]);
      const order = { name: 'ValidationError', field: 'orderId' };
      await assert.rejects(client.getOrder(id), order);
      await assert.rejects(client.confirmOrder(id), order);
      await assert.rejects(client.cancelOrder(id), order);
      await assert.rejects(client.refundOrder(id), order);
      await assert.rejects(client.listRefunds(id), order);
      await assert.rejects(client.getStatement(id), { field: 'statementId' });
      await assert.rejects(client.getTransaction(id), { field: 'transactionId' });
      assert.equal(seen.length, 0);
    });
  }

  const honours = { honoursIdempotencyKey: true, retry: { baseMs: 0 } };
  const effects: [string, Partial<OffsetClientOptions>, Reply[], boolean][] = [
    ['a refused connection', {}, [refused()], false],
    ['a connection that broke', {}, [reset()], true],
    ['400', {}, [json({}, { status: 400 })], false],
    ['408', {}, [json({}, { status: 408 })], true],
    ['409 without Retry-After', {}, [json({}, { status: 409 })], false],
    ['409 with a long Retry-After', {}, [json({}, { status: 409, headers: { 'retry-after': '999' } })], true],
    [
      '429 with a long Retry-After',
      {},
      [json({}, { status: 429, headers: { 'retry-after': '999' } })],
      false,
    ],
    ['500', {}, [json({}, { status: 500 })], true],
    ['a redirect', {}, [new Response(null, { status: 303, headers: { location: '/x' } })], true],
    ['a success that is no JSON', {}, [new Response('<html>')], true],
    ['a success without an id', {}, [json({})], true],
    ['401 after a connection that broke', honours, [reset(), json({}, { status: 401 })], true],
    ['401 after a refused connection', honours, [refused(), json({}, { status: 401 })], false],
  ];
  for (const [name, options, replies, effect] of effects) {
    it(`${name}: the order ${effect ? 'may exist' : 'was not made'}`, async () => {
      const { client } = against(replies, { retry: { baseMs: 0, retries: 1 }, ...options });
      await assert.rejects(client.createOrder({ emission_amount: 1 }), { mayHaveTakenEffect: effect });
    });
  }

  it('a create is not repeated after 408', async () => {
    const { client, seen } = against([json({}, { status: 408 }), json(created)]);
    await assert.rejects(client.createOrder({ emission_amount: 1 }), { status: 408 });
    assert.equal(seen.length, 1);
  });

  it('no printed error holds the secret', async () => {
    const { inspect } = await import('node:util');
    for (const reply of [refused(), json({}, { status: 500 }), new Response('x')]) {
      const { client } = against([reply], { retry: { retries: 0 } });
      const error = await client.createOrder({ emission_amount: 1 }).catch((caught: unknown) => caught);
      assert.doesNotMatch(inspect(error, { depth: 9 }) + inspect(client, { depth: 9 }), /do-not-print-me/);
    }
  });

  const anyBody = fc.oneof(fc.json(), fc.string());

  it('throws only its own errors for any response', async () => {
    const anyStatus = fc.constantFrom(200, 201, 204, 299, 304, 400, 404, 422, 500);
    await fc.assert(
      fc.asyncProperty(anyBody, anyStatus, async (body, status) => {
        const reply = new Response([204, 304].includes(status) ? null : body, { status });
        const { client } = against([reply], { retry: { retries: 0 } });
        const calls = [
          client.createOrder({ emission_amount: 1 }),
          client.listOrders(),
          client.calculateEmissions([someFlight()]),
          client.getTransaction('t'),
          client.getOffer(),
          client.getOrder('o'),
        ];
        for (const call of await Promise.allSettled(calls)) {
          if (call.status === 'rejected') assert.ok(call.reason instanceof OffsetError, String(call.reason));
        }
      }),
      // Whole requests are slow; the test below reads responses more often.
      { numRuns: 1_000 },
    );
  });

  it('throws only its own errors for any JSON', (context) => {
    // Nearly every reading throws, and the trace of the stack would take more than half of the time.
    const { stackTraceLimit } = Error;
    context.after(() => {
      Error.stackTraceLimit = stackTraceLimit;
    });
    Error.stackTraceLimit = 0;
    const readers: ((response: JsonResponse) => unknown)[] = [
      readCreatedOrder,
      readOrderList,
      (response) => readEmissions(response, 1),
      (response) => readOrder(response, 'o'),
      readTransaction,
      readOffer,
      readRefund,
      readRefunds,
      readStatements,
      readStatement,
    ];
    fc.assert(
      fc.property(anyBody, (body) => {
        const response = { json: parsed(body), status: 200, requestId: undefined };
        for (const read of readers) {
          try {
            read(response);
          } catch (error) {
            assert.ok(error instanceof OffsetError, String(error));
          }
        }
      }),
      { numRuns: 20_000 },
    );
  });
});

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

describe('flight emissions', () => {
  it('are requested again after a lost response: they change nothing', async () => {
    const { client, seen } = against([new TypeError('terminated'), json([{ emissionsGramsPerPax: {} }])]);
    assert.equal((await client.calculateEmissions([someFlight()])).length, 1);
    assert.equal(seen.length, 2);
  });

  it('are not requested without a platform id', async () => {
    const { client, seen } = against([json([])], { platformId: undefined as never });
    await assert.rejects(client.calculateEmissions([someFlight()]), {
      name: 'TypeError',
      message: 'Set the option platformId to request flight emissions.',
    });
    assert.equal(seen.length, 0);
  });
});

describe('long lists of flights', () => {
  it('are split, joined in order, and reasons keep their places', async () => {
    const flights = Array.from({ length: 2_001 }, (_, i) => ({
      ...someFlight(),
      flightNumber: 1 + (i % 9999),
    }));
    const fetch: typeof globalThis.fetch = async (_, init) => {
      const sent = JSON.parse(new TextDecoder().decode(init?.body as Uint8Array)).flights as typeof flights;
      assert.ok(sent.length <= 1_000);
      if (sent[0]?.flightNumber === 2_001) {
        const flights = [{ index: 0, code: 'c', field: 'f', message: 'm' }];
        const headers = { 'x-request-id': 'r3', 'retry-after': '7' };
        if (sent[0].origin === 'BAD')
          return json({ error: 42201, message: 'x', flights }, { status: 422, headers });
      }
      return json(sent.map((flight) => ({ flight, emissionsGramsPerPax: { economy: flight.flightNumber } })));
    };
    const { client } = against([], { fetch });
    const results = await client.calculateEmissions(flights);
    assert.deepEqual(
      results.map((result) => result.emissionsGramsPerPax.economy),
      flights.map((f) => f.flightNumber),
    );
    const last = flights.map((flight, i) => (i === 2_000 ? { ...flight, origin: 'BAD' } : flight));
    await assert.rejects(client.calculateEmissions(last), (error) => {
      assert.ok(error instanceof OffsetApiError);
      const { status, requestId, retryable, retryAfterMs, flights } = error;
      assert.deepEqual(
        [status, error.error, requestId, retryable, retryAfterMs],
        [422, 42201, 'r3', false, 7_000],
      );
      assert.deepEqual(flights, [{ index: 2_000, code: 'c', field: 'f', message: 'm' }]);
      return true;
    });
  });
});

describe('extensions', () => {
  it('an order that this key does not have does not count as a missing extension', async () => {
    const { client, seen } = against([json({ error: 40402, message: 'no such order' }, { status: 404 })]);
    for (let i = 0; i < 2; i++) await assert.rejects(client.getOrder('o'), { status: 404, error: 40402 });
    assert.equal(seen.length, 2);
  });

  it('a 404 to a repeat of a call that may have taken effect does not count as a missing extension', async () => {
    const nowhere = (): Response => new Response('default backend', { status: 404 });
    const confirmed = { order_id: 'o', status: 'completed' };
    for (const lost of [reset(), json({}, { status: 502 })]) {
      const { client, seen } = against([lost, nowhere(), json(confirmed)]);
      await assert.rejects(client.confirmOrder('o'), { status: 404, mayHaveTakenEffect: true });
      assert.equal(seen.length, 2);
      assert.deepEqual(await client.confirmOrder('o'), confirmed);
    }
    const refunds = against([reset(), nowhere()], { honoursIdempotencyKey: true });
    await assert.rejects(refunds.client.refundOrder('o'), { isUnknownEndpoint: false });
  });

  it('confirms and cancels are called even if an earlier one found no endpoint', async () => {
    const nowhere = json({}, { status: 404 });
    const order = { order_id: 'o', status: 'completed' };
    const { client } = against([nowhere, nowhere, json(order), json(order)]);
    assert.equal(await client.confirmOrder('o'), undefined);
    assert.equal(await client.cancelOrder('o'), undefined);
    assert.deepEqual(await client.confirmOrder('o'), order);
    assert.deepEqual(await client.cancelOrder('o'), order);
  });

  it('confirm and cancel of an order have different idempotency keys, the same at each repeat', async () => {
    const { client, seen } = against([json({ order_id: 'o', status: 'completed' })]);
    for (let time = 0; time < 2; time++) {
      await client.confirmOrder('o');
      await client.cancelOrder('o');
    }
    const [confirm, cancel, ...repeats] = seen.map(({ headers }) => headers.get('idempotency-key'));
    assert.notEqual(confirm, cancel);
    assert.deepEqual(repeats, [confirm, cancel]);
  });

  it('refuses an offer with an invalid price step', async () => {
    const offer = { price_per_tonne: 4.149, currency: 'KWD' };
    for (const price_step of [0, -10, 1.5, '10', null, true, 2 ** 60]) {
      const { client } = against([json({ ...offer, price_step })]);
      const message = /price_step is no whole number from 1 up/;
      await assert.rejects(client.getOffer(), { name: 'OffsetResponseError', message }, String(price_step));
    }
    for (const price_step of [undefined, 1, 10]) {
      const { client } = against([json({ ...offer, price_step })]);
      assert.equal((await client.getOffer())?.price_step, price_step);
    }
  });

  it('are called once if the service has none', async () => {
    const seen: string[] = [];
    const fetch: typeof globalThis.fetch = async (input) => {
      const { pathname } = new URL(String(input));
      seen.push(pathname);
      if (pathname.endsWith('/api/calculate')) return json([{ emissionsGramsPerPax: { economy: 1 } }]);
      return json({ error: 40401, message: 'no such address' }, { status: 404 });
    };
    const { client } = against([], { fetch });
    for (let i = 0; i < 2; i++) {
      assert.equal((await client.estimateEmissions([someFlight()]))[0]?.emissionsGramsPerPax.economy, 1);
      assert.equal(await client.getOffer(), undefined);
      assert.equal(await client.getOrder('o'), undefined);
    }
    assert.deepEqual(
      seen.map((path) => path.split('/').at(-1)),
      ['estimates', 'calculate', 'offer', 'o', 'calculate'],
    );
  });
});

describe('orders, page after page', () => {
  /** A service with a list that the test changes between pages. */
  function list(ids: string[], change: (page: number, ids: string[]) => void): OffsetClient {
    const fetch: typeof globalThis.fetch = async (input) => {
      const query = new URL(String(input)).searchParams;
      const [page, limit] = [Number(query.get('page')), Number(query.get('limit'))];
      const orders = ids.slice((page - 1) * limit, page * limit).map((order_id) => ({ order_id }));
      const response = json({
        metadata: { current_page: page, total_records: ids.length, limit },
        overview: {},
        orders,
      });
      change(page, ids);
      return response;
    };
    return against([], { fetch }).client;
  }
  const ids = (): string[] => Array.from({ length: 25 }, (_, i) => `o${i}`);
  const idsOf = async (orders: ReturnType<OffsetClient['orders']>): Promise<(string | undefined)[]> => {
    const found = [];
    for await (const order of orders) found.push(order.order_id);
    return found;
  };
  const readAll = (client: OffsetClient) => idsOf(client.orders({ limit: 10 }));

  it('yields each once, and reads no page past the last', async () => {
    for (const [all, read] of [
      [ids(), [1, 2, 3]],
      [ids().slice(0, 20), [1, 2]],
    ] as const) {
      const pages: number[] = [];
      const client = list([...all], (page) => void pages.push(page));
      assert.deepEqual([await readAll(client), pages], [all, read]);
    }
  });
  it('yields no order twice if new orders appear on top', async () => {
    const client = list(ids(), (page, all) => void (page === 1 && all.unshift('new')));
    assert.deepEqual(await readAll(client), ids());
  });
  it('yields all other orders if some leave the filter', async () => {
    const client = list(ids(), (page, all) => void (page === 1 && all[0] === 'o0' && all.splice(0, 3)));
    const found = await readAll(client);
    assert.deepEqual(found.toSorted(), ids().toSorted());
  });
  it('yields all other orders if more leave the filter than were read', async () => {
    const client = list(ids(), (page, all) => void (page === 1 && all[0] === 'o0' && all.splice(0, 21)));
    assert.deepEqual((await readAll(client)).slice(10), ids().slice(21));
  });
  it('ends on a service that ignores the page', async () => {
    const { client } = against([json({ orders: [{ order_id: 'a' }, { order_id: 'b' }] })]);
    assert.deepEqual(await readAll(client), ['a', 'b']);
  });
  it('yields every order without an id', async () => {
    const page = () => json({ metadata: { total_records: 2, limit: 1 }, orders: [{}] });
    const { client } = against([page(), page()]);
    assert.deepEqual(await readAll(client), [undefined, undefined]);
  });
  for (const [name, totalOf, most] of [
    ['more pages than the interface has', () => 5_000, 1000],
    ['totals that swing for ever', (read: number) => 100 - (read % 2), 2000],
  ] as const)
    it(`ends with an error for ${name}`, async () => {
      let reads = 0;
      const all = everyOrder(async () => {
        assert.ok(reads < most, 'reads for ever');
        const metadata = { total_records: totalOf(reads), limit: 1 };
        return { metadata, overview: {}, orders: [{ order_id: `o${reads++}` }] } as OrderListResponse;
      });
      await assert.rejects(idsOf(all), { code: 'too_many_orders' });
      assert.equal(reads, most);
    });
  it('ends at an empty page, whatever total the service states', async () => {
    const page = (...orders: object[]) => json({ metadata: { total_records: 5_000, limit: 10 }, orders });
    const { client, seen } = against([page({ order_id: 'a' }), page()]);
    assert.deepEqual([await readAll(client), seen.length], [['a'], 2]);
  });
});

describe('options', () => {
  const wrong: [string, Partial<OffsetClientOptions>, RegExp][] = [
    ['plain http', { baseUrl: 'http://gateway.example' }, /baseUrl must begin with https/],
    ['another scheme', { baseUrl: 'ws://127.0.0.1', allowHttp: true }, /baseUrl must begin with https/],
    [
      'a host without a scheme',
      { baseUrl: 'localhost:4010' },
      /baseUrl must begin with https:\/\/, or http:\/\/ for this machine, such as http:\/\/localhost:4010 /,
    ],
    [
      'no address',
      { baseUrl: '127.0.0.1:4010' },
      /baseUrl must be a URL such as https:\/\/api\.example\.com or http:\/\/localhost:4010$/,
    ],
    [
      'an unknown environment',
      { environment: 'production' as never },
      /^TypeError: environment must be sandbox; for another set baseUrl$/,
    ],
    ['credentials in the address', { emissionsUrl: 'https://a:b@x.example' }, /emissionsUrl must not hold/],
    ['a user alone in the address', { baseUrl: 'https://a@x.example' }, /baseUrl must not hold/],
    ['a password alone in the address', { baseUrl: 'https://:b@x.example' }, /baseUrl must not hold/],
    [
      'key with a line break',
      { apiKey: 'a\n' },
      /^TypeError: apiKey must be .* without spaces or line breaks$/,
    ],
    ['no key', { apiKey: undefined as unknown as string }, /apiKey must be set/],
    ['no secret', { signingKey: '' }, /signingKey is required/],
    [
      'a secret that is a number',
      { signingKey: 1234567890 as unknown as string },
      /signingKey: the key is no secret and names no scheme$/,
    ],
    [
      'a private key as a text',
      { signingKey: '-----BEGIN PRIVATE KEY-----\nMC4CAQ' },
      /^TypeError: signingKey is a key in PEM: set \{ scheme: 'ed25519', privateKey \}, or the scheme that it is for$/,
    ],
    [
      'an invalid scheme',
      { signingKey: { scheme: 'hmac' as 'hmac-sha256', secret: 's' } },
      /signingKey: scheme hmac is not known/,
    ],
    [
      'a private key of an unknown scheme',
      { signingKey: { scheme: 'dsa' as 'ed25519', privateKey: 'PEM' } },
      /signingKey: scheme dsa is not known/,
    ],
    [
      'nothing to sign with',
      { signingKey: { scheme: 'hmac-sha256' } as unknown as SigningKey },
      /signingKey: signing needs a secret/,
    ],
    ['a time limit that is no number', { timeoutMs: Number.NaN }, /timeoutMs must be a number/],
    ['a time limit in text', { timeoutMs: '50' as never }, /timeoutMs must be a number/],
    ['a time limit past that of timers', { attemptTimeoutMs: 2 ** 31 }, /attemptTimeoutMs must be a number/],
    ['repeats of NaN', { retry: { retries: Number.NaN } }, /retry\.retries must be a number/],
  ];
  for (const [name, options, message] of wrong)
    it(name, () => assert.throws(() => against([], options), message));

  it('drop query and fragment of a base URL', () => {
    const { client } = against([], { baseUrl: 'https://gateway.example/v?key=1#top' });
    assert.equal(client.baseUrl.href, 'https://gateway.example/v/');
  });

  it('allow plain http to another machine with allowHttp', () => {
    const { client } = against([], { baseUrl: 'http://gateway.internal:4010', allowHttp: true });
    assert.equal(client.baseUrl.href, 'http://gateway.internal:4010/');
  });

  it('accept the longest time limit of a timer', () => {
    against([], { attemptTimeoutMs: 2 ** 31 - 1 });
  });

  it('show hooks each attempt, never a query, header or body', async () => {
    const seenByHooks: unknown[] = [];
    const hooks = {
      onRequest: (info: unknown) => void seenByHooks.push(info),
      onResponse: (info: unknown) => void seenByHooks.push(info),
    };
    const { client } = against([json({}, { status: 503 }), json({ orders: [] })], { hooks });
    await client.listOrders({ email: 'zoe@example.com' });
    assert.equal(seenByHooks.length, 4);
    const text = JSON.stringify(seenByHooks);
    assert.doesNotMatch(text, /zoe|do-not-print-me/);
    assert.match(text, /"status":503/);
  });

  it('show hooks the end of an attempt that the caller aborted', async () => {
    const controller = new AbortController();
    const ended: object[] = [];
    const hooks = {
      onRequest: () => setImmediate(() => controller.abort()),
      onResponse: (info: object) => void ended.push(info),
    };
    const { client } = against(['hang'], { hooks });
    await assert.rejects(client.getTransaction('t', { signal: controller.signal }), { name: 'AbortError' });
    assert.partialDeepStrictEqual(ended, [{ attempt: 0, status: undefined, error: undefined }]);
  });

  it('accept the name of an environment in place of a base URL', () => {
    const client = new OffsetClient({ environment: 'sandbox', apiKey: 'k', signingKey: 's' });
    assert.equal(client.baseUrl.href, 'http://127.0.0.1:4010/');
  });
});

it('a refused connection of the real fetch is a connection error', async () => {
  const client = new OffsetClient({
    baseUrl: 'http://127.0.0.1:1',
    apiKey: 'k',
    signingKey: 's',
    retry: { retries: 0 },
  });
  await assert.rejects(client.listOrders(), OffsetConnectionError);
});
