import assert from 'node:assert/strict';
import test from 'node:test';
import { parse, type Quote, type QuoteRequest, quoteSchema } from '@flight-offset/core';
import type { CheckoutError } from '../checkout-error.ts';
import { createOrder } from '../orders/create-order.ts';
import { exceptOnEuRoutes } from '../policy/eu-routes.ts';
import type { PriceResult } from '../pricing/price.ts';
import { BARE_GRAMS } from '../testing/bare-service.ts';
import { testMerchant, ZRH_SFO } from '../testing/merchant.ts';
import { quote } from './quote.ts';

type Options = Parameters<typeof testMerchant>[0];
type Ready = Extract<Quote, { status: 'ready' }>;

async function ready(input: QuoteRequest, options: Options = {}, wiring = {}): Promise<Ready> {
  const quoted = await quote(testMerchant(options, wiring).offset, input);
  parse(quoteSchema, quoted, 'quote');
  assert.ok(quoted.status === 'ready', JSON.stringify(quoted));
  return quoted;
}

test('returns along the flights in reverse order, from the last destination', async () => {
  const { legs, method } = await ready(
    {
      flights: [
        { ...ZRH_SFO, destination: 'LHR' },
        { ...ZRH_SFO, origin: 'LHR' },
      ],
      returnDate: { year: 2026, month: 12, day: 28 },
    },
    { amounts: { groundEmissions: true } },
  );
  const route = legs.map(({ flight: { origin, destination } }) => `${origin}-${destination}`).join(' ');
  assert.equal(route, 'ZRH-LHR LHR-SFO SFO-LHR LHR-ZRH');
  // Five airports are visited; the turning point counts once.
  assert.deepEqual(
    method.notes?.map((note) => 'airportVisits' in note && note.airportVisits),
    [5],
  );
});

test('multiplies figures by cabin, passengers and infants, with the return flight', async () => {
  const quoted = await ready(
    {
      flights: [ZRH_SFO],
      returnDate: { year: 2026, month: 12, day: 28 },
      travellers: [
        { cabin: 'business', count: 1 },
        { cabin: 'economy', count: 2 },
        { cabin: 'economy', kind: 'infant_on_lap', count: 1 },
      ],
    },
    { amounts: { infantFraction: 0.1 } },
  );
  const { business, economy } = BARE_GRAMS;
  assert.deepEqual(
    quoted.legs.map(({ flight: { origin, destination, departureDate } }) => [
      origin,
      destination,
      departureDate.day,
    ]),
    [
      ['ZRH', 'SFO', 14],
      ['SFO', 'ZRH', 28],
    ],
  );
  assert.equal(quoted.passengers, 3);
  assert.equal(quoted.cabin, 'business');
  assert.equal(quoted.gramsTotal, 2 * (business + 2 * economy + 0.1 * economy));
  assert.equal(quoted.gramsPerPassenger, Math.round((2 * (business + 2 * economy)) / 3));
  assert.deepEqual(quoted.method.notes, [{ code: 'average_of_cabins' }]);
});

test('a token states the flights and travellers of its quote, its wording and its locale', async () => {
  const claimsOf = async (input: Partial<QuoteRequest>, options: Options = {}) => {
    const { offset } = testMerchant(options);
    const quoted = await quote(offset, { flights: [ZRH_SFO], ...input });
    assert.ok(quoted.status === 'ready');
    const { f, t, w, n, l, a } = await offset.tokens.read(quoted.options[0]!.token);
    return { f, t, w, n, l, a };
  };
  const none = { n: undefined, l: undefined, a: undefined };
  const f = ['ZRH-SFO LX38 2026-12-14'];
  assert.deepEqual(await claimsOf({}), { ...none, f, t: [['economy', 'seat', 1]], w: [true] });
  const back = {
    ...ZRH_SFO,
    origin: 'SFO',
    destination: 'ZRH',
    departureDate: { year: 2027, month: 1, day: 4 },
  };
  const travellers: QuoteRequest['travellers'] = [
    { cabin: 'business', count: 2 },
    { cabin: 'business', kind: 'infant_on_lap', count: 1 },
  ];
  assert.deepEqual(
    await claimsOf(
      { flights: [ZRH_SFO, back], travellers, locale: 'hi-IN' },
      { policy: { market: 'भारत', showFigures: false } },
    ),
    {
      ...none,
      f: [...f, 'SFO-ZRH LX38 2027-01-04'],
      t: [
        ['business', 'seat', 2],
        ['business', 'infant_on_lap', 1],
      ],
      w: [false, 'भारत'],
      n: 'hi-IN',
      l: [BARE_GRAMS.business, BARE_GRAMS.business],
    },
  );
});

