import assert from 'node:assert/strict';
import test from 'node:test';
import { parse, type QuoteRequest, quoteSchema } from '@flight-offset/core';
import { createOrder } from '../orders/create-order.ts';
import { reconcile } from '../orders/reconcile.ts';
import { quote } from '../quote/quote.ts';
import { testMerchant, ZRH_SFO } from '../testing/merchant.ts';
import type { EstimatedFlight, FlightEstimates } from './estimator.ts';

const GRAMS = { first: 4000, business: 3000, premiumEconomy: 2000, economy: 1000 };
const LIVE: EstimatedFlight = {
  emissionsGramsPerPax: GRAMS,
  methodName: 'Travel Impact Model',
  methodUrl: 'https://travelimpactmodel.org',
  modelVersion: '3.0.0.20260430',
  contrails: { risk: 'medium', method: 'Travel Impact Model 3.0.0.20260430' },
};
const LABEL = {
  text: 'EU Flight Emissions Label 2, valid until 2026-12-31',
  url: 'https://label.example/',
  imageUrl: 'https://label.example/2.svg',
};
const EASA: EstimatedFlight = {
  ...LIVE,
  methodName: 'EU Flight Emissions Label',
  label: LABEL,
  contrails: { risk: 'high', method: 'Travel Impact Model 3.0.0.20260430' },
};
const OFFLINE: EstimatedFlight = {
  emissionsGramsPerPax: GRAMS,
  methodName: 'Travel Impact Model 3.0 method, open data',
  modelVersion: '3.0.2.20261121',
};

const TWO: QuoteRequest = { flights: [ZRH_SFO, { ...ZRH_SFO, flightNumber: 39 }] };

function merchant(results: readonly EstimatedFlight[], options: Parameters<typeof testMerchant>[0] = {}) {
  return testMerchant({ estimator: async () => results, ...options });
}

async function ready(results: readonly EstimatedFlight[], options: Parameters<typeof testMerchant>[0] = {}) {
  const response = await quote(merchant(results, options).offset, TWO);
  parse(quoteSchema, response, 'quote');
  assert.ok(response.status === 'ready');
  return response;
}

test("takes figures and method from the merchant's estimator, without a call to the service", async () => {
  const calls: string[] = [];
  const signals: unknown[] = [];
  const { offset } = testMerchant(
    {
      estimator: async (legs, { signal }) => {
        signals.push(signal);
        return legs.map(() => LIVE);
      },
    },
    {
      fetch: async (request, service) => {
        calls.push(new URL(request.url).pathname);
        return service.fetch(request);
      },
    },
  );
  const { signal } = new AbortController();
  const response = await quote(offset, { flights: [ZRH_SFO] }, { signal });
  assert.ok(response.status === 'ready');
  assert.deepEqual(signals, [signal], 'it may end with the request of the page');
  assert.equal(response.gramsPerPassenger, GRAMS.economy);
  assert.deepEqual(
    [response.method.name, response.method.version, response.method.url],
    ['Travel Impact Model', '3.0.0.20260430', 'https://travelimpactmodel.org'],
  );
  assert.deepEqual(
    calls.filter((path) => path.includes('calculate') || path.includes('estimates')),
    [],
  );
});

test('states the highest risk of contrails beside the figure, and only if every leg has one', async () => {
  const response = await ready([LIVE, EASA]);
  assert.equal(response.contrails?.risk, 'high');
  assert.equal(response.gramsTotal, 2 * GRAMS.economy);
  assert.equal((await ready([LIVE, OFFLINE])).contrails, undefined);
});

test('shows a label only if every leg has one', async () => {
  assert.deepEqual((await ready([EASA, EASA])).label, LABEL);
  assert.equal((await ready([EASA, LIVE])).label, undefined);
  const other = { ...EASA, label: { ...LABEL, text: 'another' } };
  assert.equal((await ready([EASA, other])).label?.text, `${LABEL.text}; another`);
});

test('the policy takes precedence over label and contrails of the estimator', async () => {
  const response = await ready([EASA, EASA], {
    policy: { label: () => undefined, contrails: () => undefined },
  });
  assert.deepEqual([response.label, response.contrails], [undefined, undefined]);
});

test('names the other methods in a note if legs have several', async () => {
  const { method } = await ready([LIVE, OFFLINE]);
  assert.equal(method.name, 'Travel Impact Model');
  assert.deepEqual(method.notes, [
    {
      code: 'other_methods',
      methods: [{ name: 'Travel Impact Model 3.0 method, open data', version: '3.0.2.20261121' }],
    },
  ]);
});

test("the methods reach the merchant's receipt with the paid order", async () => {
  const { offset, service, completed, advance } = merchant([LIVE, OFFLINE]);
  const response = await quote(offset, TWO);
  assert.ok(response.status === 'ready');
  const { orderId } = await createOrder(offset, { token: response.options[0]!.token });
  service.finalize(orderId, 'completed');
  advance(3_600_000);
  await reconcile(offset);
  assert.deepEqual(completed[0]?.methods, [
    { name: 'Travel Impact Model', version: '3.0.0.20260430' },
    { name: 'Travel Impact Model 3.0 method, open data', version: '3.0.2.20261121' },
  ]);
});

test('flights that it cannot estimate are named in the terms of the wire', async () => {
  const estimator: FlightEstimates = async () => {
    const flights = [
      { index: 1, code: 'unknown_airport', field: 'origin', message: 'own words' },
      { index: 0, code: 'own code', field: 'origin', message: 'own words' },
    ];
    throw Object.assign(new Error('2 flights cannot be estimated'), { code: 'unsupported_flights', flights });
  };
  const response = await quote(testMerchant({ estimator }).offset, TWO);
  assert.ok(response.status === 'unavailable');
  assert.deepEqual(
    response.reasons.map(({ flight, code }) => [flight, code]),
    [
      [1, 'unknown_airport'],
      [0, 'no_estimate'],
    ],
  );
  assert.doesNotMatch(JSON.stringify(response), /own (?:words|code)/);
});

for (const results of [[LIVE], undefined, [LIVE, LIVE, LIVE]]) {
  test(`an estimator that returns ${results?.length ?? 'no'} results for two flights makes no quote`, async () => {
    const { offset } = merchant(results as EstimatedFlight[]);
    await assert.rejects(quote(offset, TWO), { code: /internal|service_unavailable/ });
  });
}
