import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onBothEngines } from '../testing/engines.ts';
import { MERCHANT, openStore, type TestStore } from '../testing/store.ts';
import { importCatalogue } from './import.ts';
import { readStocks, type Stock } from './stock.ts';

/** Puts a second project on sale, in euros too. */
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
    ],
  });
}

async function stockIn({ db, context }: TestStore, currencies?: readonly string[]): Promise<Stock> {
  const { engine } = db;
  const options = { engine, policy: 'listed', portfolios: false, merchantIds: [MERCHANT] } as const;
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
      assert.throws(() => stock.creditsIn('USD'), { code: 40002, message: /offered are EUR, INR/ });
    await store.db.close();
  });
});