test('counts nothing for infants on a lap by default', async () => {
  const infant = { kind: 'infant_on_lap', cabin: 'business', count: 1 } as const;
  for (const travellers of [
    [{ count: 1 }, infant],
    [infant, { count: 1 }],
  ]) {
    const { cabin, gramsTotal } = await ready({ flights: [ZRH_SFO], travellers });
    assert.deepEqual([cabin, gramsTotal], ['economy', BARE_GRAMS.economy]);
  }
});

test('ground emissions are included only on request, and always noted', async () => {
  assert.equal((await ready({ flights: [ZRH_SFO] })).ground, undefined);
  const quoted = await ready({ flights: [ZRH_SFO], passengers: 2 }, { amounts: { groundEmissions: true } });
  assert.equal(quoted.gramsPerPassenger, BARE_GRAMS.economy + 2 * 1710);
  assert.equal(quoted.gramsTotal, 2 * quoted.gramsPerPassenger);
  assert.equal(quoted.legs[0]?.gramsPerPassenger, BARE_GRAMS.economy);
  assert.deepEqual(quoted.ground, { gramsPerPassenger: 3420, airports: ['ZRH', 'SFO'] });
  assert.deepEqual(quoted.method.notes, [
    { code: 'ground_handling', gramsPerPassenger: 3420, airportVisits: 2 },
  ]);
});

test('ground emissions are in the range too', async () => {
  const interval = { low: { economy: 899.6 }, high: { economy: 1099.6 } };
  const estimator = async () => [{ emissionsGramsPerPax: { economy: 1000 }, interval }];
  const options = { estimator, amounts: { groundEmissions: 100 } } as never;
  const { gramsPerPassenger, range } = await ready({ flights: [ZRH_SFO] }, options);
  assert.deepEqual([gramsPerPassenger, range], [1200, { low: 1100, high: 1300 }]);
});

test('adds up whole grams per traveller for the total', async () => {
  for (const [economy, each] of [
    [1000.4, 1000],
    [1005.6, 1006],
  ] as const) {
    const options = {
      estimator: async () => [{ emissionsGramsPerPax: { economy } }],
      amounts: { infantFraction: 0.1 },
    } as never;
    const quoted = await ready({ flights: [ZRH_SFO], passengers: 3 }, options);
    assert.deepEqual([quoted.gramsPerPassenger, quoted.gramsTotal], [each, 3 * each]);
    const travellers: QuoteRequest['travellers'] = [{ count: 1 }, { kind: 'infant_on_lap', count: 1 }];
    const { gramsTotal } = await ready({ flights: [ZRH_SFO], travellers }, options);
    assert.equal(gramsTotal, Math.round(1.1 * each));
  }
});

test('passes on only code, name, body and share of an aircraft to the page', async () => {
  const shown = { icao: 'B789', name: 'Boeing 787-9', body: 'wide', share: 1 };
  const seats = { first: 0, business: 30, premiumEconomy: 21, economy: 230 };
  const aircraft = [{ ...shown, seats, fuelKg: 50_000, economyGramsPerPax: 1000 }];
  const estimator = async () => [{ emissionsGramsPerPax: { economy: 1000 }, aircraft }];
  const quoted = await ready({ flights: [ZRH_SFO] }, { estimator } as never);
  assert.deepEqual(quoted.legs[0]?.aircraft, [shown]);
});

test('states the number of carriers of a comparison only if it is above 0 and equal for all legs', async () => {
  const carriersOf = async (...carriers: number[]) => {
    const estimator = async () =>
      carriers.map((one) => ({
        emissionsGramsPerPax: BARE_GRAMS,
        typical: { emissionsGramsPerPax: BARE_GRAMS, method: 'carriers_on_route', carriers: one },
      }));
    const flights = carriers.map(() => ZRH_SFO);
    return (await ready({ flights }, { estimator } as never)).comparison?.carriers;
  };
  assert.deepEqual(
    [await carriersOf(3, 3), await carriersOf(3, 4), await carriersOf(0), await carriersOf(1)],
    [3, undefined, undefined, 1],
  );
});

