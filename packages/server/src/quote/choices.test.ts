import assert from 'node:assert/strict';
import test from 'node:test';
import { parse, quoteSchema, type ReadyQuote } from '@flight-offset/core';
import { readContribution } from '../bookings/read-contribution.ts';
import { testMerchant, ZRH_SFO } from '../testing/merchant.ts';
import { textFor } from './choices.ts';
import { quote } from './quote.ts';

const project = (id: string): object => ({
  name: `Project ${id}`,
  registry: 'Verra',
  project_id: id,
  category: 'Renewable energy',
  type: 'Wind',
  public_url: `https://registry.example/${id}`,
});

const portfolio = (id: string, price_per_tonne: number, more: object = {}): object => ({
  id,
  name: `Portfolio ${id}`,
  product: 'carbon_credits',
  price_per_tonne,
  available: 1_000_000,
  parts: [{ share: 1, project: project(id) }],
  ...more,
});

const BLEND = portfolio('blend', 1500, {
  descriptions: { en: 'Wind and trees', de: 'Wind und Bäume' },
  parts: [
    {
      share: 70,
      project: {
        ...project('wind'),
        descriptions: { en: 'Wind turbines', de: 'Windräder' },
        country: 'IN',
        vintage_from: 2023,
        vintage_to: 2024,
        ccp_label_on: '2026-04-13',
      },
    },
    { share: 30, project: project('trees') },
  ],
});

/** A service with these portfolios; every flight is 100 kg. @param refusal error code of its creates. */
function serviceWith(
  portfolios: readonly unknown[],
  { refusal = 0, refusedAs = 409, extensions = ['portfolio', 'expected_price'], more = {} as object } = {},
) {
  const creates: Record<string, unknown>[] = [];
  let offers = 0;
  const wiring: Parameters<typeof testMerchant>[1] = {
    async fetch(request, service) {
      const { pathname } = new URL(request.url);
      if (pathname.endsWith('/offer')) {
        offers += 1;
        const offer = { price_per_tonne: 1000, currency: 'INR', project: project('own'), available: 99_999 };
        return Response.json({ ...offer, portfolios, extensions, ...more });
      }
      if (request.method !== 'POST' || !pathname.endsWith('/orders')) return service.fetch(request);
      creates.push((await request.clone().json()) as Record<string, unknown>);
      if (refusal > 0) return Response.json({ error: refusal, message: 'refused' }, { status: refusedAs });
      return service.fetch(request);
    },
  };
  return { creates, wiring, offers: () => offers };
}

type Options = Parameters<typeof testMerchant>[0];

async function ready(
  wiring: Parameters<typeof testMerchant>[1],
  options: Options = {},
  locale?: string,
): Promise<ReadyQuote> {
  const merchant = testMerchant(options, wiring);
  const quoted = await quote(merchant.offset, { flights: [ZRH_SFO], ...(locale && { locale }) });
  parse(quoteSchema, quoted, 'quote');
  assert.ok(quoted.status === 'ready');
  return quoted;
}

test('lists the projects that the traveller may choose in the language of the page', async () => {
  const { wiring } = serviceWith([BLEND, portfolio('fuel', 42_000, { product: 'aviation_fuel' })]);
  const { choices, options, project: shown } = await ready(wiring, {}, 'de-CH');
  assert.deepEqual(
    choices?.map(({ id, product, description, pricePerTonne, options: [option] }) => [
      id,
      product,
      description,
      pricePerTonne.amountMinor,
      option?.price?.amountMinor,
    ]),
    [
      ['blend', 'carbon_credits', 'Wind und Bäume', 150_000, 15_000],
      ['fuel', 'aviation_fuel', undefined, 4_200_000, 420_000],
    ],
  );
  assert.deepEqual(choices?.[0]?.parts[0], {
    share: 70,
    name: 'Project wind',
    description: 'Windräder',
    country: 'IN',
    vintage: { from: 2023, to: 2024 },
    category: 'Renewable energy',
    type: 'Wind',
    registry: 'Verra',
    registryUrl: 'https://registry.example/wind',
    ccpLabelOn: '2026-04-13',
  });
  assert.deepEqual(options, choices?.[0]?.options);
  assert.deepEqual(shown, {
    ...project('wind'),
    name: 'Project wind (70%), Project trees (30%)',
    registry: 'Verra',
    project_id: '',
  });
});

