/** The handler against the real gateway, engine included: both sides of the wire speak the same codes. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Flight, Quote } from '@flight-offset/core';
import fc from 'fast-check';
import { type RunningGateway, startGateway } from '../../gateway/src/gateway.ts';
import { SANDBOX } from '../../gateway/src/sandbox.ts';
import { startFakeProvider } from '../../gateway/src/testing/fake-provider.ts';
import { stripeDialect } from '../../gateway/src/testing/provider-dialects.ts';
import { confirmWithBooking } from '../src/bookings/confirm-with-booking.ts';
import { createOffset, type Offset } from '../src/offset.ts';
import type { OffsetOptions } from '../src/options.ts';
import { createOrder } from '../src/orders/create-order.ts';
import { quote } from '../src/quote/quote.ts';
import { ZRH_SFO } from '../src/testing/merchant.ts';

let gateway: RunningGateway;
before(async () => {
  gateway = await startGateway({ sandbox: true, databaseUrl: 'sqlite::memory:' });
});
after(() => gateway.close());

/** A merchant of the gateway's sandbox. */
function merchantOf(
  options: Partial<OffsetOptions> = {},
  fetch?: typeof globalThis.fetch,
  baseUrl = gateway.url,
): Offset {
  const { apiKey, secret: signingKey, platformId } = SANDBOX;
  const service = { baseUrl, apiKey, signingKey, platformId };
  return createOffset({ service: { ...service, ...(fetch && { fetch }) }, ...options });
}

const REASONS: readonly [name: string, change: Partial<Flight>, code: string][] = [
  ['an airport that does not exist', { origin: 'QQQ' }, 'unknown_airport'],
  ['a city with several airports', { destination: 'LON' }, 'metropolitan_code'],
  ['a railway station', { origin: 'QKL' }, 'surface_station'],
  ['a flight to where it starts', { destination: 'ZRH' }, 'same_airport'],
];

for (const [name, change, code] of REASONS) {
  test(`${name} reaches the page as ${code}`, async () => {
    const result: Quote = await quote(merchantOf(), { flights: [ZRH_SFO, { ...ZRH_SFO, ...change }] });
    assert.equal(result.status, 'unavailable');
    assert.deepEqual(
      result.reasons.map((reason) => [reason.flight, reason.code]),
      [[1, code]],
    );
  });
}

test('the gateway accepts orders at the price on the page to the minor unit, from one gram up', async () => {
  const fractions = [0.000_002, 0.000_01, 0.000_37, 0.123, 0.5, 1, 1.5];
  const shop = merchantOf({ amounts: { fractions } });
  const result = await quote(shop, { flights: [ZRH_SFO] });
  assert.ok(result.status === 'ready');
  assert.equal(result.options.length, fractions.length);
  // The gateway refuses every order that would not cost its expected_price.
  for (const { token, price } of result.options) {
    assert.ok(price && price.amountMinor >= 1);
    assert.ok((await shop.tokens.read(token)).e, 'the price is not held');
    assert.ok((await createOrder(shop, { token })).orderId);
  }
});

test('a booking reference that the service cannot store is not sent: its order is created', async () => {
  const shop = merchantOf();
  const result = await quote(shop, { flights: [ZRH_SFO] });
  assert.ok(result.status === 'ready');
  const { token } = result.options[0]!;
  assert.ok((await createOrder(shop, { token }, { reference: 'EX\ud83d' })).orderId);
});

test('with Stripe, prices in dinars equal those of the orders, and can be paid', async () => {
  const stripe = await startFakeProvider();
  const environment = {
    ...stripeDialect.environment,
    GATEWAY_PROVIDER: 'stripe',
    GATEWAY_PROVIDER_API_URL: stripe.url,
  };
  const other = await startGateway({ sandbox: true, databaseUrl: 'sqlite::memory:', environment });
  try {
    const random = fc.uniqueArray(fc.double({ min: 1e-6, max: 1.5, noNaN: true }), {
      minLength: 19,
      maxLength: 19,
    });
    await fc.assert(
      fc.asyncProperty(random, async (some) => {
        const fractions = [0.000_002, ...some].sort((a, b) => a - b);
        const shop = merchantOf({ amounts: { fractions }, currency: 'KWD' }, undefined, other.url);
        const result = await quote(shop, { flights: [ZRH_SFO] });
        assert.ok(result.status === 'ready' && result.choices);
        for (const { options } of result.choices) {
          for (const { token, price, grams } of options) {
            assert.ok(price?.currency === 'KWD' && price.amountMinor >= 10, `${grams} g`);
            assert.equal(price.amountMinor % 10, 0, `${grams} g`);
            // The gateway refuses every order that would not cost its expected_price.
            assert.ok((await shop.tokens.read(token)).e, 'the price is not held');
          }
          const made = await Promise.all(options.map(({ token }) => createOrder(shop, { token })));
          assert.equal(made.length, 20);
        }
      }),
      { numRuns: 3 },
    );
    const shop = merchantOf({ currency: 'KWD' }, undefined, other.url);
    const again = await quote(shop, { flights: [ZRH_SFO] });
    assert.ok(again.status === 'ready');
    const { token, price } = again.options.at(-1)!;
    const confirmed = await confirmWithBooking(shop, { token, reference: 'EX7K2P' });
    assert.deepEqual(confirmed.price, { amountMinor: price?.amountMinor, currency: 'KWD' });
    const order = await shop.call((client) => client.getOrder(confirmed.orderId));
    assert.deepEqual(order?.price, { currency: 'KWD', amount_minor: price?.amountMinor });
  } finally {
    await other.close();
    await stripe.close();
  }
});

test('an order at a price that has changed is refused by the gateway, and its quote has expired', async () => {
  const shop = merchantOf({}, async (input, init) => {
    const response = await fetch(input, init);
    if (!String(input).endsWith('/offer')) return response;
    type Priced = { price_per_tonne: number };
    const offer = (await response.json()) as Priced & { portfolios?: Priced[] };
    const cheaper = (one: Priced) => ({ ...one, price_per_tonne: one.price_per_tonne / 10 });
    return Response.json({ ...cheaper(offer), portfolios: offer.portfolios?.map(cheaper) });
  });
  const result = await quote(shop, { flights: [ZRH_SFO] });
  assert.ok(result.status === 'ready');
  const { token } = result.options[0]!;
  await assert.rejects(createOrder(shop, { token }), { code: 'quote_expired', status: 410 });
});

test("the merchant's reference is on the order from its creation, if the service accepts one", async () => {
  const shop = merchantOf();
  const result = await quote(shop, { flights: [ZRH_SFO] });
  assert.ok(result.status === 'ready');
  const { orderId } = await createOrder(shop, { token: result.options[0]!.token }, { reference: 'EX7K2P' });
  const order = await shop.call((client) => client.getOrder(orderId));
  assert.equal(order?.reference, 'EX7K2P');
  const other = await quote(shop, { flights: [ZRH_SFO] });
  assert.ok(other.status === 'ready');
  const long = await createOrder(
    shop,
    { token: other.options[0]!.token },
    { reference: `${'x'.repeat(200)}\n` },
  );
  const kept = await shop.call((client) => client.getOrder(long.orderId));
  assert.equal(kept?.reference, undefined, 'a reference that the service would refuse is not sent');
});
