/** Confirming with the booking, against the real gateway and against a service of the bare interface. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { OffsetClient } from '@flight-offset/core/server';
import { type RunningGateway, startGateway } from '../../gateway/src/gateway.ts';
import { SANDBOX } from '../../gateway/src/sandbox.ts';
import { until } from '../../gateway/src/testing/until.ts';
import { cancelForBooking } from '../src/bookings/cancel-for-booking.ts';
import { confirmWithBooking } from '../src/bookings/confirm-with-booking.ts';
import { readContribution } from '../src/bookings/read-contribution.ts';
import type { CheckoutError } from '../src/checkout-error.ts';
import { createOffsetHandler } from '../src/handler.ts';
import { createOffset, type Offset } from '../src/offset.ts';
import type { OffsetOptions } from '../src/options.ts';
import { createOrder } from '../src/orders/create-order.ts';
import { orderStatus } from '../src/orders/order-status.ts';
import { reconcile } from '../src/orders/reconcile.ts';
import { quote } from '../src/quote/quote.ts';
import { memoryStore } from '../src/stores/memory.ts';
import type { OffsetStore } from '../src/stores/store.ts';
import { testMerchant, ZRH_SFO } from '../src/testing/merchant.ts';

const BACKEND_KEY = 'a random key of the backends, in words';

let gateway: RunningGateway;
let client: OffsetClient;
let clock = 0;

before(async () => {
  gateway = await startGateway({ sandbox: true, databaseUrl: 'sqlite::memory:' });
  client = new OffsetClient(service());
});
after(() => gateway.close());

function service(): Exclude<OffsetOptions['service'], OffsetClient> {
  const { apiKey, secret, platformId } = SANDBOX;
  return { baseUrl: gateway.url, apiKey, signingKey: secret, platformId, honoursIdempotencyKey: true };
}

function merchant(more: Partial<OffsetOptions> = {}): Offset {
  return createOffset({ service: service(), now: () => Date.now() + clock, ...more });
}

/** A merchant whose calls to the service go through a test's own fetch. */
function merchantThrough(
  send: (request: Request) => Promise<Response>,
  more: Partial<OffsetOptions> = {},
): Offset {
  const fetch: typeof globalThis.fetch = (input, init) => send(new Request(input, init));
  return merchant({ service: { ...service(), fetch, retry: { retries: 0 } }, ...more });
}

/** Refusal of a request by the service, with one of its codes. */
function refusalOf(error: number): Response {
  return Response.json({ error, message: 'refused' }, { status: Math.floor(error / 100) });
}

async function tokenOf(offset: Offset): Promise<string> {
  const result = await quote(offset, { flights: [ZRH_SFO] });
  assert.ok(result.status === 'ready');
  return result.options[0]!.token;
}

/** Pays an order as its payer does, with a test card. */
async function payOnPage(paymentUrl: string): Promise<void> {
  const body = new URLSearchParams({ action: 'pay', card: '4242 4242 4242 4242' });
  const { status } = await fetch(paymentUrl, { method: 'POST', body, redirect: 'manual' });
  assert.ok(status < 400, `the payment page responded ${status}`);
}

const code =
  (expected: string) =>
  (problem: CheckoutError): boolean => {
    assert.equal(problem.code, expected, problem.message);
    return true;
  };

test('a paid booking completes its contribution, with its reference, on the statement', async () => {
  const completed: string[] = [];
  const offset = merchant({
    onOrderCompleted: ({ orderId, reference }) => void completed.push(`${orderId} ${reference}`),
  });
  const contribution = await confirmWithBooking(offset, {
    token: await tokenOf(offset),
    reference: 'EX0001',
  });
  assert.equal(contribution.status, 'completed');
  assert.equal(contribution.reference, 'EX0001');
  assert.ok(contribution.project?.name);
  const order = await client.getOrder(contribution.orderId);
  assert.deepEqual([order?.settlement, order?.reference], ['merchant', 'EX0001']);
  assert.equal(order?.price?.amount_minor, contribution.price?.amountMinor);
  assert.deepEqual(completed, [`${contribution.orderId} EX0001`]);
  const statement = await client.getStatement(`open_${contribution.price?.currency}`);
  assert.equal(statement?.lines.filter(({ order_id }) => order_id === contribution.orderId).length, 1);
});

test('a hundred confirms of one token, from two processes, are one order and one line', async () => {
  const store = memoryStore();
  const [one, other] = [merchant({ store }), merchant({ store })];
  const token = await tokenOf(one);
  const all = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      confirmWithBooking(index % 2 ? one : other, { token, reference: 'EX0002' }),
    ),
  );
  assert.equal(new Set(all.map((each) => JSON.stringify(each))).size, 1);
  const statement = await client.getStatement('open_INR');
  assert.equal(statement?.lines.filter(({ reference }) => reference === 'EX0002').length, 1);
});

test('processes that share nothing still make one order of a token', async () => {
  const [one, other] = [merchant(), merchant()];
  const token = await tokenOf(one);
  const results = [];
  for (const offset of [one, other, one])
    results.push(await confirmWithBooking(offset, { token, reference: 'EX0003' }));
  assert.equal(new Set(results.map(({ orderId }) => orderId)).size, 1);
});

test('a booking that is paid after its quote expired is confirmed for a day', async () => {
  const offset = merchant();
  const [token, late] = [await tokenOf(offset), await tokenOf(offset)];
  clock = 3_600_000;
  assert.equal((await confirmWithBooking(offset, { token, reference: 'EX0004' })).status, 'completed');
  clock = 26 * 3_600_000;
  await assert.rejects(
    confirmWithBooking(offset, { token: late, reference: 'EX0005' }),
    code('quote_expired'),
  );
  clock = 0;
});

test('the time within which a booking is confirmed after its quote expired is an option', async () => {
  const offset = merchant({ confirmGraceSeconds: 3600 });
  const [token, late] = [await tokenOf(offset), await tokenOf(offset)];
  const expires = (await offset.tokens.read(late)).x * 1000;
  clock = expires + 3_500_000 - Date.now();
  assert.equal((await confirmWithBooking(offset, { token, reference: 'EX0104' })).status, 'completed');
  clock += 100_000;
  await assert.rejects(
    confirmWithBooking(offset, { token: late, reference: 'EX0105' }),
    code('quote_expired'),
  );
  clock = 0;
});

test('confirming names the invalid field of its input', async () => {
  const offset = merchant();
  const token = await tokenOf(offset);
  const inputs: [input: object, field: string][] = [
    [{ reference: 'EX' }, 'token'],
    [{ token }, 'reference'],
    [{ token, reference: '' }, 'reference'],
    [{ token, reference: 'x'.repeat(129) }, 'reference'],
    [{ token: `${token}x`, reference: 'EX' }, 'token'],
    [{ token, reference: 'EX', user: { email: 'no' } }, 'user.email'],
  ];
  for (const [input, field] of inputs) {
    await assert.rejects(
      confirmWithBooking(offset, input as { token: string; reference: string }),
      (problem) => {
        assert.equal((problem as CheckoutError).field, field);
        return true;
      },
    );
  }
});

