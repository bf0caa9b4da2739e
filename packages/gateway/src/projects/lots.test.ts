import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { CreateOrder } from '@flight-offset/core';
import { readLotUse } from '../allotments/lot-use.ts';
import { createOrder } from '../orders/create.ts';
import { onBothEngines } from '../testing/engines.ts';
import { MERCHANT, openStore, PROJECT, settleOrder, type TestStore } from '../testing/store.ts';
import { importCatalogue } from './import.ts';

const kilograms = (emission_amount: number): CreateOrder => ({ emission_amount, emission_unit: 'kgCO2' });

/** A store whose stock lies in lots of 1000, 700 and 500 g. */
async function openLots(url: string): Promise<TestStore> {
  const store = await openStore(url, 1000);
  await importCatalogue(store.db, {
    projects: [
      {
        ...PROJECT,
        lots: [
          { id: 'wind-2025', serial_prefix: 'T-1-2025', grams: 700 },
          { id: 'wind-2026', serial_prefix: 'T-1-2026', grams: 500 },
        ],
      },
    ],
  });
  return store;
}

async function create(store: TestStore, kg: number): Promise<string> {
  const { body } = await createOrder(store.context, MERCHANT, kilograms(kg));
  return JSON.parse(body).order_id;
}

const settle = (store: TestStore, id: string, outcome: 'completed' | 'failed'): Promise<unknown> =>
  settleOrder(store, id, outcome);

async function partsOf(store: TestStore, id: string): Promise<[lot: string, grams: number][]> {
  const rows = await store.db.kysely
    .selectFrom('allocations')
    .selectAll()
    .where('order_id', '=', id)
    .orderBy('lot')
    .execute();
  return rows.map(({ lot, grams }) => [lot, grams]);
}

async function lotsOf({ db }: TestStore): Promise<[reserved: number, allocated: number][]> {
  return (await readLotUse(db.kysely)).map(({ reserved, allocated }) => [reserved, allocated]);
}

/** Creates orders of a size until it finds too few credits left. */
async function sellOut(store: TestStore, kg: number): Promise<void> {
  let isLeft = true;
  while (isLeft) {
    try {
      await create(store, kg);
    } catch (error) {
      assert.equal((error as { code?: unknown }).code, 40903);
      isLeft = false;
    }
  }
}

onBothEngines('lots', ({ database }) => {
  it('fill an order larger than each of them together', async () => {
    const store = await openLots(await database());
    const id = await create(store, 2);
    assert.deepEqual(await partsOf(store, id), [
      ['wind-2024', 1000],
      ['wind-2025', 700],
      ['wind-2026', 300],
    ]);
    assert.deepEqual(await lotsOf(store), [
      [1000, 0],
      [700, 0],
      [300, 0],
    ]);
    await store.db.close();
  });

  it('are used up one after another, without an unsold remnant', async () => {
    const store = await openLots(await database());
    const ids: string[] = [];
    for (const kg of [0.6, 0.6, 0.6, 0.4]) ids.push(await create(store, kg));
    const parts = await Promise.all(ids.map((id) => partsOf(store, id)));
    assert.deepEqual(parts, [
      [['wind-2024', 600]],
      [
        ['wind-2024', 400],
        ['wind-2025', 200],
      ],
      [
        ['wind-2025', 500],
        ['wind-2026', 100],
      ],
      [['wind-2026', 400]],
    ]);
    await assert.rejects(create(store, 0.001), { code: 40903 });
    await store.db.close();
  });

  it('have the credits of a paid order allocated in each of them', async () => {
    const store = await openLots(await database());
    await settle(store, await create(store, 0.3), 'completed');
    const id = await create(store, 1);
    await settle(store, id, 'completed');
    assert.deepEqual(await lotsOf(store), [
      [0, 1000],
      [0, 300],
      [0, 0],
    ]);
    const rows = await store.db.kysely
      .selectFrom('allocations')
      .select(['lot', 'grams', 'allocated_at'])
      .where('order_id', '=', id)
      .orderBy('lot')
      .execute();
    const allocated_at = store.context.now();
    assert.deepEqual(rows, [
      { lot: 'wind-2024', grams: 700, allocated_at },
      { lot: 'wind-2025', grams: 300, allocated_at },
    ]);
    await store.db.close();
  });

  it('get the credits of a failed order back, each its own', async () => {
    const store = await openLots(await database());
    const id = await create(store, 2.2);
    await assert.rejects(create(store, 0.001), { code: 40903 });
    await settle(store, id, 'failed');
    assert.deepEqual(await partsOf(store, id), []);
    assert.deepEqual(await lotsOf(store), [
      [0, 0],
      [0, 0],
      [0, 0],
    ]);
    await create(store, 2.2);
    await store.db.close();
  });

  it('are sold to the last gram by several gateways, while orders end', { timeout: 600_000 }, async () => {
    const url = await database();
    const stores = [await openLots(url), await openStore(url, 1000), await openStore(url, 1000)];
    const results = await Promise.allSettled(
      Array.from({ length: 90 }, async (_, i) => {
        const store = stores[i % stores.length] ?? assert.fail();
        const id = await create(store, 0.07);
        if (i % 2 === 0) await settle(store, id, i % 4 === 0 ? 'completed' : 'failed');
      }),
    );
    for (const result of results)
      if (result.status === 'rejected') assert.equal(result.reason.code, 40903, String(result.reason));
    const [store] = stores;
    assert.ok(store);
    // Later orders get every gram that is left.
    for (const kg of [0.07, 0.001]) await sellOut(store, kg);
    assert.deepEqual(
      (await lotsOf(store)).map(([reserved, allocated]) => reserved + allocated),
      [1000, 700, 500],
    );
    const orders = await store.db.kysely.selectFrom('orders').selectAll().execute();
    for (const { id, status, grams } of orders) {
      const parts = await partsOf(store, id);
      const total = parts.reduce((sum, [, part]) => sum + part, 0);
      assert.equal(total, status === 'failed' ? 0 : grams, `${id} is ${status}`);
    }
    await Promise.all(stores.map(({ db }) => db.close()));
  });
});