test('prices an option by rate, by function or not at all', async () => {
  const price = async (options: Options) =>
    (await ready({ flights: [ZRH_SFO], locale: 'en' }, options)).options[0]?.price;
  assert.equal(await price({}), undefined);
  assert.equal((await price({ price: { perTonne: 1200, currency: 'INR' } }))?.formatted, '₹120.00');
  const calls: unknown[] = [];
  const byFunction = await price({
    price(input) {
      calls.push([input.grams, input.fraction, input.legs.length, input.locale]);
      return { amountMinor: 999, currency: 'EUR' };
    },
  });
  assert.deepEqual([byFunction?.formatted, calls], ['€9.99', [[100_000, 1, 1, 'en']]]);
  assert.equal(await price({ price: () => undefined }), undefined);
  const options = { price: { perTonne: 1200, currency: 'INR' } };
  const inFrancs = await ready({ flights: [ZRH_SFO], currency: 'CHF' }, options);
  assert.equal(inFrancs.options[0]?.price?.currency, 'INR', 'whatever the page wishes for');
});

test('fails the quote and names the price function if it returns a fraction of a minor unit or no amount', async () => {
  for (const price of [
    ({ grams }: { grams: number }) => ({ amountMinor: grams * 0.000_1234, currency: 'EUR' }),
    () => 12 as unknown as PriceResult,
  ]) {
    await assert.rejects(
      quote(testMerchant({ price }).offset, { flights: [ZRH_SFO] }),
      ({ code, cause }: CheckoutError) =>
        code === 'internal' && /price must return amountMinor/.test(String(cause)),
    );
  }
});

const PROJECT = {
  name: 'Cookstoves',
  registry: 'Verra',
  project_id: 'VCS-1',
  category: 'Energy',
  type: 'Avoidance',
  public_url: 'https://registry.example/1',
};

test("takes price and project from the service's offer, read once, unless the merchant has its own", async () => {
  let offers = 0;
  const wiring: Parameters<typeof testMerchant>[1] = {
    async fetch(request, service) {
      if (!request.url.endsWith('/offset-gateway/offer')) return service.fetch(request);
      offers++;
      return Response.json({ price_per_tonne: 1000, currency: 'INR', project: PROJECT });
    },
  };
  const { offset } = testMerchant({}, wiring);
  for (let index = 0; index < 3; index++) {
    const quoted = await quote(offset, { flights: [ZRH_SFO] });
    assert.ok(quoted.status === 'ready');
    assert.deepEqual([quoted.options[0]?.price?.amountMinor, quoted.project], [10_000, PROJECT]);
  }
  assert.equal(offers, 1);
  const own = { project: { ...PROJECT, name: 'Ours' }, method: { name: 'Our method' } };
  const { project, method } = await ready({ flights: [ZRH_SFO] }, own, wiring);
  assert.deepEqual([project?.name, method.name], ['Ours', 'Our method']);
});

test('a failed or invalid offer leaves the quote without a price', async () => {
  for (const respond of [
    () => new Response('', { status: 500 }),
    () => Response.json({ price_per_tonne: 1, project: 7 }),
    // With an invalid step, the price of an order is unknown.
    () => Response.json({ price_per_tonne: 1, currency: 'KWD', price_step: 0 }),
    // At these prices, an order's cost is no exact number of paise.
    () => Response.json({ price_per_tonne: 1e300, currency: 'INR' }),
    () => Response.json({ price_per_tonne: 1e10, currency: 'INR' }),
  ]) {
    const { options, project } = await ready(
      { flights: [ZRH_SFO] },
      {},
      {
        fetch: async (request: Request, service: { fetch(request: Request): Promise<Response> }) =>
          request.url.endsWith('/offer') ? respond() : service.fetch(request),
      },
    );
    assert.deepEqual([options[0]?.price, project], [undefined, undefined]);
  }
});

for (const respond of [
  () => new Response('<html>Not here</html>'),
  () => new Response('{"message":"Missing Authentication Token"}', { status: 403 }),
  () => Response.json({ error: 1, message: 'unknown operation' }, { status: 400 }),
]) {
  test(`a service that responds to an unknown endpoint with ${respond().status} is called by the interface's own operation from then on`, async () => {
    let odd = 0;
    const { offset } = testMerchant(
      {},
      {
        async fetch(request, service) {
          if (!request.url.endsWith('/api/estimates')) return service.fetch(request);
          odd++;
          return respond();
        },
      },
    );
    for (let index = 0; index < 3; index++) {
      assert.equal((await quote(offset, { flights: [ZRH_SFO] })).status, 'ready');
    }
    assert.equal(odd, 1);
  });
}