test('without the confirm extension no order is completed, and the error is settlement_unavailable', async () => {
  // With a price of the merchant's own, only the confirm itself finds that there is none.
  for (const options of [{}, { price: { perTonne: 1199, currency: 'INR' } }]) {
    const { offset, service: bare, tokens } = testMerchant(options);
    const token = (await tokens())[0]!;
    await assert.rejects(
      confirmWithBooking(offset, { token, reference: 'EX0006' }),
      code('settlement_unavailable'),
    );
    assert.ok(bare.orders.every(({ status }) => status === 'pending'));
  }
});

test('creates no order for a booking if the offer does not list confirm', async () => {
  let creates = 0;
  const offset = merchantThrough(async (request) => {
    const { pathname } = new URL(request.url);
    if (request.method === 'POST' && pathname.endsWith('/orders')) creates++;
    const response = await fetch(request);
    if (!pathname.endsWith('/offer')) return response;
    const offer = (await response.json()) as { extensions: string[] };
    return Response.json({ ...offer, extensions: offer.extensions.filter((one) => one !== 'confirm') });
  });
  const token = await tokenOf(offset);
  await assert.rejects(
    confirmWithBooking(offset, { token, reference: 'EX0106' }),
    code('settlement_unavailable'),
  );
  assert.equal(creates, 0);
});

test('maps a refused currency and a reached limit to their own error codes', async () => {
  let error = 0;
  const offset = merchantThrough(async (request) =>
    request.url.endsWith('/confirm') ? refusalOf(error) : fetch(request),
  );
  for (const [refusal, expected] of [
    [40302, 'settlement_refused'],
    [40911, 'limit_reached'],
  ] as const) {
    error = refusal;
    const confirmation = { token: await tokenOf(offset), reference: `EX-${refusal}` };
    await assert.rejects(confirmWithBooking(offset, confirmation), code(expected));
  }
});

