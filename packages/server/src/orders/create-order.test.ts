import assert from 'node:assert/strict';
import test from 'node:test';
import type { Checkout } from '@flight-offset/core';
import { readContribution } from '../bookings/read-contribution.ts';
import type { CheckoutError } from '../checkout-error.ts';
import { createOffset } from '../offset.ts';
import { quote } from '../quote/quote.ts';
import { keyValueStore } from '../stores/key-value.ts';
import { memoryStore } from '../stores/memory.ts';
import { redisStore } from '../stores/redis.ts';
import { testMerchant, ZRH_SFO } from '../testing/merchant.ts';
import { createOrder, orderOfQuote } from './create-order.ts';
import { orderStatus } from './order-status.ts';
import { reconcile } from './reconcile.ts';
import { type OrderRecord, readJson, storeKey } from './record.ts';

const code =
  (expected: string) =>
  (problem: CheckoutError): boolean =>
    problem.code === expected;

test('twenty clicks at once make one order', async () => {
  const { offset, service, tokens } = testMerchant();
  const token = (await tokens())[0]!;
  const orders = await Promise.all(Array.from({ length: 20 }, () => createOrder(offset, { token })));
  assert.equal(new Set(orders.map(({ orderId }) => orderId)).size, 1);
  assert.equal(service.orders.length, 1);
});

test('accepts a store that returns null for a missing key', async () => {
  const store = memoryStore();
  const get = async (key: string): Promise<string> => (await store.get(key)) ?? (null as never);
  const shop = testMerchant({ store: { ...store, get } });
  assert.equal((await shop.call('POST', 'orders', { token: (await shop.tokens())[0] })).status, 201);
  assert.equal(shop.service.orders.length, 1);
});

test('names the option to set if the client of a store parses its values', async () => {
  const kept = new Map<string, string>();
  // As from @upstash/redis with its default settings.
  const parsed = (text: string | undefined): unknown => (text?.startsWith('{') ? JSON.parse(text) : text);
  const get = (key: string): string => parsed(kept.get(key)) as string;
  const shops = [
    keyValueStore({ get, set: (key, text) => kept.set(key, text) }),
    redisStore(async (command, key = '', value = '') => {
      if (command === 'SET') kept.set(key, value);
      return command === 'GET' ? get(key) : 'OK';
    }),
  ].map((store) => testMerchant({ store }));
  for (const { call, tokens, errors } of shops) {
    const token = (await tokens())[0];
    await call('POST', 'orders', { token });
    assert.equal((await call('POST', 'orders', { token })).status, 500);
    assert.match(
      String(errors[0]),
      /the option store must return the text .* automaticDeserialization: false/,
    );
  }
});

test('two processes on one store make one order', async () => {
  const store = memoryStore();
  const one = testMerchant({ store });
  const other = createOffset({ ...one.offset.options, store });
  const token = (await one.tokens())[0]!;
  const [here, there] = await Promise.all([
    createOrder(one.offset, { token }),
    createOrder(other, { token }),
  ]);
  assert.deepEqual(here, there);
  assert.equal(one.service.orders.length, 1);
});

test('an expired quote gives no new order, but still the one it became', async () => {
  const { offset, advance, tokens } = testMerchant({ quoteTtlSeconds: 60 });
  const [kept, late] = [(await tokens())[0]!, (await tokens())[0]!];
  const order = await createOrder(offset, { token: kept });
  advance(61_000);
  await assert.rejects(createOrder(offset, { token: late }), code('quote_expired'));
  assert.deepEqual(await createOrder(offset, { token: kept }), order);
});