/** A service with the derivation: 10 % around the figure, and the typical figure of the route. */
function explained(
  typical: number,
  method: unknown = 'carriers_on_route',
): Parameters<typeof testMerchant>[1] {
  return {
    async fetch(request, service) {
      if (!request.url.endsWith('/api/estimates')) return service.fetch(request);
      const { flights } = (await request.json()) as { flights: object[] };
      const times = (factor: number) =>
        Object.fromEntries(Object.entries(BARE_GRAMS).map(([cabin, grams]) => [cabin, grams * factor]));
      return Response.json(
        flights.map((flight) => ({
          flight,
          emissionsGramsPerPax: BARE_GRAMS,
          interval: { low: times(0.9), high: times(1.1) },
          aircraft: [{ icao: 'B789', name: 'Boeing 787-9', body: 'wide', share: 1 }],
          typical: { emissionsGramsPerPax: times(typical), method, carriers: 7 },
          modelVersion: '3.0.0.20261121',
          methodUrl: 'https://method.example/',
        })),
      );
    },
  };
}

test('omits the method of a comparison that is no known code', async () => {
  for (const method of ['mean of the route', 7, null]) {
    const wiring = explained(1.2, method);
    const quoted = await ready({ flights: [ZRH_SFO] }, {}, wiring);
    assert.deepEqual(quoted.comparison, { level: 'lower', typicalGramsPerPassenger: 120_000 });
    assert.deepEqual(quoted.legs[0]?.comparison, quoted.comparison);
  }
});

for (const [typical, level] of [
  [1.2, 'lower'],
  [1.05, 'typical'],
  [0.95, 'typical'],
  [0.8, 'higher'],
] as const) {
  test(`a flight of ${1 / typical} times the typical figure is ${level}`, async () => {
    const quoted = await ready({ flights: [ZRH_SFO, ZRH_SFO] }, {}, explained(typical));
    const typicalGramsPerPassenger = Math.round(200_000 * typical);
    const method = 'carriers_on_route';
    assert.deepEqual(quoted.comparison, { level, typicalGramsPerPassenger, method, carriers: 7 });
    assert.deepEqual(quoted.range, { low: 180_000, high: 220_000 });
    assert.deepEqual(quoted.legs[1]?.range, { low: 90_000, high: 110_000 });
    assert.equal(quoted.legs[1]?.aircraft?.[0]?.icao, 'B789');
    assert.equal(quoted.legs[1]?.comparison?.level, level);
    assert.deepEqual(
      [quoted.method.version, quoted.method.url],
      ['3.0.0.20261121', 'https://method.example/'],
    );
  });
}

for (const [name, second] of [
  ['by another method', { emissionsGramsPerPax: BARE_GRAMS, method: 'world_mix' }],
  ['not at all', undefined],
] as const) {
  test(`an itinerary with one leg compared ${name} is not compared as a whole`, async () => {
    const first = { emissionsGramsPerPax: BARE_GRAMS, method: 'carriers_on_route' };
    const estimator = async () =>
      [first, second].map((typical) => ({ emissionsGramsPerPax: BARE_GRAMS, ...(typical && { typical }) }));
    const quoted = await ready({ flights: [ZRH_SFO, ZRH_SFO] }, { estimator: estimator as never });
    assert.equal(quoted.comparison, undefined);
    assert.equal(quoted.legs[0]?.comparison?.method, 'carriers_on_route');
  });
}

test('a policy that hides figures leaves only flights, offer, market and label', async () => {
  const quoted = await ready(
    { flights: [{ ...ZRH_SFO, origin: 'FRA' }] },
    {
      policy: {
        showFigures: exceptOnEuRoutes(),
        market: (legs) => (legs[0]?.origin === 'FRA' ? 'eu' : undefined),
        label: async () => ({ text: 'Flight Emissions Label', url: 'https://label.example/1' }),
      },
    },
    explained(1),
  );
  assert.equal(quoted.showFigures, false);
  assert.deepEqual([quoted.range, quoted.comparison], [undefined, undefined]);
  assert.deepEqual(Object.keys(quoted.legs[0] ?? {}), ['flight', 'gramsPerPassenger']);
  assert.equal(quoted.market, 'eu');
  assert.equal(quoted.label?.url, 'https://label.example/1');
});

test('refuses a policy that returns a promise instead of hiding the figures', async () => {
  const showFigures = (async () => false) as never;
  await assert.rejects(ready({ flights: [ZRH_SFO] }, { policy: { showFigures } }), {
    code: 'internal',
    cause: new TypeError('policy.showFigures must return true or false'),
  });
});

