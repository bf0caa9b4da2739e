/** Prices are amounts that the provider takes: what a payer is shown in dinars can be paid at Stripe. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { type CreateOrder, grams, offerSchema, parse, priceOf, toMinorUnits } from '@flight-offset/core';
import fc from 'fast-check';
import { readOffer } from '../../offer/offer.ts';
import type { Problem } from '../../problem.ts';
import { importCatalogue } from '../../projects/import.ts';
import { onBothEngines } from '../../testing/engines.ts';
import { stripeDialect } from '../../testing/provider-dialects.ts';
import { openShop, type ProviderShop } from '../../testing/provider-shop.ts';
import { MERCHANT, openStore, PROJECT, type TestStore } from '../../testing/store.ts';
import type { OrderContext } from '../context.ts';
import { createOrder } from '../create.ts';

const ORDERS = '/offset-gateway/orders';
const dinars = (amount_minor: number) => ({ currency: 'KWD', amount_minor });
/** Before the clock of a test store. */
const { effective_from } = PROJECT;

onBothEngines('orders in dinars where Stripe takes payments', ({ database }) => {
  let shop: ProviderShop;
  before(async () => {
    shop = await openShop(stripeDialect, { databaseUrl: await database() });
  });
  after(() => shop.close());
  const offerIn = async (currency: string) =>
    parse(offerSchema, (await shop.caller.get(`/offset-gateway/offer?currency=${currency}`)).json);

  it('cost a multiple of ten fils, which the payer pays', async () => {
    // 4.149 KWD × 1.146 = 4.754754
    const { id, session } = await shop.paid({ currency: 'KWD', expected_price: dinars(4750) });
    assert.deepEqual(session.due, dinars(4750));
    const { status, price } = await shop.fetchOrder(id);
    assert.deepEqual([status, price], ['completed', dinars(4750)]);
    const { inr_minor } = await shop.db.kysely
      .selectFrom('orders')
      .select('inr_minor')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    assert.equal(inr_minor, 137_275, 'rupees of what is paid: 4.75 × 289');
  });

  it('are refused at an exact price that cannot be paid', async () => {
    const { json } = await shop.caller.post(ORDERS, {
      emission_amount: 1146,
      currency: 'KWD',
      expected_price: dinars(4755),
    });
    assert.equal(json.error, 40904);
    assert.match(json.message, /4755 minor units of KWD.* 4750 minor units of KWD/);
  });

  it('cost the offered price, with and without a portfolio, from one gram up', async () => {
    const { price_step, price_per_tonne, portfolios = [] } = await offerIn('KWD');
    assert.equal(price_step, 10);
    assert.ok(portfolios.length > 0);
    const sold = [{ price_per_tonne }, ...portfolios.map(({ id, ...more }) => ({ portfolio: id, ...more }))];
    const masses = fc.sample(fc.integer({ min: 1, max: 200_000 }), { numRuns: 12, seed: 7 });
    for (const one of sold) {
      const portfolio = 'portfolio' in one ? { portfolio: one.portfolio } : {};
      const perTonne = toMinorUnits(one.price_per_tonne, 'KWD');
      const made = await Promise.all(
        [1, ...masses].map(async (mass) => {
          const price = priceOf(grams(mass), perTonne, price_step);
          assert.ok(price >= 10 && price % 10 === 0);
          const body = { emission_amount: mass / 1000, currency: 'KWD', expected_price: dinars(price) };
          return shop.caller.post(ORDERS, { ...body, ...portfolio });
        }),
      );
      assert.deepEqual(
        made.flatMap(({ status, json }) => (status === 201 ? [] : [json])),
        [],
      );
    }
  });

  it('have no step in a currency in which Stripe accepts any amount', async () => {
    assert.equal('price_step' in (await offerIn('EUR')), false);
    const { session } = await shop.begun({
      currency: 'EUR',
      expected_price: { currency: 'EUR', amount_minor: 1428 },
    });
    assert.equal(session.due.amount_minor, 1428);
  });
});