test('a quote expires at the second that it states', async () => {
  const { offset, advance, tokens } = testMerchant();
  const [token, late] = [(await tokens())[0]!, (await tokens())[0]!];
  const expires = (await offset.tokens.read(token)).x * 1000;
  advance(expires - 1 - offset.now());
  const { expiresAt, grams, fraction } = await readContribution(offset, token);
  assert.deepEqual([expiresAt.getTime(), grams, fraction], [expires, 100_000, 1]);
  await createOrder(offset, { token });
  advance(1);
  await assert.rejects(readContribution(offset, late), code('quote_expired'));
  await assert.rejects(createOrder(offset, { token: late }), code('quote_expired'));
});

test('a token is for one traveller: with other details the page asks for a new quote', async () => {
  const { offset, service, tokens } = testMerchant();
  const token = (await tokens())[0]!;
  await createOrder(offset, { token, user: { email: 'zoe@example.com' } });
  const other = { token, user: { email: 'eve@example.com' } };
  await assert.rejects(createOrder(offset, other), code('quote_expired'));
  assert.equal(service.orders.length, 1);
});

test('a token is for one booking: with another one the page asks for a new quote', async () => {
  const { offset, service, tokens } = testMerchant();
  const token = (await tokens())[0]!;
  const order = await createOrder(offset, { token }, { reference: 'A' });
  assert.deepEqual(await createOrder(offset, { token }, { reference: 'A' }), order);
  assert.deepEqual(await createOrder(offset, { token }), order, 'whose session has ended');
  await assert.rejects(createOrder(offset, { token }, { reference: 'B' }), code('quote_expired'));
  const early = (await tokens())[0]!;
  await createOrder(offset, { token: early });
  await assert.rejects(createOrder(offset, { token: early }, { reference: 'A' }), code('quote_expired'));
  assert.equal(service.orders.length, 2);
});

test('a paid booking cannot take over an order of another booking', async () => {
  const { offset, tokens } = testMerchant();
  const token = (await tokens())[0]!;
  const { orderId } = await createOrder(offset, { token }, { reference: 'A' });
  const paid = async (reference: string, ofToken = token) =>
    orderOfQuote(offset, await offset.tokens.read(ofToken), {
      user: undefined,
      reference,
      isBookingPaid: true,
    });
  await assert.rejects(paid('B'), code('quote_used'));
  assert.equal((await paid('A')).id, orderId);
  // An order that a page created is taken by one booking, even if two are paid at once.
  const free = (await tokens())[0]!;
  await createOrder(offset, { token: free });
  const both = await Promise.allSettled([paid('C', free), paid('D', free)]);
  assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
});

for (const [outcome, own, status] of [
  ['completed', 'quote_used', 409],
  ['failed', 'quote_expired', 410],
] as const) {
  test(`a token whose order ${outcome} is ${own}, so that no page pays twice by itself`, async () => {
    const { offset, call, service, tokens } = testMerchant();
    const token = (await tokens())[0]!;
    const { orderId } = await createOrder(offset, { token });
    service.finalize(orderId, outcome);
    await call('GET', `orders/${orderId}/status`);
    await assert.rejects(createOrder(offset, { token }), code(own));
    await assert.rejects(createOrder(offset, { token, user: { name: 'Eve' } }), code(own));
    const response = await call('POST', 'orders', { token });
    assert.deepEqual([response.status, ((await response.json()) as { code: string }).code], [status, own]);
    assert.equal(service.orders.length, 1);
  });
}

test('each option is an order of its own, with the amount of its token', async () => {
  const { offset, service, tokens } = testMerchant({ amounts: { fractions: [0.5, 1, 1.5] } });
  for (const token of await tokens()) await createOrder(offset, { token });
  assert.deepEqual(
    service.orders.map(({ emission_amount, emission_unit }) => [emission_amount, emission_unit]),
    [50, 100, 150].map((kg) => [kg, 'kgCO2']),
  );
});

