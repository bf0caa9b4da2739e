/** Bookings with a contribution in their total, against a service that settles them, and sometimes does not respond. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readBooking } from '@flight-offset/example-airline-site/booking';
import { priceOf } from '@flight-offset/example-airline-site/price';
import { createOffset, createOffsetHandler, quote } from '@flight-offset/server';
import { createBareService } from '@flight-offset/server/testing';
import { readBookingRequest } from '../src/booking-request.ts';
import { createBookings } from '../src/bookings.ts';
import type { Booked } from '../src/shop.ts';

const SERVICE = 'https://service.example';
const TRIP = new URLSearchParams({ from: 'ZRH', to: 'SFO', out: '2026-12-14' });
const TRAVELLERS = ['Zoë Meier'];
const FLIGHT = {
  origin: 'ZRH',
  destination: 'SFO',
  operatingCarrierCode: 'LX',
  flightNumber: 38,
  departureDate: { year: 2026, month: 12, day: 14 },
};

type Outcome = 'completed' | readonly [status: number, error: number];

/** Creates a shop that sells in EUR, and a booking of a flight with the contribution of its page. */
async function shopWith(outcomes: Outcome[], priced = 'EUR', refunded?: () => Response) {
  const credentials = { apiKey: 'key', secret: 'a-secret-of-this-test', platformId: 'platform' };
  const bare = createBareService(SERVICE, credentials);
  let late = 0;
  const options = {
    service: {
      baseUrl: SERVICE,
      apiKey: credentials.apiKey,
      signingKey: credentials.secret,
      platformId: credentials.platformId,
      retry: { retries: 0 },
      async fetch(input: RequestInfo | URL, init?: RequestInit) {
        const request = new Request(input, init);
        const [, , , id, action] = new URL(request.url).pathname.split('/');
        if (request.url.endsWith('/offer'))
          return Response.json({ price_per_tonne: 100, currency: priced, extensions: ['confirm'] });
        if (action === 'refunds' && refunded) return refunded();
        if (action === 'cancel') return Response.json({ order_id: id, status: 'failed' });
        if (action !== 'confirm') return bare.fetch(request);
        const outcome = outcomes.shift() ?? 'completed';
        if (outcome === 'completed') return Response.json({ order_id: id, status: outcome });
        const [status, error] = outcome;
        return Response.json({ error, message: 'no' }, { status });
      },
    },
    now: () => Date.now() + late,
    onError: () => undefined,
  };
  const offset = createOffset(options);
  const handler = createOffsetHandler(options, offset);
  const quoted = await quote(offset, { flights: [FLIGHT] });
  assert.ok(quoted.status === 'ready');
  const [option] = quoted.options;
  const amount = option!.price!.amountMinor;
  const { total } = priceOf({ ...readBooking(TRIP), travellers: TRAVELLERS }, 'EUR');
  const bookings = createBookings(offset, 'EUR', { handlerUrl: 'https://air.example/offset', retryMs: 1 });
  const call = (
    method: string,
    path = '',
    body?: object | string,
    type = 'application/json',
  ): Promise<Response> =>
    bookings(
      new Request(`https://shop.example/bookings${path}`, {
        method,
        headers: { 'content-type': type },
        ...(body && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
    );
  const request = {
    trip: TRIP.toString(),
    travellers: TRAVELLERS,
    email: 'zoe@mail.example',
    card: '4242424242424242',
    total: total + amount,
    contribution: option!.token,
    attempt: 'first',
  };
  return {
    call,
    amount,
    total,
    grams: option!.grams,
    orders: bare.orders,
    open: (link: string): Promise<Response> => handler(new Request(link)),
    book: (other?: object) => call('POST', '', { ...request, ...other }),
    /** Sets the clock of the shop forward by that many milliseconds. */
    pass(milliseconds: number): void {
      late += milliseconds;
    },
  };
}

test('ignores an unknown cabin, airport or day in the query of a trip', () => {
  for (const part of ['cabin=constructor', 'out=2026-02-31', 'back=2027-02-29', 'from=__proto__']) {
    assert.deepEqual(readBooking(new URLSearchParams(part)), readBooking(new URLSearchParams()), part);
  }
});

test('a contribution whose confirm failed stays open in the total, and is confirmed until it is completed', async (context) => {
  context.mock.method(console, 'error', () => undefined);
  const { call, book, amount, total } = await shopWith([
    [503, 50301],
    [500, 50001],
  ]);
  const { reference, contribution, paid } = (await (await book()).json()) as Booked;
  assert.deepEqual([contribution?.status, paid], ['open', total + amount]);
  assert.equal((await call('POST', `/${reference}/cancel`)).status, 409);
  let now: Booked;
  do {
    await new Promise((resolve) => setTimeout(resolve, 5));
    now = (await (await call('GET', `/${reference}`)).json()) as Booked;
  } while (now.contribution?.status === 'open');
  assert.deepEqual([now.contribution?.status, now.paid], ['completed', total + amount]);
});

test('a refused contribution is not charged', async (context) => {
  context.mock.method(console, 'error', () => undefined);
  const { call, book, total } = await shopWith([[409, 40911]]);
  const { reference, contribution, paid } = (await (await book()).json()) as Booked;
  assert.deepEqual([contribution?.status, paid], ['not_made', total]);
  const cancelled = (await (await call('POST', `/${reference}/cancel`)).json()) as Booked;
  assert.deepEqual([cancelled.status, cancelled.contribution?.status], ['cancelled', 'not_made']);
});

test('orders a contribution for the first traveller, and states its mass and price', async () => {
  const { book, amount, grams, orders } = await shopWith([]);
  const { reference, contribution } = (await (await book()).json()) as Booked;
  assert.match(reference, /^[A-HJ-NP-Z2-9]{6}$/);
  assert.deepEqual([contribution?.kilograms, contribution?.amount], [grams / 1000, amount]);
  assert.deepEqual(
    orders.map(({ user }) => user),
    [{ name: 'Zoë Meier', email: 'zoe@mail.example' }],
  );
});

test('refuses a wrong total, a booking without travellers and an invalid card, and buys nothing', async () => {
  const { book, amount, total, orders } = await shopWith([]);
  for (const [other, status] of [
    [{ total: total + amount + 1 }, 409],
    [{ total: total + amount - 1 }, 409],
    [{ total }, 409],
    [{ travellers: [], total: amount }, 400],
    [{ travellers: [' '] }, 400],
    [{ email: 'zoe' }, 400],
    [{ card: '4111111111111111' }, 400],
  ] as const)
    assert.equal((await book(other)).status, status, JSON.stringify(other));
  assert.deepEqual(orders, []);
});

test('a repeated attempt, also a concurrent one, is one booking; after a declined card it can be tried again', async () => {
  const { book, total } = await shopWith([]);
  assert.equal((await book({ card: '4000000000000002' })).status, 402);
  const both = await Promise.all([book(), book()]);
  const booked = await Promise.all(both.map(async (one) => (await one.json()) as Booked));
  const again = (await (await book({ total: 1 })).json()) as Booked;
  const { reference } = (await (
    await book({ attempt: 'second', contribution: null, total })
  ).json()) as Booked;
  assert.equal(new Set([...booked, again].map((one) => one.reference)).size, 1);
  assert.notEqual(reference, again.reference);
});

for (const [name, response, credits] of [
  ['were returned', { refund_id: 'r', status: 'completed', credits: 'returned' }, 'returned'],
  ['are retired, and stay so', { refund_id: 'r', status: 'completed', credits: 'retired' }, 'retired'],
  ['nobody names: it was refunded before', { error: 40907, message: 'nothing left' }, undefined],
  ['nobody names: the service lost its order', { error: 40402, message: 'none' }, undefined],
  ['nobody names: the service lost its payment', { error: 40906, message: 'not paid' }, undefined],
] as const)
  test(`a cancelled booking states that its contribution is refunded, whose credits ${name}`, async () => {
    const amount = { currency: 'EUR', amount_minor: 1 };
    const { call, book } = await shopWith([], 'EUR', () =>
      Response.json(
        { amount, ...response },
        { status: 'error' in response ? Math.floor(response.error / 100) : 201 },
      ),
    );
    const { reference } = (await (await book()).json()) as Booked;
    const { contribution, paid } = (await (await call('POST', `/${reference}/cancel`)).json()) as Booked;
    assert.deepEqual([contribution?.status, contribution?.credits, paid], ['refunded', credits, 0]);
  });

test('a cancelled booking has no link to contribute later', async () => {
  const { call, book, total } = await shopWith([]);
  const { reference } = (await (await book({ contribution: null, total })).json()) as Booked;
  assert.equal((await call('GET', `/${reference}/contribute-later`)).status, 200);
  assert.equal((await call('POST', `/${reference}/cancel`)).status, 200);
  assert.equal((await call('GET', `/${reference}/contribute-later`)).status, 409);
});

test('a link to contribute later is for all travellers in their cabin, for thirty days', async () => {
  const { call, book, open, pass } = await shopWith([]);
  const travellers = [...TRAVELLERS, 'Ada Meier'];
  const trip = new URLSearchParams([...TRIP, ['cabin', 'business']]);
  const { total } = priceOf({ ...readBooking(trip), travellers }, 'EUR');
  const booked = await book({ trip: `${trip}`, travellers, total, contribution: null });
  const { reference } = (await booked.json()) as Booked;
  const { link } = (await (await call('GET', `/${reference}/contribute-later`)).json()) as { link: string };
  pass(29 * 86_400_000);
  assert.match(await (await open(link)).text(), /\b600(?:\.0)?\Wkg/);
  pass(2 * 86_400_000);
  assert.equal((await open(link)).status, 410);
});

test('cancels a booking on POST only: following links changes nothing', async () => {
  const { call, book } = await shopWith([]);
  const booked = (await (await book()).json()) as Booked;
  const path = `/${booked.reference}`;
  assert.equal((await call('GET', `${path}/cancel`)).status, 405);
  assert.equal((await call('POST', `${path}/contribute-later`)).status, 405);
  assert.deepEqual(await (await call('GET', path)).json(), booked);
});

test('a price in another currency is not added to the total', async () => {
  const { book } = await shopWith([], 'JPY');
  const response = await book();
  assert.equal(response.status, 409);
  assert.match(((await response.json()) as { message: string }).message, /EUR/);
});

test('refuses an expired price with a message for the traveller, who can book without the contribution', async () => {
  const { book, pass, total } = await shopWith([]);
  pass(86_400_000);
  for (const contribution of [undefined, 'of another backend']) {
    const response = await book(contribution === undefined ? {} : { contribution });
    assert.equal(response.status, 409);
    assert.equal(
      ((await response.json()) as { message: string }).message,
      'The price of the contribution has expired. Choose it again, or book without it.',
    );
  }
  assert.equal((await book({ contribution: null, total })).status, 201);
});

test('a booking whose contribution cannot be refunded now stays as it is, and can be cancelled later', async (context) => {
  context.mock.method(console, 'error', () => undefined);
  const outcomes = [
    Response.json({ error: 50301, message: 'no' }, { status: 503 }),
    new Response('This service has no refunds.', { status: 404 }),
    Response.json(
      {
        refund_id: 'r',
        status: 'completed',
        credits: 'returned',
        amount: { currency: 'EUR', amount_minor: 1 },
      },
      { status: 201 },
    ),
  ];
  const { call, book } = await shopWith([], 'EUR', () => outcomes.shift()!);
  const before = (await (await book()).json()) as Booked;
  const path = `/${before.reference}`;
  for (const [status, message] of [
    [503, 'This is not possible at the moment. Try again shortly.'],
    [500, 'Something went wrong. Try again.'],
  ] as const) {
    const refused = await call('POST', `${path}/cancel`);
    assert.deepEqual([refused.status, await refused.json()], [status, { message }]);
    assert.deepEqual(await (await call('GET', path)).json(), before);
  }
  const { contribution } = (await (await call('POST', `${path}/cancel`)).json()) as Booked;
  assert.equal(contribution?.status, 'refunded');
});

test('refuses an invalid booking with a message, and charges nothing', async () => {
  const { call } = await shopWith([]);
  const whole = {
    trip: `${TRIP}`,
    travellers: TRAVELLERS,
    email: 'zoe@example.com',
    card: '4242424242424242',
    total: 1,
    contribution: null,
    attempt: 'first',
  };
  for (const [body, status, type] of [
    ['', 400],
    ['{', 400],
    ['null', 400],
    ['{"travellers":{"length":1}}', 400],
    [{ ...whole, card: 4242 }, 400],
    [{ ...whole, attempt: '' }, 400],
    [{ ...whole, travellers: [7] }, 400],
    [{ ...whole, contribution: 7 }, 400],
    [{ ...whole, total: '1' }, 400],
    [{ ...whole, card: 'x'.repeat(70_000) }, 413],
    // A form of any site may send these without a preflight request.
    [whole, 415, 'text/plain'],
    [whole, 415, 'text/plain; application/json'],
  ] as const) {
    const response = await call('POST', '', body, type);
    const { message } = (await response.json()) as { message: string };
    assert.equal(response.status, status, message);
    assert.match(message, /booking/);
  }
});

test('reads a booking sent byte by byte without keeping an object for each byte', async () => {
  const booking = {
    trip: '',
    travellers: TRAVELLERS,
    email: '',
    card: '',
    total: 1,
    contribution: null,
    attempt: 'a',
  };
  const bytes = Buffer.from(JSON.stringify(booking));
  // The same object each time: a list of chunks would hold only the last byte.
  const piece = new Uint8Array(1);
  let sent = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (sent === bytes.length) return controller.close();
        piece.set(bytes.subarray(sent, ++sent));
        controller.enqueue(piece);
      },
    },
    { highWaterMark: 0 },
  );
  const headers = { 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body, duplex: 'half' };
  assert.deepEqual(await readBookingRequest(new Request('https://shop.example/bookings', init)), booking);
  const halves = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const _ of [1, 2]) controller.enqueue(new Uint8Array(40_000));
      controller.close();
    },
  });
  const large = new Request('https://shop.example/bookings', { ...init, body: halves });
  await assert.rejects(readBookingRequest(large), { status: 413 });
});