test('states the risk of contrails beside the figure, not in it', async () => {
  const contrails = () => ({ risk: 'high', method: 'CoCiP' }) as const;
  const quoted = await ready({ flights: [ZRH_SFO] }, { policy: { contrails } });
  assert.deepEqual(quoted.contrails, { risk: 'high', method: 'CoCiP' });
  assert.equal(quoted.gramsTotal, BARE_GRAMS.economy);
});

test('names cities in the language of the page, as the merchant supplies them', async () => {
  const requested: unknown[] = [];
  const cities = async (airports: readonly string[], locale: string | undefined) => {
    requested.push([airports, locale]);
    return locale === 'de' ? { ZRH: 'Zürich' } : undefined;
  };
  const { departureDate: returnDate } = ZRH_SFO;
  const german = await ready({ flights: [ZRH_SFO], returnDate, locale: 'de' }, { policy: { cities } });
  assert.deepEqual(german.cities, { ZRH: 'Zürich' });
  assert.equal('cities' in (await ready({ flights: [ZRH_SFO] }, { policy: { cities } })), false);
  assert.deepEqual(requested, [
    [['ZRH', 'SFO'], 'de'],
    [['ZRH', 'SFO'], undefined],
  ]);
});

test('a quote states when it expires, and in how many seconds: by default half an hour', async () => {
  for (const [options, seconds] of [
    [{ quoteTtlSeconds: 90 }, 90],
    [{}, 1800],
  ] as const) {
    const { offset } = testMerchant({ ...options, now: () => Date.UTC(2026, 10, 21) + 500 });
    const quoted = await quote(offset, { flights: [ZRH_SFO] });
    assert.ok(quoted.status === 'ready');
    const left = (Date.parse(quoted.expiresAt) - offset.now()) / 1000;
    assert.equal(quoted.expiresInSeconds, Math.floor(left));
    assert.ok(left > seconds - 1 && left <= seconds);
  }
});

test('a cabin without a figure makes the quote unavailable, not zero', async () => {
  const merchant = testMerchant(
    {},
    {
      async fetch(request, service) {
        if (!request.url.endsWith('/api/calculate')) return service.fetch(request);
        const { flights } = (await request.json()) as { flights: object[] };
        return Response.json(
          flights.map((flight, index) => ({
            flight,
            emissionsGramsPerPax: index === 0 ? BARE_GRAMS : { economy: 0 },
          })),
        );
      },
    },
  );
  assert.deepEqual(await quote(merchant.offset, { flights: [ZRH_SFO, ZRH_SFO] }), {
    status: 'unavailable',
    reasons: [{ flight: 1, code: 'no_figure_for_cabin', message: 'There is no estimate for ZRH to SFO.' }],
  });
});

test('gives reasons for single flights in its own words, with their places in the request', async () => {
  const flights = [
    { index: 1, code: 'unknown_airport', field: 'origin', message: 'secret words' },
    { index: 0, code: 'ODD <code>', field: 'origin', message: 'secret words' },
  ];
  const { offset } = testMerchant(
    {},
    { fetch: async () => Response.json({ error: 42201, message: 'secret words', flights }, { status: 422 }) },
  );
  assert.deepEqual(await quote(offset, { flights: [ZRH_SFO, { ...ZRH_SFO, origin: 'LON' }] }), {
    status: 'unavailable',
    reasons: [
      { flight: 1, code: 'unknown_airport', message: 'There is no estimate for LON to SFO.' },
      { flight: 0, code: 'no_estimate', message: 'There is no estimate for ZRH to SFO.' },
    ],
  });
});

test('is unavailable for flights that the service refuses as a whole', async () => {
  for (const [status, error] of [
    [400, 40001],
    [404, 40402],
    [422, 42201],
  ] as const) {
    const { offset } = testMerchant(
      {},
      { fetch: async () => Response.json({ error, message: 'secret words' }, { status }) },
    );
    assert.deepEqual(await quote(offset, { flights: [ZRH_SFO] }), {
      status: 'unavailable',
      reasons: [{ code: 'no_estimate', message: 'There is no estimate for ZRH to SFO.' }],
    });
  }
});

test("wrong credentials are the merchant's to fix, not a missing estimate", async () => {
  const { offset } = testMerchant({}, { service: { apiKey: 'other' } });
  await assert.rejects(
    quote(offset, { flights: [ZRH_SFO] }),
    ({ code, cause }: CheckoutError) => code === 'service_unavailable' && /401/.test(String(cause)),
  );
});