/** A network that loses the first response to `create order`, after the service has stored the order. */
function losesFirstResponse(how: 'break' | 'half' | '502'): Parameters<typeof testMerchant>[1] {
  let lost = false;
  return {
    async fetch(request, service) {
      const response = await service.fetch(request);
      if (lost || request.method !== 'POST' || !request.url.endsWith('/orders')) return response;
      lost = true;
      if (how === '502') return new Response('<html>Bad gateway</html>', { status: 502 });
      if (how === 'half') return new Response((await response.text()).slice(0, 20));
      throw new TypeError('fetch failed', {
        cause: Object.assign(new Error('reset'), { code: 'ECONNRESET' }),
      });
    },
  };
}

for (const how of ['break', 'half', '502'] as const) {
  test(`an order whose create response is lost (${how}) is found in the list, not created twice`, async () => {
    const { offset, service, tokens, advance } = testMerchant({}, losesFirstResponse(how));
    const token = (await tokens())[0]!;
    const sent = offset.now();
    await assert.rejects(createOrder(offset, { token }), code('service_unavailable'));
    advance(5000);
    const newer = await createOrder(offset, { token: (await tokens())[0]! });
    const other = { token, user: { email: 'eve@example.com' } };
    await assert.rejects(createOrder(offset, other), code('quote_expired'), 'another traveller');
    const order: Checkout = await createOrder(offset, { token });
    assert.deepEqual([order.orderId, newer.orderId], ['bare-1', 'bare-2']);
    assert.match(order.paymentUrl, /\/pay\/bare-1\b/);
    assert.equal((await readJson<OrderRecord>(offset, storeKey.order('bare-1')))?.created, sent);
    assert.equal(service.orders.length, 2);
  });
}

test('requests a new quote after a lost create if there is no callback URL to find the order by', async () => {
  const { offset, service, tokens } = testMerchant({ webhookUrl: undefined }, losesFirstResponse('break'));
  const token = (await tokens())[0]!;
  await assert.rejects(createOrder(offset, { token }), code('service_unavailable'));
  await assert.rejects(createOrder(offset, { token }), code('quote_expired'));
  assert.equal(service.orders.length, 1);
});

test('a service that honours Idempotency-Key gets the same key and the same bytes again', async () => {
  const seen: string[] = [];
  const lossy = losesFirstResponse('break')!;
  const { offset, tokens } = testMerchant(
    {},
    {
      service: { honoursIdempotencyKey: true },
      async fetch(request, service) {
        const copy = request.clone();
        if (request.method === 'POST' && request.url.endsWith('/orders')) {
          seen.push(`${request.headers.get('idempotency-key')} ${await copy.text()}`);
        }
        return lossy.fetch!(request, service);
      },
    },
  );
  const token = (await tokens())[0]!;
  await assert.rejects(createOrder(offset, { token }), code('service_unavailable'));
  await createOrder(offset, { token });
  assert.equal(seen.length, 2);
  assert.equal(seen[0], seen[1]);
});

test('a repeat that never left the machine does not settle the earlier create: no other traveller gets its order', async () => {
  const lossy = losesFirstResponse('break')!;
  let creates = 0;
  const { offset, service, tokens } = testMerchant(
    {},
    {
      service: { honoursIdempotencyKey: true },
      async fetch(request, it) {
        if (request.method === 'POST' && request.url.endsWith('/orders') && ++creates === 2)
          throw new TypeError('fetch failed', {
            cause: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }),
          });
        return lossy.fetch!(request, it);
      },
    },
  );
  const token = (await tokens())[0]!;
  await assert.rejects(createOrder(offset, { token }), code('service_unavailable'));
  await assert.rejects(createOrder(offset, { token }), code('service_unavailable'));
  const other = { token, user: { email: 'eve@example.com' } };
  await assert.rejects(createOrder(offset, other), code('quote_expired'));
  assert.equal(service.orders.length, 1);
});