test('confirms over HTTP with the backend key only, and never across origins', async () => {
  const offset = merchant();
  const send = (
    key: string | undefined,
    headers: Record<string, string>,
    body: unknown,
  ): Promise<Response> => {
    const options = { service: service(), ...(key === undefined ? {} : { backendKey: key }) };
    return createOffsetHandler(
      options,
      offset,
    )(
      new Request('https://shop.example/offset/bookings/confirm', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    );
  };
  const body = { token: await tokenOf(offset), reference: 'EX0007' };
  const authorization = `Bearer ${BACKEND_KEY}`;
  assert.equal((await send(undefined, { authorization }, body)).status, 404);
  for (const wrong of ['', 'Bearer ', `Bearer ${BACKEND_KEY}x`, BACKEND_KEY, `Basic ${BACKEND_KEY}`]) {
    const refused = await send(BACKEND_KEY, wrong === '' ? {} : { authorization: wrong }, body);
    assert.equal(refused.status, 403, wrong);
    assert.equal(refused.headers.get('access-control-allow-origin'), null);
  }
  const confirmed = await send(BACKEND_KEY, { authorization }, body);
  assert.equal(confirmed.status, 200);
  assert.equal(((await confirmed.json()) as { reference: string }).reference, 'EX0007');
  const withKey = (backendKey: string) => createOffsetHandler({ service: service(), backendKey });
  assert.throws(() => withKey('k'.repeat(31)), /backendKey must be 32 characters or longer/);
  for (const around of [`${BACKEND_KEY}\n`, ` ${BACKEND_KEY}`])
    assert.throws(() => withKey(around), /backendKey must not begin or end with white space/);
  assert.doesNotThrow(() => withKey('k'.repeat(32)));
});

test('quotes, orders and confirms in the currency of the booking, to the minor unit', async () => {
  for (const currency of ['EUR', 'JPY', 'KWD']) {
    const offset = merchant();
    const result = await quote(offset, { flights: [ZRH_SFO], currency });
    assert.ok(result.status === 'ready');
    const option = result.options[0]!;
    assert.equal(option.price?.currency, currency);
    const { orderId } = await confirmWithBooking(offset, {
      token: option.token,
      reference: `EX-${currency}`,
    });
    const order = await client.getOrder(orderId);
    assert.deepEqual(order?.price, { currency, amount_minor: option.price?.amountMinor });
  }
  const offset = merchant({ currency: 'EUR' });
  const own = await quote(offset, { flights: [ZRH_SFO] });
  assert.ok(own.status === 'ready' && own.options[0]?.price?.currency === 'EUR');
  await assert.rejects(quote(offset, { flights: [ZRH_SFO], currency: 'SEK' }), (problem: CheckoutError) => {
    assert.deepEqual([problem.code, problem.field], ['bad_request', 'currency']);
    assert.match(problem.message, /SEK has no price; offered are CHF, EUR/);
    return true;
  });
  assert.throws(() => merchant({ currency: 'euro' }), /currency/);
});

test('passes variant and metadata of the page on to the order', async () => {
  const offset = merchant();
  const tags = { variant: 'compact-b', metadata: { channel: 'app' } };
  const result = await quote(offset, { flights: [ZRH_SFO], ...tags });
  assert.ok(result.status === 'ready');
  const token = result.options[0]!.token;
  const { orderId } = await confirmWithBooking(offset, { token, reference: 'EX0010' });
  const order = await client.getOrder(orderId);
  assert.deepEqual({ variant: order?.variant, metadata: order?.metadata }, tags);
});

test('a cancelled booking refunds its contribution once, and the next lines of the statement balance', async () => {
  const offset = merchant();
  const before = (await client.getStatement('open_INR'))?.total_minor ?? 0;
  const { orderId } = await confirmWithBooking(offset, { token: await tokenOf(offset), reference: 'EX0011' });
  const first = await cancelForBooking(offset, { reference: 'EX0011' });
  const again = await cancelForBooking(offset, { reference: 'EX0011' });
  assert.deepEqual(
    first.contributions.map((one) => [one.orderId, one.outcome]),
    [[orderId, 'refunded']],
  );
  assert.equal(first.contributions[0]?.refund?.credits, 'returned');
  assert.deepEqual(again, first);
  assert.equal((await client.getStatement('open_INR'))?.total_minor, before);
  assert.equal((await client.listRefunds(orderId)).length, 1);
});

test('the status of a contribution states that a part of it, then all of it, was refunded', async () => {
  const offset = merchant();
  const reference = 'EX0005R';
  const { orderId } = await confirmWithBooking(offset, { token: await tokenOf(offset), reference });
  const refunded = async () => (await orderStatus(offset, orderId)).refunded;
  assert.equal(await refunded(), undefined);
  await cancelForBooking(offset, { orderId, part: { grams: 1000, id: 'one' } });
  assert.equal(await refunded(), 'part');
  clock += 3000;
  await cancelForBooking(offset, { reference });
  assert.equal(await refunded(), 'whole');
});

test('the status states a refund although the call that made it failed right after', async () => {
  const kept = memoryStore();
  let breaks = true;
  const offset = merchant({
    store: {
      ...kept,
      async set(key, value, ttlSeconds) {
        if (breaks && key.startsWith('read-soon:')) throw new Error('Socket closed unexpectedly');
        await kept.set(key, value, ttlSeconds);
      },
    },
  });
  const reference = 'EX0005S';
  const { orderId } = await confirmWithBooking(offset, { token: await tokenOf(offset), reference });
  await assert.rejects(cancelForBooking(offset, { reference }), code('internal'));
  breaks = false;
  assert.equal((await cancelForBooking(offset, { reference })).contributions[0]?.outcome, 'refunded');
  assert.equal((await orderStatus(offset, orderId)).refunded, 'whole');
});

test('the status states a whole refund although the page showed no price or another one', async () => {
  for (const price of [() => undefined, { perTonne: 10, currency: 'EUR' }]) {
    const offset = merchant({ price });
    const { orderId, paymentUrl } = await createOrder(offset, { token: await tokenOf(offset) });
    await payOnPage(paymentUrl);
    assert.equal((await orderStatus(offset, orderId)).refunded, undefined);
    clock += 3000;
    await cancelForBooking(offset, { orderId });
    await until(async () => (await client.getOrder(orderId))?.refunded !== undefined);
    assert.equal((await orderStatus(offset, orderId)).refunded, 'whole');
  }
});

test('refunds a leg by its part of the emissions; all legs make the whole', async () => {
  const offset = merchant();
  const back = { ...ZRH_SFO, origin: 'SFO', destination: 'ZRH', flightNumber: 39 };
  const result = await quote(offset, { flights: [ZRH_SFO, back] });
  assert.ok(result.status === 'ready');
  const { token, grams } = result.options[0]!;
  const { orderId, price } = await confirmWithBooking(offset, { token, reference: 'EX0012' });
  const parts = [];
  for (const leg of [1, 1, 0]) {
    const { contributions } = await cancelForBooking(offset, { orderId, part: { leg } });
    parts.push(contributions[0]?.refund);
  }
  assert.deepEqual(parts[0], parts[1], 'the same leg is refunded once');
  assert.equal((parts[0]?.grams ?? 0) + (parts[2]?.grams ?? 0), grams);
  assert.equal(
    (parts[0]?.amount.amount_minor ?? 0) + (parts[2]?.amount.amount_minor ?? 0),
    price?.amountMinor,
  );
  assert.deepEqual((await cancelForBooking(offset, { orderId })).contributions, []);
});

test('cancelling names the invalid field of its input', async () => {
  const offset = merchant();
  const { orderId } = await confirmWithBooking(offset, { token: await tokenOf(offset), reference: 'EX0013' });
  const inputs: [input: object, field: string][] = [
    [{}, 'reference'],
    [{ reference: 'EX', orderId }, 'reference'],
    [{ reference: 'EX', part: { leg: 0 } }, 'orderId'],
    [{ orderId, part: { leg: 1 } }, 'part.leg'],
    [{ orderId: 'ord_\u0000' }, 'orderId'],
    [{ orderId, part: { grams: 1000, id: 'Zoë' } }, 'part.id'],
    [{ orderId, part: { grams: 1000, id: 'a b' } }, 'part.id'],
    [{ orderId: 'ord_other' }, 'orderId'],
    [{ orderId, part: { grams: 1e12, id: 'x' } }, 'part'],
  ];
  for (const [input, field] of inputs) {
    await assert.rejects(cancelForBooking(offset, input), (problem: CheckoutError) => {
      assert.equal(problem.field, field, problem.message);
      return true;
    });
  }
  await assert.rejects(cancelForBooking(offset, { orderId, part: {} as { leg: number } }), {
    message: 'part: must be { leg } or { grams, id }',
  });
  assert.deepEqual(await cancelForBooking(offset, { reference: 'unknown' }), { contributions: [] });
});

test('a booking that is cancelled a year after its purchase is still refunded', async () => {
  const offset = merchant();
  const { orderId } = await confirmWithBooking(offset, { token: await tokenOf(offset), reference: 'EX0014' });
  clock = 390 * 86_400_000;
  const { contributions } = await cancelForBooking(offset, { reference: 'EX0014' });
  clock = 0;
  assert.deepEqual(
    contributions.map((one) => [one.orderId, one.outcome]),
    [[orderId, 'refunded']],
  );
});

test('refunds a part once by its id, also with another reason or after the service forgot its key', async () => {
  let forgets = false;
  const offset = merchantThrough((request) => {
    if (forgets && request.url.endsWith('/refunds')) request.headers.delete('idempotency-key');
    return fetch(request);
  });
  const { orderId } = await confirmWithBooking(offset, { token: await tokenOf(offset), reference: 'EX0015' });
  const part = { grams: 1000, id: 'change-1' };
  const first = await cancelForBooking(offset, { orderId, part, reason: 'one traveller less' });
  assert.equal(first.contributions[0]?.refund?.grams, 1000);
  assert.deepEqual(await cancelForBooking(offset, { orderId, part, reason: 'change' }), first);
  forgets = true;
  assert.deepEqual(await cancelForBooking(offset, { orderId, part, reason: 'one traveller less' }), first);
  const refunds = await client.listRefunds(orderId);
  assert.deepEqual(
    refunds.map(({ reason }) => reason),
    ['one traveller less'],
  );
  forgets = false;
  const [other, same] = await Promise.all(
    ['a change', 'a mistake'].map((reason) =>
      cancelForBooking(offset, { orderId, part: { ...part, id: 'change-2' }, reason }),
    ),
  );
  assert.equal(other?.contributions[0]?.refund?.grams, 1000);
  assert.deepEqual(same, other, 'two at once, with two reasons');
  assert.equal((await client.listRefunds(orderId)).length, 2);
});

test('a repeat states the current state of a pending refund, and requests a failed one anew', async () => {
  /** Refund states that the payment provider reports; pending until then. */
  const states: ('pending' | 'completed' | 'failed')[] = [];
  const methods: string[] = [];
  const keys = new Map<string, number>();
  const refundOf = (at: number) => ({
    refund_id: `ref_${at}`,
    amount: { amount_minor: 120, currency: 'INR' },
    status: states[at],
  });
  const offset = merchantThrough(async (request) => {
    if (!request.url.endsWith('/refunds')) return fetch(request);
    methods.push(request.method);
    if (request.method === 'GET') return Response.json({ refunds: states.map((_, at) => refundOf(at)) });
    const key = request.headers.get('idempotency-key') ?? '';
    if (!keys.has(key)) keys.set(key, states.push('pending') - 1);
    return Response.json({ ...refundOf(keys.get(key)!), status: 'pending' }, { status: 201 });
  });
  const { orderId } = await confirmWithBooking(offset, { token: await tokenOf(offset), reference: 'EX0019' });
  const cancel = async () => {
    methods.length = 0;
    const [one] = (await cancelForBooking(offset, { orderId })).contributions;
    return [one?.outcome, one?.refund?.refundId, ...methods];
  };
  assert.deepEqual(await cancel(), ['refund_pending', 'ref_0', 'POST']);
  assert.deepEqual(await cancel(), ['refund_pending', 'ref_0', 'GET']);
  states[0] = 'failed';
  assert.deepEqual(await cancel(), ['refund_pending', 'ref_1', 'GET', 'POST']);
  assert.deepEqual(await cancel(), ['refund_pending', 'ref_1', 'GET']);
  states[1] = 'completed';
  assert.deepEqual(await cancel(), ['refunded', 'ref_1', 'GET']);
  assert.deepEqual(await cancel(), ['refunded', 'ref_1']);
});

test('a repeat requests a refund anew that bounced after it was completed, of an order paid on the payment page', async () => {
  const states: string[] = [];
  const offset = merchantThrough(async (request) => {
    if (!request.url.endsWith('/refunds')) return fetch(request);
    if (request.method === 'POST') states.push('completed');
    const all = states.map((status, at) => ({ refund_id: `ref_${at}`, status }));
    return request.method === 'GET'
      ? Response.json({ refunds: all })
      : Response.json(all.at(-1), { status: 201 });
  });
  const { orderId, paymentUrl } = await createOrder(offset, { token: await tokenOf(offset) });
  await payOnPage(paymentUrl);
  assert.equal((await orderStatus(offset, orderId)).status, 'completed');
  const cancel = async () => [(await cancelForBooking(offset, { orderId })).contributions[0], ...states];
  const refunded = { orderId, outcome: 'refunded' };
  for (let time = 0; time < 2; time++) assert.deepEqual(await cancel(), [refunded, 'completed']);
  states[0] = 'failed';
  for (let time = 0; time < 2; time++) assert.deepEqual(await cancel(), [refunded, 'failed', 'completed']);
});

test('a repeat refunds credit that came back to the order, from a bounced part or a won dispute', async () => {
  const refunds: { refund_id: string; status: string; grams: number }[] = [];
  const keys = new Set<string | null>();
  let total = 0;
  const offset = merchantThrough(async (request) => {
    if (!request.url.endsWith('/refunds')) return fetch(request);
    if (request.method === 'GET') return Response.json({ refunds });
    const { emission_amount: kilograms } = (await request.json()) as { emission_amount?: number };
    const left = refunds.reduce((sum, { status, grams }) => sum - (status === 'failed' ? 0 : grams), total);
    if (left === 0) return refusalOf(40907);
    assert.ok(!keys.has(request.headers.get('idempotency-key')), 'a key that was used repeats its response');
    keys.add(request.headers.get('idempotency-key'));
    const grams = kilograms === undefined ? left : kilograms * 1000;
    refunds.push({ refund_id: `ref_${refunds.length}`, status: 'completed', grams });
    return Response.json(refunds.at(-1), { status: 201 });
  });
  const token = await tokenOf(offset);
  total = (await readContribution(offset, token)).grams;
  const { orderId, paymentUrl } = await createOrder(offset, { token });
  await payOnPage(paymentUrl);
  assert.equal((await orderStatus(offset, orderId)).status, 'completed');
  await cancelForBooking(offset, { orderId, part: { grams: 1000, id: 'one' } });
  const cancel = async () => [
    (await cancelForBooking(offset, { orderId })).contributions.map(({ outcome }) => outcome).join(),
    ...refunds.map(({ status, grams }) => `${status} ${grams}`),
  ];
  const rest = `completed ${total - 1000}`;
  for (let time = 0; time < 2; time++) assert.deepEqual(await cancel(), ['refunded', 'completed 1000', rest]);
  // Money returned by another refund does not belong to this part.
  refunds[1]!.status = 'failed';
  await cancelForBooking(offset, { orderId, part: { grams: 1000, id: 'one' } });
  assert.equal(refunds.length, 2);
  refunds[1]!.status = 'completed';
  refunds[0]!.status = 'failed';
  const after = ['refunded', 'failed 1000', rest, 'completed 1000'];
  for (let time = 0; time < 2; time++) assert.deepEqual(await cancel(), after);
});

test('identifies a refund that failed at once or has no amount by its id', async () => {
  const states: ('pending' | 'completed' | 'failed')[] = [];
  const keys: (string | null)[] = [];
  let next: (typeof states)[number] = 'failed';
  const offset = merchantThrough(async (request) => {
    if (!request.url.endsWith('/refunds')) return fetch(request);
    const all = () => states.map((status, at) => ({ refund_id: `ref_${at}`, status }));
    if (request.method === 'GET') return Response.json({ refunds: all() });
    keys.push(request.headers.get('idempotency-key'));
    states.push(next);
    return Response.json(all().at(-1), { status: 201 });
  });
  const { orderId } = await confirmWithBooking(offset, { token: await tokenOf(offset), reference: 'EX0030' });
  const cancel = async () => (await cancelForBooking(offset, { orderId })).contributions[0];
  assert.deepEqual(await cancel(), { orderId, outcome: 'refund_pending' });
  next = 'pending';
  assert.deepEqual(await cancel(), { orderId, outcome: 'refund_pending' });
  states[1] = 'completed';
  assert.deepEqual(await cancel(), { orderId, outcome: 'refunded' });
  assert.deepEqual(keys, [`${orderId}.cancel`, 'ref_0.again']);
});

test('a refund stays pending if the service lists none, and cancelling fails if the list fails', async () => {
  let posts = 0;
  let list = 404;
  const offset = merchantThrough(async (request) => {
    if (!request.url.endsWith('/refunds')) return fetch(request);
    if (request.method === 'GET') return Response.json({ refunds: [] }, { status: list });
    posts += 1;
    return Response.json({ refund_id: 'ref_0', status: 'pending' }, { status: 201 });
  });
  const { orderId } = await confirmWithBooking(offset, { token: await tokenOf(offset), reference: 'EX0061' });
  const cancel = async () => (await cancelForBooking(offset, { orderId })).contributions;
  for (list of [404, 404, 200]) assert.deepEqual(await cancel(), [{ orderId, outcome: 'refund_pending' }]);
  list = 503;
  await assert.rejects(cancel(), code('service_unavailable'));
  assert.equal(posts, 1);
});

test('cancelling fails if the service does not have the order, is down or has no refunds', async () => {
  let error = 40402;
  const offset = merchantThrough(async (request) =>
    request.url.endsWith('/refunds') ? refusalOf(error) : fetch(request),
  );
  const { orderId } = await confirmWithBooking(offset, { token: await tokenOf(offset), reference: 'EX0031' });
  for (const [refusal, expected] of [
    [40402, 'not_found'],
    [50301, 'service_unavailable'],
    [40401, 'settlement_unavailable'],
  ] as const) {
    error = refusal;
    for (const part of [undefined, { grams: 1000, id: 'one' }])
      await assert.rejects(cancelForBooking(offset, { orderId, ...(part && { part }) }), code(expected));
  }
});

test('cancelling a completed order that the service holds as unpaid fails', async () => {
  const offset = merchantThrough(async (request) =>
    request.url.endsWith('/refunds') ? refusalOf(40906) : fetch(request),
  );
  const { orderId } = await confirmWithBooking(offset, { token: await tokenOf(offset), reference: 'EX0135' });
  for (const booking of [{ orderId }, { reference: 'EX0135' }])
    await assert.rejects(cancelForBooking(offset, booking), code('not_found'));
});

test('a part that the service refuses is not retryable, and the rest can still be refunded', async () => {
  let error = 0;
  const offset = merchantThrough(async (request) =>
    request.url.endsWith('/refunds') && error ? refusalOf(error) : fetch(request),
  );
  const { orderId, grams } = await confirmWithBooking(offset, {
    token: await tokenOf(offset),
    reference: 'EX0032',
  });
  for (error of [40002, 40908])
    await assert.rejects(cancelForBooking(offset, { orderId, part: { grams: 1, id: 'one' } }), {
      code: 'bad_request',
      field: 'part',
      retryable: false,
    });
  error = 0;
  const { contributions } = await cancelForBooking(offset, { orderId });
  assert.equal(contributions[0]?.refund?.grams, grams);
});

test('cancelling a booking skips an order that is no longer stored, and refunds the others', async () => {
  const offset = merchant();
  const confirm = async () =>
    (await confirmWithBooking(offset, { token: await tokenOf(offset), reference: 'EX0033' })).orderId;
  const [forgotten, kept] = [await confirm(), await confirm()];
  await offset.store.delete(`order:${forgotten}`);
  const { contributions } = await cancelForBooking(offset, { reference: 'EX0033' });
  assert.deepEqual(
    contributions.map(({ orderId, outcome }) => [orderId, outcome]),
    [[kept, 'refunded']],
  );
  await assert.rejects(cancelForBooking(offset, { orderId: forgotten }), code('not_found'));
});

test('cancelling a booking refunds the others when the service refuses an order or does not have it', async () => {
  let refusal = 40402;
  let first = '';
  let later = '';
  const offset = merchantThrough(async (request) => {
    if (later && request.url.endsWith(`/${later}/refunds`)) return refusalOf(50301);
    return refusal && request.url.endsWith(`/${first}/refunds`) ? refusalOf(refusal) : fetch(request);
  });
  const confirm = async () =>
    (await confirmWithBooking(offset, { token: await tokenOf(offset), reference: 'EX0034' })).orderId;
  first = await confirm();
  const others = [await confirm(), await confirm()];
  const cancel = () => cancelForBooking(offset, { reference: 'EX0034' });
  later = others[0]!;
  await assert.rejects(cancel(), code('service_unavailable'));
  later = '';
  await assert.rejects(cancel(), code('not_found'));
  refusal = 40001;
  await assert.rejects(cancel(), code('service_unavailable'));
  for (const id of others) assert.equal((await client.listRefunds(id)).length, 1);
  refusal = 0;
  const { contributions } = await cancel();
  assert.deepEqual(
    contributions.map(({ orderId, outcome }) => [orderId, outcome]),
    [first, ...others].map((id) => [id, 'refunded']),
  );
  for (const id of [first, ...others]) assert.equal((await client.listRefunds(id)).length, 1);
});

test('the only leg of a booking is refunded as the whole contribution', async () => {
  const offset = merchant();
  const { orderId, grams } = await confirmWithBooking(offset, {
    token: await tokenOf(offset),
    reference: 'EX0016',
  });
  const { contributions } = await cancelForBooking(offset, { orderId, part: { leg: 0 } });
  assert.equal(contributions[0]?.refund?.grams, grams);
});

test('leaves a reference that the service could not store out of the order', async () => {
  const offset = merchant();
  for (const [reference, stored] of [
    ['EX0018', 'EX0018'],
    ['EX\ud800', undefined],
    ['x'.repeat(129), undefined],
  ] as const) {
    const { orderId } = await createOrder(offset, { token: await tokenOf(offset) }, { reference });
    assert.equal((await client.getOrder(orderId))?.reference, stored);
  }
});

test('a token belongs to the booking it was confirmed for', async () => {
  const offset = merchant();
  const token = await tokenOf(offset);
  await confirmWithBooking(offset, { token, reference: 'EX0017' });
  await assert.rejects(
    confirmWithBooking(offset, { token, reference: 'EX0018' }),
    (problem: CheckoutError) => {
      assert.deepEqual([problem.code, problem.field], ['quote_used', 'token']);
      assert.match(problem.message, /another booking/);
      return true;
    },
  );
  assert.deepEqual(await cancelForBooking(offset, { reference: 'EX0018' }), { contributions: [] });

  const contested = await tokenOf(offset);
  const references = ['EX0019', 'EX0020', 'EX0021'];
  const results = await Promise.allSettled(
    references.map((reference) => confirmWithBooking(offset, { token: contested, reference })),
  );
  const won = results.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const lost = results.flatMap((one) =>
    one.status === 'rejected' ? [(one.reason as CheckoutError).code] : [],
  );
  assert.deepEqual([won.length, lost], [1, ['quote_used', 'quote_used']]);
  assert.equal((await client.getOrder(won[0]!.orderId))?.reference, won[0]!.reference);
});

test('a confirm whose response was lost is repeated by token and reference alone', async () => {
  let lost = true;
  const offset = merchantThrough(async (request) => {
    const response = await fetch(request);
    if (lost && request.url.endsWith('/confirm')) throw new TypeError('connection reset');
    return response;
  });
  const token = await tokenOf(offset);
  const user = { name: 'Zoe', email: 'zoe@example.com' };
  const input = { token, reference: 'EX0030', user };
  await assert.rejects(confirmWithBooking(offset, input), code('service_unavailable'));
  lost = false;
  const { orderId, status } = await confirmWithBooking(offset, { token, reference: 'EX0030' });
  assert.equal(status, 'completed');
  assert.equal((await client.getOrder(orderId))?.status, 'completed');
});

/** Loses the response to the first request with this method and path. */
function losesFirst(method: string, end: string): (request: Request) => Promise<Response> {
  let isLost = false;
  return async (request) => {
    const response = await fetch(request);
    if (isLost || request.method !== method || !new URL(request.url).pathname.endsWith(end)) return response;
    isLost = true;
    throw new TypeError('fetch failed');
  };
}

test('repeats a lost create as it was sent, although the offer accepts a reference by now', async () => {
  const store = memoryStore();
  const token = await tokenOf(merchant({ store }));
  let isOfferDown = true;
  const send = losesFirst('POST', '/orders');
  const offset = merchantThrough(
    async (request) =>
      isOfferDown && request.url.endsWith('/offer') ? refusalOf(50301) : await send(request),
    { store },
  );
  const booking = { token, reference: 'EX0120' };
  await assert.rejects(confirmWithBooking(offset, booking), code('service_unavailable'));
  isOfferDown = false;
  clock = 10_000;
  const { orderId, status } = await confirmWithBooking(offset, booking);
  clock = 0;
  assert.deepEqual([status, (await client.getOrder(orderId))?.reference], ['completed', 'EX0120']);
});

test('an order whose create was lost belongs to the booking that requested it, or to the one that confirms it', async () => {
  const offset = merchantThrough(losesFirst('POST', '/orders'));
  const token = await tokenOf(offset);
  await assert.rejects(createOrder(offset, { token }), code('service_unavailable'));
  const { orderId } = await confirmWithBooking(offset, { token, reference: 'EX0121' });
  assert.deepEqual(
    await cancelForBooking(offset, { reference: 'EX0121' }).then(({ contributions }) =>
      contributions.map((one) => one.orderId),
    ),
    [orderId],
  );
  const other = merchantThrough(losesFirst('POST', '/orders'));
  const its = await tokenOf(other);
  await assert.rejects(createOrder(other, { token: its }, { reference: 'A' }), code('service_unavailable'));
  await assert.rejects(createOrder(other, { token: its }, { reference: 'B' }), code('quote_expired'));
  await assert.rejects(confirmWithBooking(other, { token: its, reference: 'B' }), code('quote_used'));
  await createOrder(other, { token: its }, { reference: 'A' });
});

test('completes a confirm whose response was lost, also after the operator withdrew permission', async () => {
  const send = losesFirst('POST', '/confirm');
  let isPermitted = true;
  const offset = merchantThrough(async (request) => {
    const response = await send(request);
    if (isPermitted || !request.url.endsWith('/offer')) return response;
    const offer = (await response.json()) as { extensions: string[] };
    return Response.json({ ...offer, extensions: offer.extensions.filter((one) => one !== 'confirm') });
  });
  const booking = { token: await tokenOf(offset), reference: 'EX0122' };
  await assert.rejects(confirmWithBooking(offset, booking), code('service_unavailable'));
  isPermitted = false;
  clock = 10_000;
  assert.equal((await confirmWithBooking(offset, booking)).status, 'completed');
  clock = 0;
});

test('repeats a refund without a response with its first reason', async () => {
  const offset = merchantThrough(losesFirst('POST', '/refunds'));
  const { orderId } = await confirmWithBooking(offset, { token: await tokenOf(offset), reference: 'EX0123' });
  await assert.rejects(
    cancelForBooking(offset, { orderId, reason: 'cancelled by phone' }),
    code('service_unavailable'),
  );
  const { contributions } = await cancelForBooking(offset, { orderId, reason: 'cancelled' });
  const [refund, ...others] = await client.listRefunds(orderId);
  assert.deepEqual([refund?.reason, others], ['cancelled by phone', []]);
  assert.equal(contributions[0]?.refund?.refundId, refund?.refund_id);
});

test('a part that was too large may be requested anew under its id', async () => {
  const offset = merchant();
  const { orderId, grams } = await confirmWithBooking(offset, {
    token: await tokenOf(offset),
    reference: 'EX0124',
  });
  const part = (of: number) => ({ orderId, part: { grams: of, id: 'change' } });
  await assert.rejects(cancelForBooking(offset, part(grams + 1)), code('bad_request'));
  const { contributions } = await cancelForBooking(offset, part(grams - 1));
  assert.equal(contributions[0]?.refund?.grams, grams - 1);
});

test('a part whose response was lost is requested anew only after its repeat was refused', async () => {
  const running = new Response(null, { status: 409, headers: { 'retry-after': '0' } });
  const between = new Response('default backend', { status: 404 });
  const responses = [undefined, running, between, refusalOf(40907)];
  const sent: number[] = [];
  const offset = merchantThrough(async (request) => {
    if (!request.url.endsWith('/refunds')) return fetch(request);
    sent.push(((await request.clone().json()) as { emission_amount: number }).emission_amount);
    if (sent.length > responses.length) return fetch(request);
    return responses[sent.length - 1] ?? Promise.reject(new TypeError('connection reset'));
  });
  const { orderId } = await confirmWithBooking(offset, { token: await tokenOf(offset), reference: 'EX0125' });
  const cancel = (grams: number) => cancelForBooking(offset, { orderId, part: { grams, id: 'change' } });
  await assert.rejects(cancel(90_000), code('service_unavailable'));
  await assert.rejects(cancel(80_000), code('service_unavailable'));
  await assert.rejects(cancel(80_000), code('settlement_unavailable'));
  await assert.rejects(cancel(80_000), code('bad_request'));
  const { contributions } = await cancel(80_000);
  assert.equal(contributions[0]?.refund?.grams, 80_000);
  assert.deepEqual(sent, [90, 90, 90, 90, 80]);
});

for (const [name, response] of [
  ['a lost response', undefined],
  ['a 502', new Response('bad gateway', { status: 502 })],
] as const) {
  test(`${name}, then a 404 of something between, leaves a confirm and a refund open`, async () => {
    let attempt = 0;
    let at = '/confirm';
    const send: typeof globalThis.fetch = async (input, init) => {
      const request = new Request(input, init);
      if (!request.url.endsWith(at) || ++attempt > 2) return fetch(request);
      if (attempt === 2) return new Response('default backend', { status: 404 });
      await fetch(request);
      if (response) return response.clone();
      throw new TypeError('connection reset');
    };
    const retry = { retries: 1, baseMs: 1 };
    const offset = merchant({ service: { ...service(), fetch: send, retry } });
    const input = { token: await tokenOf(offset), reference: `EX0031 ${name}` };
    await assert.rejects(confirmWithBooking(offset, input), code('service_unavailable'));
    const { orderId, status } = await confirmWithBooking(offset, input);
    assert.equal(status, 'completed');
    at = '/refunds';
    attempt = 0;
    await assert.rejects(cancelForBooking(offset, { orderId }), code('service_unavailable'));
    const { contributions } = await cancelForBooking(offset, { orderId });
    assert.equal(contributions[0]?.outcome, 'refunded');
    assert.equal((await client.listRefunds(orderId)).length, 1);
  });
}

test('the error of a confirm whose order may exist does not claim that nobody was charged', async () => {
  const send: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const response = await fetch(request);
    if (request.url.endsWith('/orders')) throw new TypeError('connection reset');
    return response;
  };
  const offset = merchant({ service: { ...service(), fetch: send, honoursIdempotencyKey: false } });
  const input = { token: await tokenOf(offset), reference: 'EX0032' };
  await assert.rejects(confirmWithBooking(offset, input), code('service_unavailable'));
  await assert.rejects(confirmWithBooking(offset, input), {
    code: 'quote_expired',
    message: "We couldn't confirm your order. Nothing was bought; request a new quote.",
  });
});

