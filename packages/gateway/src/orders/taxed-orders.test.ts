import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onBothEngines } from '../testing/engines.ts';
import { MERCHANT, openStore } from '../testing/store.ts';
import { createOrder } from './create.ts';

const MODES: readonly [mode: 'inclusive' | 'exclusive', perTonne: number, gross: number, net: number][] = [
  ['inclusive', 100_000, 100_000, 84_746],
  ['exclusive', 118_000, 118_000, 100_000],
];

onBothEngines('an order of a merchant with tax', ({ database }) => {
  for (const [mode, perTonne, gross, net] of MODES) {
    it(`${mode}: its price is what the payer pays, and the tax within it stays as it was`, async () => {
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
});