test('a create that stopped half-way leaves an order that keeps its final state', async () => {
  const store = memoryStore();
  let stops = true;
  const { offset, service, failed, tokens, advance } = testMerchant({
    store: {
      ...store,
      async set(key, value, seconds) {
        if (stops && value.includes('"order":')) throw new Error('the store is down');
        return store.set(key, value, seconds);
      },
    },
  });
  const token = (await tokens())[0]!;
  await assert.rejects(createOrder(offset, { token }), code('internal'));
  stops = false;
  service.finalize('bare-1', 'failed');
  advance(130_000);
  assert.equal((await reconcile(offset)).finalized, 1);
  await assert.rejects(createOrder(offset, { token }), code('quote_expired'));
  assert.equal((await readJson<OrderRecord>(offset, storeKey.order('bare-1')))?.state, 'failed');
  advance(60_000);
  assert.equal((await reconcile(offset)).finalized, 0);
  assert.equal(failed.length, 1);
});

test('a process that stood still past its lease keeps the order that another process made', async () => {
  const store = memoryStore();
  let stand = (): void => undefined;
  const standing = new Promise<void>((resolve) => {
    stand = resolve;
  });
  let goOn = (): void => undefined;
  const goingOn = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  let reads = 0;
  const slow = testMerchant({
    store: {
      ...store,
      async get(key) {
        const value = await store.get(key);
        // The last read before it stores that it creates the order.
        if (key.startsWith('quote:') && ++reads === 3) {
          stand();
          await goingOn;
        }
        return value;
      },
    },
  });
  const other = createOffset({ ...slow.offset.options, store });
  const token = (await slow.tokens())[0]!;
  const late = createOrder(slow.offset, { token });
  await standing;
  await store.delete(storeKey.creating((await other.tokens.read(token)).q));
  const order = await createOrder(other, { token });
  goOn();
  await assert.rejects(late, code('service_unavailable'));
  assert.deepEqual(await createOrder(slow.offset, { token }), order);
  assert.equal(slow.service.orders.length, 1);
});

test('while the store fails, no error claims that nothing was charged for a quote whose order is paid', async () => {
  const store = memoryStore();
  let isDown = false;
  const get: typeof store.get = async (key) => {
    if (isDown) throw new Error('the store is down');
    return store.get(key);
  };
  const { offset, service, tokens } = testMerchant({ store: { ...store, get } });
  const token = (await tokens())[0]!;
  const { orderId } = await createOrder(offset, { token });
  service.finalize(orderId, 'completed');
  isDown = true;
  await assert.rejects(createOrder(offset, { token }), {
    code: 'internal',
    message: /wrong here\. Try again/,
  });
});

test('a create that never left or was refused may be repeated', async () => {
  for (const fault of ['ECONNREFUSED', '429'] as const) {
    let failing = true;
    const { offset, service, tokens } = testMerchant(
      {},
      {
        async fetch(request, it) {
          if (!failing || !request.url.endsWith('/orders')) return it.fetch(request);
          if (fault === '429') return Response.json({ error: 1, message: 'slow down' }, { status: 429 });
          throw new TypeError('fetch failed', {
            cause: Object.assign(new Error('refused'), { code: fault }),
          });
        },
      },
    );
    const token = (await tokens())[0]!;
    await assert.rejects(createOrder(offset, { token }), code('service_unavailable'));
    failing = false;
    await createOrder(offset, { token });
    assert.equal(service.orders.length, 1);
  }
});

test('a create that the circuit breaker refused may be repeated', async () => {
  let failing = true;
  const { offset, service, tokens, advance } = testMerchant(
    { breaker: { failures: 1, pauseMs: 1000 } },
    {
      async fetch(request, it) {
        return failing && request.url.endsWith('/orders')
          ? new Response(null, { status: 500 })
          : it.fetch(request);
      },
    },
  );
  const [first, second] = [(await tokens())[0]!, (await tokens())[0]!];
  await assert.rejects(createOrder(offset, { token: first }), code('service_unavailable'));
  await assert.rejects(createOrder(offset, { token: second }), code('service_unavailable'));
  failing = false;
  advance(1000);
  await createOrder(offset, { token: second });
  assert.equal(service.orders.length, 1);
});

