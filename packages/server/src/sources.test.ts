/** The sources of a figure reach the quote, the order, and with the paid order the merchant's receipt. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { type ProvenanceStep, parse, quoteSchema } from '@flight-offset/core';
import { createOrder } from './orders/create-order.ts';
import { reconcile } from './orders/reconcile.ts';
import { quote } from './quote/quote.ts';
import type { EstimatedFlight } from './service/estimator.ts';
import { testMerchant, ZRH_SFO } from './testing/merchant.ts';

const LOAD: ProvenanceStep = {
  step: 'load factor',
  value: 0.83,
  tier: 'carrier, own reports',
  source: 'annual report',
  publisher: 'Qatar Airways',
  period: '2023-2024',
  confidence: 'high',
};
const FUEL: ProvenanceStep = {
  step: 'fuel',
  value: 85_815,
  unit: 'kg',
  tier: 'type B77W',
  source: 'guidebook',
  publisher: 'European Environment Agency and EUROCONTROL',
  period: '2023',
  confidence: 'published',
};
const RESULT: ProvenanceStep = { step: 'economy passenger', value: 1000, tier: 'result', source: 'mean' };

function merchant(
  provenance: unknown,
  options: Parameters<typeof testMerchant>[0] = {},
  wiring: Parameters<typeof testMerchant>[1] = {},
) {
  const estimate = {
    emissionsGramsPerPax: { economy: 1000 },
    methodName: 'Method',
    modelVersion: '1',
    ...(provenance !== undefined && { provenance }),
  } as EstimatedFlight;
  return testMerchant({ estimator: async (legs) => legs.map(() => estimate), ...options }, wiring);
}

async function ready(...given: Parameters<typeof merchant>) {
  const { offset, ...rest } = merchant(...given);
  const quoted = await quote(offset, { flights: [ZRH_SFO] });
  parse(quoteSchema, quoted, 'quote');
  assert.ok(quoted.status === 'ready');
  return { offset, quoted, ...rest };
}

test('a leg names publisher, period and confidence of each step that has a publisher, without values', async () => {
  const { quoted } = await ready([FUEL, LOAD, RESULT]);
  assert.deepEqual(quoted.legs[0]?.sources, [
    {
      step: 'fuel',
      tier: 'type B77W',
      publisher: 'European Environment Agency and EUROCONTROL',
      period: '2023',
      confidence: 'published',
    },
    {
      step: 'load factor',
      tier: 'carrier, own reports',
      publisher: 'Qatar Airways',
      period: '2023-2024',
      confidence: 'high',
    },
  ]);
});

test('returns no sources if figures are hidden', async () => {
  const { quoted } = await ready([FUEL], { policy: { showFigures: false } });
  assert.equal('sources' in quoted.legs[0]!, false);
});

for (const [name, provenance] of [
  ['none', undefined],
  ['no list', 'T-100'],
  ['a step without a name', [{ ...FUEL, step: undefined }]],
  ['a publisher that is no text', [{ ...FUEL, publisher: { html: '<b>' } }]],
  ['more steps than any derivation has', Array.from({ length: 51 }, () => FUEL)],
  ['no publishers', [RESULT]],
] as const) {
  test(`an estimator that states ${name}: the quote is ready, without sources`, async () => {
    const { quoted } = await ready(provenance);
    assert.equal('sources' in quoted.legs[0]!, false);
  });
}

test("the publishers reach the merchant's receipt with the paid order, each once", async () => {
  const { offset, quoted, service, completed, advance } = await ready([FUEL, LOAD, FUEL, RESULT]);
  const { orderId } = await createOrder(offset, { token: quoted.options[0]!.token });
  service.finalize(orderId, 'completed');
  advance(3_600_000);
  await reconcile(offset);
  assert.deepEqual(completed[0]?.methods, [
    {
      name: 'Method',
      version: '1',
      publishers: ['European Environment Agency and EUROCONTROL', 'Qatar Airways'],
    },
  ]);
});

const OWN = 'emission_publishers';
const OFFER = { price_per_tonne: 1000, currency: 'INR' };

/** A merchant whose service takes these extension fields, and the bodies of the orders it received. */
async function ordered(
  extensions: readonly string[] | undefined,
  provenance: unknown,
  options: Parameters<typeof testMerchant>[0] = {},
) {
  const bodies: Record<string, unknown>[] = [];
  const wiring: Parameters<typeof testMerchant>[1] = {
    fetch: async (request, service) => {
      const { pathname } = new URL(request.url);
      if (pathname.endsWith('/offer') && extensions) return Response.json({ ...OFFER, extensions });
      if (request.method === 'POST' && pathname.endsWith('/orders'))
        bodies.push(await request.clone().json());
      return service.fetch(request);
    },
  };
  const { offset, quoted } = await ready(provenance, options, wiring);
  await createOrder(offset, { token: quoted.options[0]!.token });
  assert.equal(bodies.length, 1);
  return bodies[0]![OWN];
}

test('a service that states publishers on its receipt receives them with the order, each once', async () => {
  assert.deepEqual(await ordered(['reference', OWN], [FUEL, LOAD, FUEL]), [
    'European Environment Agency and EUROCONTROL',
    'Qatar Airways',
  ]);
});

for (const [name, extensions, provenance, options] of [
  ['a service without extensions', undefined, [FUEL], {}],
  ['a service that does not take them', ['reference'], [FUEL], {}],
  ['an estimator that states none', [OWN], [RESULT], {}],
  ['a policy that shows no figures', [OWN], [FUEL], { policy: { showFigures: false } }],
] as const) {
  test(`the order names no publishers: ${name}`, async () => {
    assert.equal(await ordered(extensions, provenance, options), undefined);
  });
}

test('drops publishers that the interface refuses, and those past its maximum, from the order', async () => {
  const refused = ['', ' ', 'n'.repeat(81), 'turned \u202e', 'two\nlines'];
  const agencies = Array.from({ length: 20 }, (_, index) => `Agency ${index}`);
  const provenance = [...refused, ...agencies].map((publisher) => ({ ...FUEL, publisher }));
  assert.deepEqual(await ordered([OWN], provenance), agencies.slice(0, 12));
});