test('names each registry of a blend once, and its shares to a tenth of a percent', async () => {
  const parts = [
    { ...project('wind'), vintage_from: 2023 },
    { ...project('trees'), registry: 'Gold Standard', vintage_to: 2024 },
    project('sun'),
  ].map((one) => ({ share: 1, project: one }));
  const { choices, project: shown } = await ready(serviceWith([portfolio('thirds', 1000, { parts })]).wiring);
  assert.equal(shown?.name, 'Project wind (33.3%), Project trees (33.3%), Project sun (33.3%)');
  assert.equal(shown?.registry, 'Verra, Gold Standard');
  assert.deepEqual(
    choices?.[0]?.parts.map(({ vintage }) => vintage),
    [{ from: 2023, to: 2023 }, undefined, undefined],
  );
});

test('shows the project of a choice with a single project', async () => {
  const { wiring } = serviceWith([portfolio('wind', 1000), BLEND]);
  assert.equal((await ready(wiring)).project?.project_id, 'wind');
});

test('the token carries the choice and its price to the order', async () => {
  const { creates, wiring } = serviceWith([portfolio('wind', 1000), BLEND]);
  const merchant = testMerchant({}, wiring);
  const quoted = await quote(merchant.offset, { flights: [ZRH_SFO] });
  const [, blend] = (quoted.status === 'ready' && quoted.choices) || [];
  const token = blend?.options[0]?.token ?? '';
  const { portfolio: chosen, price } = await readContribution(merchant.offset, token);
  assert.deepEqual([chosen, price?.amountMinor], ['blend', 15_000]);
  assert.equal((await merchant.call('POST', 'orders', { token })).status, 201);
  const { portfolio: sent, expected_price } = creates[0] ?? {};
  assert.deepEqual([sent, expected_price], ['blend', { amount_minor: 15_000, currency: 'INR' }]);
});

test("rounds the price of each choice to the offer's step, also from a remembered offer", async () => {
  const more = { price_per_tonne: 4.149, currency: 'KWD', price_step: 10 };
  const dinars = serviceWith([portfolio('wind', 4.149)], { more });
  const merchant = testMerchant({}, dinars.wiring);
  for (let index = 0; index < 2; index++) {
    const quoted = await quote(merchant.offset, { flights: [ZRH_SFO] });
    assert.ok(quoted.status === 'ready');
    const [wind] = quoted.choices ?? [];
    // The exact price is 0.4149; the rate stays exact, as on the payment page.
    assert.deepEqual([wind?.options[0]?.price?.amountMinor, wind?.pricePerTonne.amountMinor], [410, 4149]);
    assert.equal(wind?.options[0]?.price?.formatted, 'KWD\u00a00.410');
  }
  assert.equal(dinars.offers(), 1);
  const bare = await ready(serviceWith([], { more }).wiring);
  assert.equal(bare.options[0]?.price?.amountMinor, 410);
});

test('marks options larger than the remaining amount, and lists sold-out choices last', async () => {
  const { wiring } = serviceWith([
    portfolio('small', 900, { available: 99_999 }),
    portfolio('wind', 1000, { available: 100_000 }),
  ]);
  const { choices, options } = await ready(wiring, { amounts: { fractions: [0.5, 1] } });
  const sold = choices?.map(({ id, options: each }) => [id, ...each.map(({ soldOut }) => soldOut ?? false)]);
  assert.deepEqual(sold, [
    ['small', false, true],
    ['wind', false, false],
  ]);
  assert.deepEqual(options, choices?.[0]?.options);
  const whole = await ready(wiring);
  assert.deepEqual(
    whole.choices?.map(({ id }) => id),
    ['wind', 'small'],
  );
  const bare = await ready(serviceWith([]).wiring);
  assert.deepEqual([bare.choices, bare.options[0]?.soldOut], [undefined, true]);
});