for (const [name, hook] of [
  ['at once', () => assert.fail('the metrics are down')],
  [
    'after the service has responded',
    ({ status }: { status?: number | undefined }) => assert.notEqual(status, 200),
  ],
] as const) {
  test(`a client's hook that throws ${name} does not lead to a second order`, async () => {
    let throwing = true;
    const once: typeof hook = (outcome) => {
      if (throwing) hook(outcome);
    };
    const hooks = {
      onResponse: (outcome: { operation: string; status?: number | undefined }) => {
        if (outcome.operation === 'createOrder') once(outcome);
      },
    };
    const { offset, service, tokens } = testMerchant({}, { service: { hooks } });
    const token = (await tokens())[0]!;
    await assert.rejects(createOrder(offset, { token }), code('internal'));
    throwing = false;
    assert.equal((await createOrder(offset, { token })).orderId, 'bare-1');
    assert.equal(service.orders.length, 1);
  });
}

/** A service that states its price and its extensions, and refuses any other price. */
function sellsAt(perTonne: { now: number }, extensions: readonly string[] | undefined) {
  const creates: { expected_price?: { amount_minor: number; currency: string } }[] = [];
  const wiring: Parameters<typeof testMerchant>[1] = {
    async fetch(request, service) {
      const { pathname } = new URL(request.url);
      if (pathname.endsWith('/offer')) {
        return Response.json({
          price_per_tonne: perTonne.now,
          currency: 'INR',
          ...(extensions && { extensions }),
        });
      }
      if (request.method !== 'POST' || !pathname.endsWith('/orders')) return service.fetch(request);
      const body = (await request.clone().json()) as (typeof creates)[number];
      creates.push(body);
      const due = Math.round((100_000 * perTonne.now) / 10_000);
      if (body.expected_price && body.expected_price.amount_minor !== due)
        return Response.json({ error: 40904, message: `costs ${due}` }, { status: 409 });
      return service.fetch(request);
    },
  };
  return { creates, wiring };
}

test('creates the order at the price shown, or reports the quote as expired', async () => {
  const price = { now: 1199 };
  const { creates, wiring } = sellsAt(price, ['expected_price']);
  const { offset, service, tokens, call } = testMerchant({}, wiring);
  const [kept, late] = [(await tokens())[0]!, (await tokens())[0]!];
  await createOrder(offset, { token: kept });
  assert.deepEqual(creates[0]?.expected_price, { amount_minor: 11_990, currency: 'INR' });
  price.now = 11_990;
  const refused = await call('POST', 'orders', { token: late });
  assert.deepEqual(
    [refused.status, ((await refused.json()) as { code: string }).code],
    [410, 'quote_expired'],
  );
  // The renewed quote has the new price at once, although the previous one is still remembered.
  const [renewed] = await tokens();
  await createOrder(offset, { token: renewed! });
  assert.deepEqual(creates.at(-1)?.expected_price, { amount_minor: 119_900, currency: 'INR' });
  assert.equal(service.orders.length, 2);
});

for (const [name, extensions, options] of [
  ['a service without the extension', undefined, {}],
  ['a service with other extensions', ['more'], {}],
  ["a rate of the merchant's own", ['expected_price'], { price: { perTonne: 1500, currency: 'INR' } }],
  [
    "a price function of the merchant's own",
    ['expected_price'],
    { price: () => ({ amountMinor: 1, currency: 'EUR' }) },
  ],
] as const) {
  test(`${name} gets no expected_price`, async () => {
    const { creates, wiring } = sellsAt({ now: 1199 }, extensions);
    const { offset, tokens } = testMerchant(options, wiring);
    await createOrder(offset, { token: (await tokens())[0]! });
    assert.deepEqual(
      creates.map((body) => 'expected_price' in body),
      [false],
    );
  });
}