test('a confirm that finds no endpoint, though the offer lists it, can be repeated and stops no other', async () => {
  let broken = true;
  const offset = merchantThrough(async (request) =>
    broken && request.url.endsWith('/confirm') ? new Response('', { status: 404 }) : fetch(request),
  );
  const first = { token: await tokenOf(offset), reference: 'EX0033' };
  await assert.rejects(confirmWithBooking(offset, first), code('service_unavailable'));
  broken = false;
  const second = { token: await tokenOf(offset), reference: 'EX0034' };
  for (const input of [first, second])
    assert.equal((await confirmWithBooking(offset, input)).status, 'completed');
});

test('an order that a page created belongs to the first booking that confirms it', async () => {
  const completed: string[] = [];
  const offset = merchant({
    onOrderCompleted: ({ orderId, reference }) => void completed.push(`${orderId} ${reference}`),
  });
  const token = await tokenOf(offset);
  const { orderId } = await createOrder(offset, { token, user: { email: 'zoe@example.com' } });
  const confirmed = await confirmWithBooking(offset, { token, reference: 'EX0035' });
  assert.equal(confirmed.orderId, orderId);
  assert.deepEqual(await confirmWithBooking(offset, { token, reference: 'EX0035' }), confirmed);
  await assert.rejects(confirmWithBooking(offset, { token, reference: 'EX0036' }), code('quote_used'));
  assert.deepEqual(completed, [`${orderId} EX0035`]);
  assert.equal((await client.getOrder(orderId))?.reference, 'EX0035');

  const contested = await tokenOf(offset);
  await createOrder(offset, { token: contested });
  const references = ['EX0037', 'EX0038', 'EX0039'];
  const results = await Promise.allSettled(
    references.map((reference) => confirmWithBooking(offset, { token: contested, reference })),
  );
  assert.deepEqual(results.map(({ status }) => status).sort(), ['fulfilled', 'rejected', 'rejected']);
});

