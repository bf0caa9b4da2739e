import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { CreateOrder, Money } from '@flight-offset/core';
import { readLotUse } from '../../allotments/lot-use.ts';
import { importCatalogue } from '../../projects/import.ts';
import { onBothEngines } from '../../testing/engines.ts';
import { MERCHANT, openStore, PROJECT, type TestStore } from '../../testing/store.ts';
import { createOrder } from '../create.ts';

const rupees = (amount_minor: number): Money => ({ currency: 'INR', amount_minor });
const order = (expected_price: Money): CreateOrder => ({
  emission_amount: 500,
  emission_unit: 'kgCO2',
  expected_price,
});

/** Raises the price of the test project tenfold, from now on. */
async function raisePrice(store: TestStore): Promise<void> {
  await importCatalogue(store.db, {
    projects: [
      {
        ...PROJECT,
        price_per_tonne: 10_000,
        effective_from: new Date(store.context.now() + 1000).toISOString(),
      },
    ],
  });
  store.setNow(store.context.now() + 1000);
}

onBothEngines('an expected price', ({ database }) => {
  it('is kept: an order at that price is created, and one at another price is refused and leaves nothing', async () => {
    const store = await openStore(await database());
    await createOrder(store.context, MERCHANT, order(rupees(50_000)));
    await raisePrice(store);
    await assert.rejects(createOrder(store.context, MERCHANT, order(rupees(50_000))), (error: Error) => {
      assert.equal((error as Error & { code?: number }).code, 40904);
      assert.match(error.message, /expected_price is 50000 minor units of INR.* 500000 minor units of INR/);
      return true;
    });
    await createOrder(store.context, MERCHANT, order(rupees(500_000)));
    const orders = await store.db.kysely.selectFrom('orders').selectAll().orderBy('created_at').execute();
    assert.deepEqual(
      orders.map(({ amount_minor }) => amount_minor),
      [50_000, 500_000],
    );
    const [lot] = await readLotUse(store.db.kysely);
    assert.equal(lot?.reserved, 1_000_000);
    await store.db.close();
  });

  it("selects a later project with enough credits at that price, with its tax and the provider's step", async () => {
    const store = await openStore(await database());
    const prices = [
      { currency: 'KWD', price_per_tonne: 5, inr_per_unit: 270, effective_from: PROJECT.effective_from },
    ];
    const lots = [{ id: 'woods', serial_prefix: 'T-2', grams: 1e6 }];
    const woods = { ...PROJECT, id: 'woods', project_id: 'T-2', lots };
    const dearer = prices.map((price) => ({ ...price, price_per_tonne: 6.001 }));
    await importCatalogue(store.db, {
      projects: [
        { ...PROJECT, prices },
        { ...woods, prices: dearer },
      ],
    });
    const tax = JSON.stringify({ mode: 'exclusive', rate: 18, label: 'VAT' });
    await store.db.kysely.updateTable('merchants').set({ tax }).execute();
    const shown = { currency: 'KWD', amount_minor: 3540 };
    await createOrder({ ...store.context, provider: 'stripe' }, MERCHANT, {
      ...order(shown),
      currency: 'KWD',
    });
    const { project } = await store.db.kysely
      .selectFrom('orders')
      .select('project')
      .executeTakeFirstOrThrow();
    assert.equal(project, 'woods');
    await store.db.close();
  });

  it('in another currency is refused', async () => {
    const store = await openStore(await database());
    const euros = { currency: 'EUR', amount_minor: 50_000 };
    await assert.rejects(createOrder(store.context, MERCHANT, order(euros)), { code: 40904 });
    await store.db.close();
  });

  it('of a repeat with a key is ignored: the order that was created is returned', async () => {
    const store = await openStore(await database());
    const key = { key: 'k', bodyHash: 'h' };
    const first = await createOrder(store.context, MERCHANT, order(rupees(50_000)), { idempotency: key });
    await raisePrice(store);
    const again = await createOrder(store.context, MERCHANT, order(rupees(50_000)), { idempotency: key });
    assert.deepEqual(again, { body: first.body, replayed: true });
    await store.db.close();
  });

  it('that is refused leaves its idempotency key free', async () => {
    const store = await openStore(await database());
    const ask = (price: number, bodyHash: string) =>
      createOrder(store.context, MERCHANT, order(rupees(price)), { idempotency: { key: 'k', bodyHash } });
    await assert.rejects(ask(49_999, 'h'), { code: 40904 });
    await assert.rejects(ask(49_999, 'h'), { code: 40904 });
    assert.equal((await ask(50_000, 'other')).replayed, false);
    await store.db.close();
  });

  it('of one order does not affect those created along with it', async () => {
    // What is left would fill one of the refused orders.
    const store = await openStore(await database(), 2_000_000);
    const prices = [50_000, 1, 50_000, 2, 50_000];
    const results = await Promise.allSettled(
      prices.map((price) => createOrder(store.context, MERCHANT, order(rupees(price)))),
    );
    assert.deepEqual(
      results.map((result) => (result.status === 'rejected' ? result.reason.code : 'made')),
      ['made', 40904, 'made', 40904, 'made'],
    );
    await store.db.close();
  });
});