test('withholds a payment URL of another origin or without TLS from the page', async () => {
  for (const [payment_url, paymentOrigins] of [
    ['https://evil.example/pay'],
    ['http://service.example/pay'],
    ['javascript:alert(1)'],
    // Nor where travellers may be sent anywhere.
    ['javascript:alert(1)', ['*']],
    ['http://service.example/pay', ['*']],
    ['https://user:password@service.example/pay', ['*']],
    ['https://:password@service.example/pay', ['*']],
  ] as const) {
    const { offset, tokens } = testMerchant(
      { ...(paymentOrigins && { paymentOrigins }) },
      {
        async fetch(request, service) {
          const response = await service.fetch(request);
          if (!request.url.endsWith('/orders')) return response;
          return Response.json({ ...((await response.json()) as object), payment_url });
        },
      },
    );
    const token = (await tokens())[0]!;
    await assert.rejects(
      createOrder(offset, { token }),
      ({ code, status, cause }: CheckoutError) =>
        code === 'service_unavailable' && status === 502 && /paymentOrigins/.test(String(cause)),
      payment_url,
    );
  }
});

test('refuses a response of the service with an invalid order id', async () => {
  for (const order_id of ['a\nopen:b', '', 'x'.repeat(300), 7]) {
    const { offset, tokens } = testMerchant(
      {},
      {
        async fetch(request, service) {
          const response = await service.fetch(request);
          if (!request.url.endsWith('/orders')) return response;
          return Response.json({ ...((await response.json()) as object), order_id });
        },
      },
    );
    const token = (await tokens())[0]!;
    await assert.rejects(createOrder(offset, { token }), code('service_unavailable'));
    assert.deepEqual(await offset.store.listPending(), []);
  }
});

test('the locale of the page is added to the payment URL and to the receipt', async () => {
  const { offset, service, advance } = testMerchant(
    {},
    {
      async fetch(request, service) {
        const response = await service.fetch(request);
        if (request.method !== 'GET' || !response.ok) return response;
        const list = (await response.json()) as { orders?: object[] };
        const receipt_url = 'https://service.example/pay/1?a=1';
        return Response.json({ ...list, orders: list.orders?.map((order) => ({ ...order, receipt_url })) });
      },
    },
  );
  for (const [locale, lang] of [
    ['de-CH', 'de-CH'],
    [undefined, null],
  ] as const) {
    const quoted = await quote(offset, { flights: [ZRH_SFO], ...(locale && { locale }) });
    assert.ok(quoted.status === 'ready');
    const { orderId, paymentUrl } = await createOrder(offset, { token: quoted.options[0]!.token });
    assert.equal(new URL(paymentUrl).searchParams.get('lang'), lang);
    service.finalize(orderId, 'completed');
    advance(60_000);
    // Once as the service returns it, once as remembered.
    for (let time = 0; time < 2; time++) {
      const { receiptUrl } = await orderStatus(offset, orderId);
      assert.equal(receiptUrl, `https://service.example/pay/1?a=1${lang === null ? '' : `&lang=${lang}`}`);
    }
  }
});

test('the return URL is added to the payment URL only if it is set', async () => {
  const { offset, tokens } = testMerchant({ returnUrl: 'https://merchant.example/back?a=1&b=2' });
  const token = (await tokens())[0]!;
  const asSet = new URL((await createOrder(offset, { token })).paymentUrl);
  assert.equal(asSet.searchParams.get('return_url'), 'https://merchant.example/back?a=1&b=2');
  const asSaid = await createOrder(offset, { token }, { returnUrl: 'https://merchant.example/other' });
  assert.equal(new URL(asSaid.paymentUrl).searchParams.get('return_url'), 'https://merchant.example/other');
  const none = testMerchant({ returnUrl: undefined });
  const { paymentUrl } = await createOrder(none.offset, { token: (await none.tokens())[0]! });
  assert.equal(new URL(paymentUrl).searchParams.has('return_url'), false);
});
