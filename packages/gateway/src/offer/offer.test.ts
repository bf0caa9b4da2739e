import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { offerSchema } from '@flight-offset/core';
import { type RunningGateway, startGateway } from '../gateway.ts';
import { changeMerchant } from '../merchants/change.ts';
import { createOrder } from '../orders/create.ts';
import { importCatalogue } from '../projects/import.ts';
import { createPortfolio, offerPortfolios } from '../projects/manage-portfolios.ts';
import { type Caller, callerOf } from '../testing/caller.ts';
import { MERCHANT, openStore, PROJECT } from '../testing/store.ts';
import { readOffer } from './offer.ts';

const OFFER = '/offset-gateway/offer';
const ORDERS = '/offset-gateway/orders';

describe('the offer', () => {
  let gateway: RunningGateway;
  let caller: Caller;
  before(async () => {
    const environment = { GATEWAY_MAX_ORDER_TONNES: '2', GATEWAY_MAX_PENDING_TONNES: '3' };
    gateway = await startGateway({ environment });
    caller = callerOf(gateway.url);
  });
  after(() => gateway.close());

  it('lists expected_price as an extension, and an order at its price is accepted', async () => {
    const { json } = await caller.get(OFFER);
    const offer = offerSchema.parse(json);
    assert.ok(offer.extensions?.includes('expected_price'));
    const order = (rupees: number): object => ({
      emission_amount: 0.5,
      emission_unit: 'tonCO2e',
      expected_price: { currency: 'INR', amount_minor: Math.round(rupees * 100) },
    });
    const refused = await caller.post(ORDERS, order(offer.price_per_tonne));
    assert.deepEqual([refused.status, refused.json.error], [409, 40904]);
    assert.match(refused.json.message, /expected_price is 119900 .* 59950/);
    const made = await caller.post(ORDERS, order(offer.price_per_tonne / 2));
    assert.equal(made.status, 201);
    await caller.post(`/sandbox/orders/${made.json.order_id}/payment`, { outcome: 'completed' });
  });

  it('lists the portfolios a payer may choose, each at a price that an order accepts', async () => {
    const { portfolios = [], extensions = [] } = offerSchema.parse((await caller.get(OFFER)).json);
    assert.deepEqual(
      portfolios.map(({ id, product, parts }) => [id, product, parts.map(({ share }) => share)]),
      [
        ['wind', 'carbon_credits', [1]],
        ['mangroves', 'carbon_credits', [1]],
        ['wind-and-mangroves', 'carbon_credits', [70, 30]],
        ['aviation-fuel', 'aviation_fuel', [1]],
      ],
    );
    assert.ok(extensions.includes('portfolio'));
    const [wind] = portfolios;
    assert.deepEqual(wind?.parts[0]?.project.country, 'IN');
    assert.match(wind?.parts[0]?.project.descriptions?.de ?? '', /^Windräder/);
    for (const { id, price_per_tonne } of portfolios) {
      const order = {
        emission_amount: 10,
        portfolio: id,
        expected_price: { currency: 'INR', amount_minor: Math.round(price_per_tonne) },
      };
      const made = await caller.post(ORDERS, order);
      assert.equal(made.status, 201, `${id}: ${JSON.stringify(made.json)}`);
      const { json } = await caller.get(`${ORDERS}/${made.json.order_id}`);
      assert.equal(json.portfolio, id);
      await caller.post(`/sandbox/orders/${made.json.order_id}/payment`, { outcome: 'completed' });
    }
    const unknown = await caller.post(ORDERS, { emission_amount: 10, portfolio: 'none' });
    assert.deepEqual([unknown.status, unknown.json.error], [409, 40912]);
  });

  it('states the largest amount of one more order, and creates accept exactly that', async () => {
    const available = async (): Promise<number> => (await caller.get(OFFER)).json.available;
    const create = (tonnes: number) =>
      caller.post(ORDERS, { emission_amount: tonnes, emission_unit: 'tonCO2e' });
    assert.equal(await available(), 2_000_000);
    assert.equal((await create(2.000001)).json.error, 40913);
    assert.equal((await create(1.5)).status, 201);
    assert.equal(await available(), 1_500_000);
    assert.equal((await create(1.500001)).json.error, 40905);
    assert.equal((await create(1.5)).status, 201);
    assert.equal(await available(), 0);
    const refused = await create(0.001);
    assert.deepEqual([refused.status, refused.json.error], [409, 40905]);
    assert.match(refused.json.message, /unpaid orders hold 3 t of at most 3 t/);
    // A free order holds no credits.
    assert.equal((await create(0)).status, 201);
  });
});

it('an offer states only what applies in its currency, and is refused if no project is on sale', async () => {
  const { db, context } = await openStore('sqlite::memory:');
  const other = { code: 40003, message: /EUR has no price list; offered are INR/ };
  await assert.rejects(readOffer(context, MERCHANT, 'EUR'), other);
  const offer = await readOffer(context, MERCHANT, 'INR');
  for (const field of ['price_step', 'portfolios']) assert.ok(!(field in offer), field);
  assert.ok(!offer.extensions?.includes('confirm'));
  const parts = [{ project: 'wind', share: 1 }];
  const descriptions = { en: 'Wind turbines' };
  const limits = [{ currency: 'INR', limit_minor: 1 }];
  await createPortfolio(db, { id: 'only', name: 'Only', descriptions, parts }, 0);
  await offerPortfolios(db, ['only']);
  const tax = JSON.stringify({ mode: 'exclusive', rate: 10, label: 'VAT' });
  await changeMerchant(db, MERCHANT, { settings: { settlement: 'merchant', tax }, limits });
  const { portfolios = [], price_per_tonne, extensions } = await readOffer(context, MERCHANT, 'INR');
  assert.deepEqual(
    portfolios.map((one) => [one.descriptions, one.price_per_tonne]),
    [[descriptions, 1100]],
  );
  assert.equal(price_per_tonne, 1100, 'the price that the payer pays, with tax');
  assert.ok(extensions?.includes('confirm'));
  const priced = {
    ...PROJECT,
    id: 'woods',
    prices: [
      { effective_from: PROJECT.effective_from, currency: 'EUR', price_per_tonne: 9, inr_per_unit: 99 },
    ],
  };
  const lots = [{ id: 'woods', serial_prefix: 'W', grams: 1000 }];
  await importCatalogue(db, { projects: [{ ...priced, lots }] });
  const inEuros = await readOffer(context, MERCHANT, 'EUR');
  assert.deepEqual([inEuros.price_per_tonne, inEuros.currencies], [9.9, ['EUR', 'INR']]);
  assert.ok(!('portfolios' in inEuros), 'none has a price in this currency');
  await db.kysely.updateTable('projects').set({ active: 0 }).execute();
  for (const currency of ['INR', 'EUR'])
    await assert.rejects(readOffer(context, MERCHANT, currency), {
      code: 40903,
      message: /No project is on sale/,
    });
  for (const emission_amount of [0, 1])
    await assert.rejects(createOrder(context, MERCHANT, { emission_amount, emission_unit: 'kgCO2' }), {
      code: 40903,
    });
  await db.close();
});
