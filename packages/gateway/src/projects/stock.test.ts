import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { CompiledQuery, KyselyPlugin } from 'kysely';
import { createOrder } from '../orders/create.ts';
import { onBothEngines } from '../testing/engines.ts';
import { sqlitePlan } from '../testing/sqlite-plan.ts';
import { addMerchant, MERCHANT, openStore, PROJECT, settleOrder, type TestStore } from '../testing/store.ts';
import { importCatalogue } from './import.ts';
import { readCurrencies, readPriceLists } from './price-lists.ts';
import { readStocks, type Stock } from './stock.ts';

/** Puts a second project on sale, in euros too, and aviation fuel, in dollars too. */
async function importInEuros({ db }: TestStore): Promise<void> {
  await importCatalogue(db, {
    projects: [
      {
        id: 'woods',
        name: 'Woods',
        registry: 'R',
        project_id: 'T-2',
        category: 'c',
        type: 't',
        public_url: 'https://example.com/t-2',
        price_per_tonne: 2000,
        effective_from: '2020-01-01T00:00:00Z',
        prices: [
          { currency: 'EUR', price_per_tonne: 20, inr_per_unit: 90, effective_from: '2020-01-01T00:00:00Z' },
        ],
        lots: [{ id: 'woods', serial_prefix: 'T-2', grams: 5000 }],
      },
      {
        ...PROJECT,
        id: 'fuel',
        product: 'aviation_fuel',
        prices: [
          { currency: 'USD', price_per_tonne: 9, inr_per_unit: 85, effective_from: '2020-01-01T00:00:00Z' },
        ],
        lots: [{ id: 'fuel', serial_prefix: 'F', grams: 700 }],
      },
    ],
  });
}

async function stockIn({ db, context }: TestStore, currencies?: readonly string[]): Promise<Stock> {
  const options = { policy: 'listed', portfolios: false, merchantIds: [MERCHANT] } as const;
  const stocks = await readStocks(db.reader, context.now(), {
    ...options,
    ...(currencies && { currencies }),
  });
  return stocks.of(MERCHANT);
}

onBothEngines('the stock for orders of some currencies', ({ database }) => {
  it('counts what is on sale in others, and names them where it has nothing to offer', async () => {
    const store = await openStore(await database(), 3000);
    await importInEuros(store);
    const [all, euros, both, none] = [
      await stockIn(store),
      await stockIn(store, ['EUR', 'EUR']),
      await stockIn(store, ['INR', 'EUR']),
      await stockIn(store, ['USD']),
    ];
    for (const stock of [all, euros, both, none]) assert.equal(stock.unsold('carbon_credits'), 8000);
    const idsIn = (stock: Stock, currency: string) =>
      stock.creditsIn(currency).map(({ project }) => project.id);
    for (const stock of [all, euros, both]) assert.deepEqual(idsIn(stock, 'EUR'), ['woods']);
    for (const stock of [all, both]) assert.deepEqual(idsIn(stock, 'INR'), ['wind', 'woods']);
    for (const stock of [all, both, none])
      assert.throws(() => stock.creditsIn('USD'), { code: 40002, message: /offered are EUR, INR\.$/ });
    await store.db.kysely.updateTable('projects').set({ active: 0 }).where('id', '=', 'woods').execute();
    assert.equal((await stockIn(store)).unsold('carbon_credits'), 3000);
    await store.db.close();
  });
});

onBothEngines('the stock for orders of two merchants', ({ database }) => {
  it('counts for each what its own orders hold and have bought', async () => {
    const store = await openStore(await database());
    const { db, context } = store;
    await addMerchant(db, 'merchant-b');
    const order = async (merchantId: string, grams: number): Promise<string> =>
      JSON.parse(
        (await createOrder(context, merchantId, { emission_amount: grams / 1000, emission_unit: 'kgCO2' }))
          .body,
      ).order_id;
    await settleOrder(store, await order(MERCHANT, 1000), 'completed');
    await order(MERCHANT, 300);
    await order('merchant-b', 20);
    const merchantIds = [MERCHANT, 'merchant-b'];
    const stocks = await readStocks(db.reader, context.now(), {
      policy: 'listed',
      portfolios: false,
      merchantIds,
    });
    const found = merchantIds.map((id) => {
      const stock = stocks.of(id);
      return [stock.held('carbon_credits'), 1e12 - stock.unsold('carbon_credits')];
    });
    assert.deepEqual(found, [
      [300, 1000],
      [20, 0],
    ]);
    await db.close();
  });
});

onBothEngines('the price of a project', ({ database }) => {
  it('is the newest that holds, and the only one that is read', async () => {
    const store = await openStore(await database());
    const { db } = store;
    const [price] = await db.kysely.selectFrom('project_prices').selectAll().execute();
    assert.ok(price);
    for (const [effective_from, minor_per_tonne] of [
      [2000, 200],
      [1000, 100],
      [3000, 300],
    ] as const)
      await db.kysely
        .insertInto('project_prices')
        .values([
          { ...price, effective_from, minor_per_tonne },
          { ...price, effective_from, minor_per_tonne: minor_per_tonne + 1, currency: 'EUR' },
        ])
        .execute();
    let read = 0;
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        read += result.rows.length;
        return result;
      },
    };
    const reader = db.kysely.withPlugin(counting);
    for (const [at, currency, expected] of [
      [999, undefined, {}],
      [1000, undefined, { INR: 100, EUR: 101 }],
      [2999, undefined, { INR: 200, EUR: 201 }],
      [2999, 'EUR', { EUR: 201 }],
      [3000, 'INR', { INR: 300 }],
      [3000, 'USD', {}],
    ] as const) {
      read = 0;
      const lists = await readPriceLists(reader, at, { policy: 'listed', currency });
      const prices = [...lists].map(([name, list]) => [name, ...list.map(({ perTonne }) => perTonne)]);
      const expectedPrices = Object.entries(expected);
      assert.deepEqual([prices.toSorted(), read], [expectedPrices.toSorted(), expectedPrices.length]);
    }
    const currencies = (): Promise<string[][]> =>
      Promise.all([999, 1000].map((at) => readCurrencies(db.kysely, at)));
    assert.deepEqual(await currencies(), [[], ['EUR', 'INR']]);
    for (const change of [{ product: 'aviation_fuel' }, { product: 'carbon_credits', active: 0 }] as const) {
      await db.kysely.updateTable('projects').set(change).execute();
      assert.deepEqual(await currencies(), [[], []]);
    }
    await db.close();
  });
});

it('prices in one currency are looked up by the project: those of years in others are not read', async (t) => {
  const { db, context } = await openStore('sqlite::memory:');
  const executed = t.mock.method(db.kysely.getExecutor(), 'executeQuery');
  await readPriceLists(db.kysely, context.now(), { policy: 'listed', currency: 'INR' });
  await readCurrencies(db.kysely, context.now());
  const plans = await Promise.all(
    executed.mock.calls.map(({ arguments: [query] }) => sqlitePlan(db, query as CompiledQuery)),
  );
  const steps = plans.map((plan) => plan.match(/(?:SCAN|SEARCH) (?:held|project_prices) .*/g));
  for (const step of steps.flat()) assert.match(step ?? '', /\(project=\?/, plans.join('\n'));
  assert.deepEqual(
    steps.map((some) => some?.length),
    [2, 2],
  );
  await db.close();
});