test("of two bookings that confirm a page's order at once, one gets it and its callback", async () => {
  const completed: string[] = [];
  const overtaken = Promise.withResolvers<void>();
  let first: Promise<Response> | undefined;
  // The first confirm leaves once the other booking was refused, or is about to confirm the order as well.
  const through = async (request: Request): Promise<Response> => {
    if (!request.url.endsWith('/confirm')) return fetch(request);
    if (first) {
      overtaken.resolve();
      await first;
      return fetch(request);
    }
    first = overtaken.promise.then(() => fetch(request));
    return (await first).clone();
  };
  const inner = memoryStore();
  const bothRead = Promise.withResolvers<void>();
  let leases = 0;
  // Both have read the order, which belongs to no booking, before either writes to it.
  const store: OffsetStore = {
    ...inner,
    async setIfAbsent(key, ...given) {
      if (key.startsWith('finalizing:')) {
        if (++leases === 2) bothRead.resolve();
        await bothRead.promise;
      }
      return inner.setIfAbsent(key, ...given);
    },
  };
  const offset = merchantThrough(through, {
    store,
    onOrderCompleted: ({ reference }) => void completed.push(String(reference)),
  });
  const token = await tokenOf(offset);
  await createOrder(offset, { token });
  const confirms = ['EX0063', 'EX0064'].map((reference) => confirmWithBooking(offset, { token, reference }));
  Promise.race(confirms).catch(() => overtaken.resolve());
  const results = await Promise.allSettled(confirms);
  const won = results.flatMap((one) => (one.status === 'fulfilled' ? [one.value.reference] : []));
  assert.equal(won.length, 1);
  assert.deepEqual(completed, won);
});