test("a base URL that leads to no endpoint is the merchant's to fix, not a missing estimate", async () => {
  const { offset } = testMerchant(
    {},
    { fetch: async () => Response.json({ error: 40401, message: 'Unknown endpoint.' }, { status: 404 }) },
  );
  await assert.rejects(
    quote(offset, { flights: [ZRH_SFO] }),
    ({ code, cause }: CheckoutError) => code === 'service_unavailable' && /404/.test(String(cause)),
  );
});

test("reports a proxy's web page as an unavailable service, not as refused flights", async () => {
  const { offset } = testMerchant({}, { fetch: async () => new Response('<html>', { status: 404 }) });
  await assert.rejects(quote(offset, { flights: [ZRH_SFO] }), { code: 'service_unavailable' });
});

test('sends no variant or metadata to a service that does not list them', async () => {
  const sent: unknown[] = [];
  const { offset } = testMerchant(
    {},
    {
      async fetch(request, service) {
        if (request.url.endsWith('/orders')) sent.push(await request.clone().json());
        return service.fetch(request);
      },
    },
  );
  const quoted = await quote(offset, { flights: [ZRH_SFO], variant: 'a', metadata: { channel: 'app' } });
  assert.ok(quoted.status === 'ready');
  await createOrder(offset, { token: quoted.options[0]!.token });
  assert.deepEqual(Object.keys(sent[0] as object).sort(), [
    'callback_url',
    'emission_amount',
    'emission_unit',
  ]);
});

test('a failed quote waits for the offer that others share', async () => {
  const ends: string[] = [];
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { offset } = testMerchant(
    {},
    {
      async fetch(request, service) {
        if (!request.url.endsWith('/offer')) return new Response(null, { status: 500 });
        await released;
        ends.push('offer');
        return service.fetch(request);
      },
    },
  );
  const quoted = assert
    .rejects(quote(offset, { flights: [ZRH_SFO] }), { code: 'service_unavailable' })
    .then(() => void ends.push('quote'));
  // Time for the estimate to fail, in turns of the event loop.
  for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
  release();
  await quoted;
  assert.deepEqual(ends, ['offer', 'quote']);
});

test('invalid details beside the figures of a service do not fail the quote', async () => {
  const odd: object[] = [
    { aircraft: 'B789', interval: 'wide', typical: 'high', modelVersion: 3, methodUrl: 7 },
    { methodName: 'x'.repeat(20_000), modelVersion: 'y'.repeat(20_000), methodUrl: 'no URL' },
    {
      modelVersion: '1',
      provenance: [{ step: 'a', value: 1, tier: 'b', source: 'c', publisher: 'x'.repeat(20_000) }],
    },
    { interval: { low: { economy: 1 }, high: { economy: 1e300 } } },
    { interval: { high: { economy: 1 } } },
    { interval: { low: { economy: '1' }, high: { economy: '2' } } },
    { aircraft: [null], interval: { low: { economy: 'x' }, high: [] }, typical: null },
    { aircraft: {}, interval: null, typical: { emissionsGramsPerPax: { economy: 'much' } } },
    { typical: [null] },
  ];
  for (const more of odd) {
    const quoted = await ready(
      { flights: [ZRH_SFO] },
      { estimator: async () => [{ emissionsGramsPerPax: BARE_GRAMS, ...more }] },
    );
    assert.equal(quoted.gramsTotal, BARE_GRAMS.economy);
    const [leg] = quoted.legs;
    assert.deepEqual([leg?.aircraft, leg?.range, leg?.comparison, quoted.range], Array(4).fill(undefined));
  }
});

test('refuses a quote for more than one order may hold', async () => {
  const estimator = async (legs: readonly object[]) =>
    legs.map(() => ({ emissionsGramsPerPax: { first: 5_000_000 } }));
  const { offset } = testMerchant({ estimator });
  const many = {
    flights: Array(50).fill(ZRH_SFO),
    travellers: Array(20).fill({ cabin: 'first', count: 999 }),
  };
  await assert.rejects(
    quote(offset, many),
    ({ code, field }: CheckoutError) => code === 'bad_request' && field === 'travellers',
  );
});

test('is unavailable if a figure is larger than an order may hold', async () => {
  for (const grams of [1e300, 1e12 + 1]) {
    const estimator = async (): Promise<object[]> => [{ emissionsGramsPerPax: { economy: grams } }];
    const { offset } = testMerchant({ estimator: estimator as never });
    assert.equal((await quote(offset, { flights: [ZRH_SFO] })).status, 'unavailable');
  }
});