for (const [name, portfolios, options, extensions] of [
  ['the service does not take a choice', [BLEND], {}, ['expected_price']],
  ['the merchant states a price', [BLEND], { price: { perTonne: 1, currency: 'INR' } }, undefined],
  ['the merchant states a project', [BLEND], { project: project('own') }, undefined],
  ['no portfolio is valid', [7, { id: 'x' }, portfolio('no parts', 1, { parts: [] })], {}, undefined],
  ['portfolios are no list', 'many' as unknown as unknown[], {}, undefined],
] as const) {
  test(`shows no choice if ${name}`, async () => {
    const { creates, wiring } = serviceWith(portfolios, extensions ? { extensions: [...extensions] } : {});
    const merchant = testMerchant(options as Options, wiring);
    const quoted = await quote(merchant.offset, { flights: [ZRH_SFO] });
    assert.ok(quoted.status === 'ready');
    assert.equal(quoted.choices, undefined);
    await merchant.call('POST', 'orders', { token: quoted.options[0]?.token });
    assert.ok(!('portfolio' in (creates[0] ?? {})));
  });
}

test('omits a portfolio whose price is too large for exact numbers, and keeps the others', async () => {
  const { choices } = await ready(serviceWith([portfolio('dear', 1e12), BLEND]).wiring);
  assert.deepEqual(
    choices?.map(({ id }) => id),
    ['blend'],
  );
});

test('shows neither a price nor a choice for an offer in an unknown currency', async () => {
  const { wiring } = serviceWith([BLEND], { more: { currency: 'XXQ' } });
  const quoted = await quote(testMerchant({}, wiring).offset, { flights: [ZRH_SFO] });
  assert.ok(quoted.status === 'ready');
  assert.deepEqual([quoted.choices, quoted.options[0]?.price], [undefined, undefined]);
});

for (const [refusal, status, code] of [
  [40903, 409, 'sold_out'],
  [40912, 410, 'quote_expired'],
  [40905, 409, 'sold_out'],
  [40913, 409, 'sold_out'],
  [40999, 503, 'service_unavailable'],
] as const) {
  test(`an order refused with ${refusal} is ${code} to the page`, async () => {
    const { wiring, offers } = serviceWith([BLEND], { refusal });
    const { call, tokens } = testMerchant({}, wiring);
    const [token] = await tokens();
    const response = await call('POST', 'orders', { token });
    const body = (await response.json()) as { code: string; field?: string };
    const field = code === 'service_unavailable' ? undefined : 'token';
    assert.deepEqual([response.status, body.code, body.field], [status, code, field]);
    await tokens();
    // The renewed quote reads the offer again at once.
    assert.equal(offers(), code === 'service_unavailable' ? 1 : 2);
  });
}

test('ignores an error code of the service that comes with another status than its own', async () => {
  const { wiring } = serviceWith([BLEND], { refusal: 40903, refusedAs: 422 });
  const { call, tokens } = testMerchant({}, wiring);
  const [token] = await tokens();
  const response = await call('POST', 'orders', { token });
  assert.equal(((await response.json()) as { code: string }).code, 'service_unavailable');
});

test('picks a text by locale, then language, then English', () => {
  const texts = { en: 'e', de: 'd', 'pt-BR': 'p' };
  const cases = { 'pt-BR': 'p', 'de-AT': 'd', pt: 'e', constructor: 'e' };
  for (const [locale, text] of Object.entries(cases)) assert.equal(textFor(texts, locale), text, locale);
  assert.equal(textFor({ de: 'd' }, 'fr'), undefined);
});