test('a final order without a booking is neither confirmed for one nor cancelled with it', async () => {
  const offset = merchant();
  const token = await tokenOf(offset);
  const { orderId, paymentUrl } = await createOrder(offset, { token });
  await payOnPage(paymentUrl);
  assert.equal((await orderStatus(offset, orderId)).status, 'completed');
  await assert.rejects(confirmWithBooking(offset, { token, reference: 'EX0065' }), code('quote_used'));
  assert.deepEqual(await cancelForBooking(offset, { reference: 'EX0065' }), { contributions: [] });
});

test('a booking whose order failed reports its quote as expired', async () => {
  const offset = merchant();
  const token = await tokenOf(offset);
  const { orderId } = await createOrder(offset, { token }, { reference: 'EX0066' });
  await cancelForBooking(offset, { orderId });
  await assert.rejects(confirmWithBooking(offset, { token, reference: 'EX0066' }), code('quote_expired'));
});

test('a confirmation that is repeated returns the same and calls no service', async () => {
  let calls = 0;
  const offset = merchantThrough((request) => {
    calls += 1;
    return fetch(request);
  });
  const input = { token: await tokenOf(offset), reference: 'EX0062' };
  const first = await confirmWithBooking(offset, input);
  calls = 0;
  // By then the offer would be read anew.
  clock = 60_000;
  assert.deepEqual(await confirmWithBooking(offset, input), first);
  assert.equal(calls, 0);
  clock = 0;
});

