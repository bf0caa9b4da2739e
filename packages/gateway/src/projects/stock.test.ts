import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { CompiledQuery, KyselyPlugin } from 'kysely';
import { returnIdleToLots } from '../allotments/return-to-lot.ts';
import { createOrder } from '../orders/create.ts';
import { requestRefund } from '../refunds/request-refund.ts';
import { onBothEngines } from '../testing/engines.ts';
import { sqlitePlan } from '../testing/sqlite-plan.ts';
import { addMerchant, MERCHANT, openStore, PROJECT, settleOrder, type TestStore } from '../testing/store.ts';
import { HOUR_MS } from '../time-span.ts';
import { importCatalogue } from './import.ts';
import { readCurrencies, readPriceList, readPricesSince } from './price-lists.ts';
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

async function stockIn({ db, context }: TestStore, ...currencies: string[]): Promise<Stock> {
  const options = { policy: 'listed', portfolios: false, merchantIds: [MERCHANT], currencies } as const;
  return (await readStocks(db.reader, context.now(), options)).of(MERCHANT);
}

onBothEngines('the stock for orders of some currencies', ({ database }) => {
  it('counts credits on sale in other currencies, and names those if it has none to offer', async () => {
    const store = await openStore(await database(), 3000);
    await importInEuros(store);
    const [euros, both, none, some] = [
      await stockIn(store, 'EUR', 'EUR'),
      await stockIn(store, 'INR', 'EUR'),
      await stockIn(store, 'USD'),
      await stockIn(store, 'USD', 'EUR'),
    ];
    for (const stock of [euros, both, none, some]) assert.equal(stock.unsold('carbon_credits'), 8000);
    const idsIn = (stock: Stock, currency: string) =>
      stock.creditsIn(currency).map(({ project }) => project.id);
    for (const stock of [euros, both, some]) assert.deepEqual(idsIn(stock, 'EUR'), ['woods']);
    assert.deepEqual(idsIn(both, 'INR'), ['wind', 'woods']);
    for (const stock of [none, some])
      assert.throws(() => stock.creditsIn('USD'), { code: 40002, message: /offered are EUR, INR\.$/ });
    const stopping: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => (result.rows[0]?.minor_per_tonne ? { rows: [] } : result),
    };
    const stopped = { ...store, db: { ...store.db, reader: store.db.kysely.withPlugin(stopping) } };
    assert.deepEqual(
      (await stockIn(stopped, 'EUR')).creditsIn('EUR'),
      [],
      'its sale ended between two statements',
    );
    await store.db.kysely.updateTable('projects').set({ active: 0 }).where('id', '=', 'woods').execute();
    assert.equal((await stockIn(store, 'INR')).unsold('carbon_credits'), 3000);
    await store.db.close();
  });
});

onBothEngines('a lot that is sold out', ({ database }) => {
  it('is no longer read, unless a refund has returned some of it', async () => {
    const store = await openStore(await database(), 3000);
    const { db, context } = store;
    await addMerchant(db, 'merchant-b');
    await importInEuros(store);
    const bought = { emission_amount: 3, emission_unit: 'kgCO2' } as const;
    const { order_id: id } = JSON.parse((await createOrder(context, 'merchant-b', bought)).body);
    // Paid for after the allotment has returned to its lot.
    store.setNow(context.now() + HOUR_MS);
    await returnIdleToLots(db, context.now());
    await settleOrder(store, id, 'completed');
    store.setNow(context.now() + HOUR_MS);
    await returnIdleToLots(db, context.now());
    const read = new Set<unknown>();
    const naming: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        for (const row of result.rows)
          if ('usable' in row || 'unreported' in row) read.add((row as { lot?: unknown }).lot ?? row.id);
        return result;
      },
    };
    const found = async (merchantId: string): Promise<unknown> => {
      read.clear();
      const options = { policy: 'listed', portfolios: false, currencies: ['INR'] } as const;
      const reader = db.kysely.withPlugin(naming);
      const stocks = await readStocks(reader, context.now(), { ...options, merchantIds: [merchantId] });
      const freeIn = (stock: Stock) => stock.creditsIn('INR').map((offered) => stock.freeOf(offered));
      const own = freeIn(stocks.of(merchantId));
      const lots = [...read].toSorted();
      await stocks.readOthers();
      return [lots, own, freeIn(stocks.withOthers(merchantId))];
    };
    const soldOut = [
      ['fuel', 'woods'],
      [0, 5000],
      [0, 5000],
    ];
    assert.deepEqual([await found('merchant-b'), await found(MERCHANT)], [soldOut, soldOut]);
    await requestRefund(context, 'merchant-b', id, { input: {} });
    assert.deepEqual(await found('merchant-b'), [
      ['fuel', 'wind-2024', 'woods'],
      [3000, 5000],
      [3000, 5000],
    ]);
    assert.deepEqual(await found(MERCHANT), [
      ['fuel', 'woods'],
      [0, 5000],
      [3000, 5000],
    ]);
    await db.close();
  });
});

onBothEngines('the stock for orders of two merchants', ({ database }) => {
  it('counts for each merchant only what its own orders hold and have bought', async () => {
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
      currencies: ['INR'],
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
  it('is the newest one in force, and the only one that is read', async () => {
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
      [999, 'INR', []],
      [1000, 'INR', [100]],
      [2999, 'INR', [200]],
      [2999, 'EUR', [201]],
      [3000, 'INR', [300]],
      [3000, 'USD', []],
    ] as const) {
      read = 0;
      const list = await readPriceList(reader, at, { policy: 'listed', currency });
      const prices = list.map(({ perTonne }) => perTonne);
      assert.deepEqual([prices, read], [expected, expected.length]);
    }
    for (const [since, expected] of [
      [0, [100, 101, 200, 201, 300, 301]],
      [1999, [100, 101, 200, 201, 300, 301]],
      [2000, [200, 201, 300, 301]],
      [4000, [300, 301]],
    ] as const) {
      const stated = await readPricesSince(db.kysely, since);
      const listed = stated.filter(({ effective_from }) => effective_from <= 3000);
      assert.deepEqual(
        listed.map((one) => one.minor_per_tonne).toSorted((a, b) => a - b),
        expected,
      );
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

it('prices in one currency are looked up by the project, without reading past ones in others', async (t) => {
  const { db, context } = await openStore('sqlite::memory:');
  const executed = t.mock.method(db.kysely.getExecutor(), 'executeQuery');
  await readPriceList(db.kysely, context.now(), { policy: 'listed', currency: 'INR' });
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
