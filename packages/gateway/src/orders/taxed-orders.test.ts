import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readOffer } from '../offer/offer.ts';
import { createPortfolio, offerPortfolios } from '../projects/manage-portfolios.ts';
import { onBothEngines } from '../testing/engines.ts';
import { addMerchant, MERCHANT, openStore } from '../testing/store.ts';
import { createOrder } from './create.ts';

const MODES: readonly [mode: 'inclusive' | 'exclusive', perTonne: number, gross: number, net: number][] = [
  ['inclusive', 100_000, 100_000, 84_746],
  ['exclusive', 118_000, 118_000, 100_000],
];

onBothEngines('an order of a merchant with tax', ({ database }) => {
  for (const [mode, perTonne, gross, net] of MODES) {
    it(`${mode}: costs what the payer pays, and keeps its tax when the merchant's tax changes`, async () => {
      const store = await openStore(await database());
      const { kysely } = store.db;
      const tax = JSON.stringify({ mode, rate: 18, label: 'GST' });
      await kysely.updateTable('merchants').set({ tax }).execute();
      await createOrder(store.context, MERCHANT, { emission_amount: 1, emission_unit: 'tonCO2e' });
      await kysely.updateTable('merchants').set({ tax: null }).execute();
      const order = await kysely.selectFrom('orders').selectAll().executeTakeFirstOrThrow();
      assert.deepEqual([order.minor_per_tonne, order.amount_minor], [perTonne, gross]);
      assert.deepEqual(JSON.parse(order.tax ?? ''), {
        label: 'GST',
        rate: 18,
        net_minor: net,
        tax_minor: gross - net,
        gross_minor: gross,
      });
      await store.db.close();
    });
  }

  it("is priced by its merchant's own rule, whatever rules others have", async () => {
    const store = await openStore(await database());
    const { kysely } = store.db;
    for (const [id, tax] of [
      ['merchant-b', JSON.stringify({ mode: 'exclusive', rate: 10, label: 'VAT' })],
      ['merchant-c', JSON.stringify({ mode: 'exclusive', rate: 'unreadable' })],
    ] as const) {
      await addMerchant(store.db, id);
      await kysely.updateTable('merchants').set({ tax }).where('id', '=', id).execute();
    }
    const create = (merchantId: string) =>
      createOrder(store.context, merchantId, { emission_amount: 1, emission_unit: 'tonCO2e' });
    await createPortfolio(store.db, { id: 'wind', name: 'Wind', parts: [{ project: 'wind', share: 1 }] }, 0);
    await offerPortfolios(store.db, ['wind']);
    const offered = await readOffer(store.context, 'merchant-b', 'INR');
    assert.deepEqual([offered.price_per_tonne, offered.portfolios?.[0]?.price_per_tonne], [1100, 1100]);
    // Two of them in one batch.
    await create('merchant-b');
    await Promise.all([create(MERCHANT), create('merchant-b'), create(MERCHANT)]);
    const rows = await kysely.selectFrom('orders').select(['merchant_id', 'amount_minor']).execute();
    const prices = Map.groupBy(rows, ({ merchant_id }) => merchant_id);
    assert.deepEqual(
      ['merchant-b', MERCHANT].map((id) => prices.get(id)?.map(({ amount_minor }) => amount_minor)),
      [
        [110_000, 110_000],
        [100_000, 100_000],
      ],
    );
    await store.db.close();
  });
});