test('an order paid on the payment page is never confirmed, however often its booking tries', async () => {
  const offset = merchant();
  const token = await tokenOf(offset);
  const { orderId, paymentUrl } = await createOrder(offset, { token }, { reference: 'EX0040' });
  await payOnPage(paymentUrl);
  for (let time = 0; time < 3; time++) {
    await assert.rejects(confirmWithBooking(offset, { token, reference: 'EX0040' }), code('quote_used'));
    // Recorded by now, as a webhook would have it.
    assert.equal((await orderStatus(offset, orderId)).status, 'completed');
  }
});

test('no part of an order that is not paid is cancelled', async () => {
  const offset = merchant();
  const { orderId } = await createOrder(offset, { token: await tokenOf(offset) });
  await assert.rejects(cancelForBooking(offset, { orderId, part: { leg: 0 } }), (problem: CheckoutError) => {
    assert.deepEqual([problem.code, problem.field], ['bad_request', 'part']);
    assert.match(problem.message, /not paid/);
    return true;
  });
  assert.equal((await client.getOrder(orderId))?.status, 'pending');
  const { contributions } = await cancelForBooking(offset, { orderId });
  assert.deepEqual(contributions, [{ orderId, outcome: 'cancelled' }]);
});

test('if the service does not cancel an order, nothing is refunded and it stays pending', async () => {
  let error = 0;
  const calls: string[] = [];
  const offset = merchantThrough(async (request) => {
    calls.push(new URL(request.url).pathname.split('/').at(-1) ?? '');
    return request.url.endsWith('/cancel') ? refusalOf(error) : fetch(request);
  });
  const { orderId } = await createOrder(offset, { token: await tokenOf(offset) });
  for (const [refusal, expected] of [
    [50301, 'service_unavailable'],
    [40401, 'settlement_unavailable'],
  ] as const) {
    error = refusal;
    calls.length = 0;
    await assert.rejects(cancelForBooking(offset, { orderId }), code(expected));
    assert.deepEqual(calls, ['cancel']);
  }
  assert.equal((await orderStatus(offset, orderId)).status, 'pending');
});

test('an order that is cancelled has failed at once, and nothing is left to cancel', async () => {
  const failed: string[] = [];
  const calls: string[] = [];
  const through = (request: Request): Promise<Response> => {
    calls.push(new URL(request.url).pathname.split('/').at(-1) ?? '');
    return fetch(request);
  };
  const offset = merchantThrough(through, { onOrderFailed: ({ orderId }) => void failed.push(orderId) });
  const { orderId } = await createOrder(offset, { token: await tokenOf(offset) });
  await cancelForBooking(offset, { orderId });
  assert.deepEqual(failed, [orderId]);
  calls.length = 0;
  assert.deepEqual((await cancelForBooking(offset, { orderId })).contributions, []);
  assert.deepEqual(calls, []);
});

test('an order that the service completes after its confirm stays pending until then', async () => {
  const offset = merchantThrough(async (request) => {
    const response = await fetch(request);
    if (!request.url.endsWith('/confirm')) return response;
    return Response.json({ ...((await response.json()) as object), status: 'pending' });
  });
  const input = { token: await tokenOf(offset), reference: 'EX0107' };
  assert.equal((await confirmWithBooking(offset, input)).status, 'pending');
});