onBothEngines('orders at a provider that accepts only some amounts', ({ database }) => {
  /** A store whose project costs 4.149 KWD and 5432.15 MGA a tonne, with three lots of 1 kg each. */
  async function openPriced(provider: OrderContext['provider']): Promise<[TestStore, OrderContext]> {
    const store = await openStore(await database(), 1000);
    await importCatalogue(store.db, {
      projects: [
        {
          ...PROJECT,
          prices: [
            { effective_from, currency: 'KWD', price_per_tonne: 4.149, inr_per_unit: 289 },
            { effective_from, currency: 'MGA', price_per_tonne: 5432.15, inr_per_unit: 0.02 },
          ],
          lots: [
            { id: 'wind-2025', serial_prefix: 'T-1-2025', grams: 1000 },
            { id: 'wind-2026', serial_prefix: 'T-1-2026', grams: 1000 },
          ],
        },
      ],
    });
    return [store, { ...store.context, provider }];
  }
  const order = (context: OrderContext, currency: string, emission_amount: number) =>
    createOrder(context, MERCHANT, { emission_amount, emission_unit: 'kgCO2', currency });

  const STEPS: readonly [
    provider: OrderContext['provider'],
    currency: string,
    step: number | undefined,
    amount: number,
  ][] = [
    // 2.7 kg: 0.0112023 KWD, 14.666805 MGA
    ['stripe', 'KWD', 10, 10],
    ['stripe', 'MGA', 100, 1500],
    ['razorpay', 'KWD', 10, 10],
    ['razorpay', 'MGA', undefined, 1467],
    ['sandbox', 'KWD', undefined, 11],
    ['sandbox', 'MGA', undefined, 1467],
  ];
  for (const [provider, currency, step, amount] of STEPS) {
    it(`${currency} at ${provider}: from three lots, cost one price that its net and tax add up to`, async () => {
      const [store, context] = await openPriced(provider);
      const { kysely } = store.db;
      const tax = JSON.stringify({ mode: 'inclusive', rate: 18, label: 'GST' });
      await kysely.updateTable('merchants').set({ tax }).execute();
      assert.equal((await readOffer(context, MERCHANT, currency)).price_step, step);
      await order(context, currency, 2.7);
      const row = await kysely.selectFrom('orders').selectAll().executeTakeFirstOrThrow();
      assert.equal(row.amount_minor, amount);
      const split = JSON.parse(row.tax ?? '');
      assert.equal(split.gross_minor, amount);
      assert.equal(split.net_minor + split.tax_minor, amount);
      const parts = await kysely.selectFrom('allocations').select('grams').execute();
      assert.deepEqual(
        parts.map((part) => part.grams).sort((a, b) => a - b),
        [700, 1000, 1000],
      );
      await store.db.close();
    });
  }
});

onBothEngines('an order that costs more than can be counted', ({ database }) => {
  it('is refused with the setting that limits it, whatever price it expects', async () => {
    const { db, context } = await openStore(await database());
    const prices = [{ effective_from, currency: 'EUR', price_per_tonne: 1e9, inr_per_unit: 100 }];
    const lots = [{ id: 'wind-2025', serial_prefix: 'T-1-2025', grams: 1e12 }];
    await importCatalogue(db, { projects: [{ ...PROJECT, prices, lots }] });
    const order = (emission_amount: number, more: Partial<CreateOrder> = {}) =>
      createOrder(context, MERCHANT, { emission_amount, emission_unit: 'tonCO2e', currency: 'EUR', ...more });
    const expected_price = { currency: 'EUR', amount_minor: 1 };
    for (const refused of [() => order(901), () => order(1e6), () => order(1e6, { expected_price })])
      await assert.rejects(refused, (error: Problem) => {
        assert.equal(error.code, 40002);
        assert.match(error.message, /^emission_amount: .*GATEWAY_MAX_ORDER_TONNES/);
        return true;
      });
    await order(900);
    await db.close();
  });
});