test('reports nothing as cancelled if the service responds to a cancel with a completed order', async () => {
  const offset = merchantThrough(async (request) => {
    const response = await fetch(request);
    if (!request.url.endsWith('/cancel')) return response;
    return Response.json({ ...((await response.json()) as object), status: 'completed' });
  });
  const { orderId } = await createOrder(offset, { token: await tokenOf(offset) });
  // Nothing was paid at this service, so nothing is left to refund either.
  assert.deepEqual(await cancelForBooking(offset, { orderId }), { contributions: [] });
});

test('an order that was paid before its booking is cancelled is refunded, not called cancelled', async () => {
  const offset = merchant();
  const { orderId, paymentUrl } = await createOrder(offset, { token: await tokenOf(offset) });
  await payOnPage(paymentUrl);
  const [one] = (await cancelForBooking(offset, { orderId })).contributions;
  assert.match(String(one?.outcome), /^refund/);
  assert.equal((await client.listRefunds(orderId)).length, 1);
});

test('an order cancelled from its completion callback is stated as refunded', async () => {
  const offset: Offset = merchant({
    // The callback finds that the booking is cancelled.
    onOrderCompleted: async ({ orderId }) => void (await cancelForBooking(offset, { orderId })),
  });
  const { orderId, paymentUrl } = await createOrder(offset, { token: await tokenOf(offset) });
  await payOnPage(paymentUrl);
  assert.equal((await orderStatus(offset, orderId)).status, 'completed');
  clock += 3000;
  assert.equal((await orderStatus(offset, orderId)).refunded, 'whole');
});

test('cancelling a booking refunds orders paid on the payment page and cancels those that wait there', async () => {
  const offset = merchant();
  const of = { reference: 'EX0041' };
  const paid = await createOrder(offset, { token: await tokenOf(offset) }, of);
  await payOnPage(paid.paymentUrl);
  const waiting = await createOrder(offset, { token: await tokenOf(offset) }, of);
  const { contributions } = await cancelForBooking(offset, of);
  assert.deepEqual(
    contributions.map(({ orderId, outcome }) => [orderId, outcome.slice(0, 6)]),
    [
      [paid.orderId, 'refund'],
      [waiting.orderId, 'cancel'],
    ],
  );
  assert.equal((await client.listRefunds(paid.orderId)).length, 1);
  assert.equal((await client.getOrder(waiting.orderId))?.status, 'failed');
});

test('refuses metadata that is too large for a token', async () => {
  const offset = merchant();
  const metadataOf = (value: string): Record<string, string> =>
    Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`key-${index}`, value]));
  for (const value of ['ü'.repeat(300), '王'.repeat(200)]) {
    const wanted = quote(offset, { flights: [ZRH_SFO], metadata: metadataOf(value) });
    await assert.rejects(wanted, { code: 'bad_request', field: 'metadata' });
  }
  const result = await quote(offset, { flights: [ZRH_SFO], metadata: metadataOf('a'.repeat(480)) });
  assert.ok(result.status === 'ready');
  await createOrder(offset, { token: result.options[0]!.token });
});

test('sells nothing without a price while the offer cannot be read', async () => {
  let down = true;
  let creates = 0;
  const offset = merchantThrough((request) => {
    const { pathname } = new URL(request.url);
    if (down && pathname.endsWith('/offer')) return Promise.resolve(new Response(null, { status: 500 }));
    if (request.method === 'POST' && pathname.endsWith('/orders')) creates++;
    return fetch(request);
  });
  const token = await tokenOf(offset);
  await assert.rejects(quote(offset, { flights: [ZRH_SFO], currency: 'EUR' }), (problem: CheckoutError) => {
    assert.deepEqual([problem.code, problem.status], ['service_unavailable', 503]);
    return true;
  });
  await assert.rejects(confirmWithBooking(offset, { token, reference: 'EX0022' }), code('price_changed'));
  down = false;
  clock = 10_000;
  await assert.rejects(confirmWithBooking(offset, { token, reference: 'EX0022' }), code('price_changed'));
  assert.equal(creates, 0);
  const { status } = await confirmWithBooking(offset, { token: await tokenOf(offset), reference: 'EX0022' });
  assert.equal(status, 'completed');
  clock = 0;
});

for (const [refusal, expected] of [
  [40903, 'sold_out'],
  [40904, 'price_changed'],
  [40912, 'quote_expired'],
] as const) {
  test(`a paid booking refused with ${refusal} is ${expected}, and nothing says that nothing was charged`, async () => {
    const offset = merchantThrough(async (request) =>
      request.method === 'POST' && request.url.endsWith('/orders')
        ? Response.json({ error: refusal, message: 'refused' }, { status: 409 })
        : fetch(request),
    );
    const token = await tokenOf(offset);
    await assert.rejects(confirmWithBooking(offset, { token, reference: 'EX0030' }), {
      code: expected,
      field: 'token',
      message: /Nothing was bought;/,
    });
  });
}

test('a paid booking whose order the service no longer has is refused for good', async () => {
  const offset = merchantThrough(async (request) =>
    request.url.endsWith('/confirm') ? refusalOf(40402) : fetch(request),
  );
  await assert.rejects(confirmWithBooking(offset, { token: await tokenOf(offset), reference: 'EX0131' }), {
    code: 'quote_expired',
    retryable: false,
    message: /Nothing was bought;/,
  });
});

test('a paid booking over the limit on held credits is retryable, and completes once credits are free', async () => {
  let full = true;
  const offset = merchantThrough(async (request) =>
    full && request.method === 'POST' && request.url.endsWith('/orders') ? refusalOf(40905) : fetch(request),
  );
  const input = { token: await tokenOf(offset), reference: 'EX0031' };
  await assert.rejects(confirmWithBooking(offset, input), { code: 'service_unavailable', retryable: true });
  full = false;
  assert.equal((await confirmWithBooking(offset, input)).status, 'completed');
});

test('a paid booking that is larger than one order may be is refused, with the field', async () => {
  const offset = merchantThrough(async (request) =>
    request.method === 'POST' && request.url.endsWith('/orders') ? refusalOf(40913) : fetch(request),
  );
  const input = { token: await tokenOf(offset), reference: 'EX0032' };
  const refused = { code: 'sold_out', status: 409, field: 'token', retryable: false };
  await assert.rejects(confirmWithBooking(offset, input), refused);
});

test('if the store fails after the purchase, reconciling runs the callback', async () => {
  const inner = memoryStore(() => Date.now() + clock);
  let down = false;
  const operations: string[] = [];
  const completed: string[] = [];
  const offset = merchantThrough(
    async (request) => {
      const response = await fetch(request);
      down ||= request.url.endsWith('/confirm');
      return response;
    },
    {
      store: {
        ...inner,
        setIfAbsent: (...row) =>
          down ? Promise.reject(new Error('no database')) : inner.setIfAbsent(...row),
      },
      onOrderCompleted: ({ orderId }) => void completed.push(orderId),
      onError: (_error, { operation }) => void operations.push(operation),
    },
  );
  const { orderId, status } = await confirmWithBooking(offset, {
    token: await tokenOf(offset),
    reference: 'EX0023',
  });
  assert.deepEqual([status, completed, operations], ['completed', [], ['confirmWithBooking']]);
  down = false;
  clock = 60_000;
  assert.equal((await reconcile(offset)).finalized, 1);
  assert.deepEqual(completed, [orderId]);
  clock = 0;
});
