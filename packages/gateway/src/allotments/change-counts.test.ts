import assert from 'node:assert/strict';
import { it, mock } from 'node:test';
import { createOrder } from '../orders/create.ts';
import { PreparingClient } from '../store/postgres/client.ts';
import { inTransaction, type Tx } from '../store/transaction.ts';
import { onBothEngines } from '../testing/engines.ts';
import { addLot } from '../testing/retired-orders.ts';
import { addMerchant, MERCHANT, openStore, type TestStore } from '../testing/store.ts';
import { type CountsRefusedError, changeCounts } from './change-counts.ts';
import { allocateGrams, reserveGrams, returnGrams } from './draw.ts';
import { returnToLot } from './return-to-lot.ts';
import { topUp } from './top-up.ts';

const LOT = 'wind-2024';
const MERCHANTS = [MERCHANT, 'merchant-b', 'merchant-c'];

/** A store whose merchants have 1000 g each. */
async function openAllotted(url: string): Promise<TestStore> {
  const store = await openStore(url, 3000);
  for (const id of MERCHANTS) {
    await addMerchant(store.db, id);
    await topUp(store.db, { merchant_id: id, lot: LOT, grams: 1000 }, 1);
  }
  return store;
}

async function countsOf({ db }: TestStore): Promise<unknown[]> {
  const rows = await db.kysely.selectFrom('allotments').selectAll().orderBy('merchant_id').execute();
  return rows.map(({ grams_reserved, grams_allocated, drawn_at }) => [
    grams_reserved,
    grams_allocated,
    drawn_at,
  ]);
}

const changeOf = (merchant_id: string, reserved: number, allocated = 0) => {
  return { merchant_id, lot: LOT, reserved, allocated };
};

it('topping up an allotment leaves the allotments of other lots and merchants unchanged', async () => {
  const store = await openStore('sqlite::memory:', 10_000);
  const { db } = store;
  await addLot(store, 10_000);
  await addMerchant(db, 'merchant-b');
  const keys = ['wind-2024', 'wind-2025'].flatMap((lot) =>
    [MERCHANT, 'merchant-b'].map((merchant_id) => ({ merchant_id, lot })),
  );
  for (const key of keys) await topUp(db, { ...key, grams: 100 }, 1);
  const read = async (): Promise<number[]> => {
    const rows = db.kysely.selectFrom('allotments').select('grams').orderBy('lot').orderBy('merchant_id');
    return (await rows.execute()).map(({ grams }) => grams);
  };
  const [first = 0, ...others] = await read();
  await topUp(db, { ...keys[0]!, grams: first + 1 }, 1);
  const [now = 0, ...same] = await read();
  assert.ok(now > first);
  assert.deepEqual(same, others);
  const lots = db.kysely.selectFrom('credit_lots').select('grams_allotted').orderBy('id');
  assert.deepEqual(
    (await lots.execute()).map(({ grams_allotted }) => grams_allotted),
    [now + others[0]!, others[1]! + others[2]!],
  );
  await db.close();
});

it('returnToLot returns free grams beyond those to keep, and all of an idle allotment, which then ends', async () => {
  const store = await openStore('sqlite::memory:', 10_000);
  const { db } = store;
  const key = { merchant_id: MERCHANT, lot: LOT };
  await topUp(db, { ...key, grams: 5000 }, 10);
  const lot = () =>
    db.kysely.selectFrom('credit_lots').select(['grams_allotted', 'holders']).executeTakeFirst();
  assert.deepEqual(await lot(), { grams_allotted: 5000, holders: 1 });
  assert.equal(await returnToLot(db, key, { keep: 4000 }), 1000);
  assert.equal(await returnToLot(db, key, { keep: 4000 }), 0);
  assert.equal(await returnToLot(db, key, { atMost: 500 }), 500);
  assert.deepEqual(await lot(), { grams_allotted: 3500, holders: 1 });
  assert.equal(await returnToLot(db, key, { idleSince: 9 }), 0, 'drawn from since');
  assert.equal(await returnToLot(db, key, { idleSince: 10 }), 3500);
  assert.deepEqual(await lot(), { grams_allotted: 0, holders: 0 });
  await db.close();
});

onBothEngines('counts of allotments', ({ engine, distributed, database }) => {
  it('of several orders are summed per merchant and lot; a missing allotment and a database error reject', async () => {
    const store = await openAllotted(await database());
    const { db } = store;
    const rows = [MERCHANT, 'merchant-b', MERCHANT].map((merchant_id) => ({
      merchant_id,
      lot: LOT,
      grams: 100,
    }));
    // On Citus a transaction belongs to one merchant.
    const parts = distributed ? [[rows[0]!, rows[2]!], [rows[1]!]] : [rows];
    type Wanted = typeof rows;
    const steps = [
      [(tx: Tx, wanted: Wanted) => reserveGrams(tx, wanted, 5), [200, 0], [100, 0]],
      [allocateGrams, [0, 200], [0, 100]],
      [returnGrams, [0, 0], [0, 0]],
    ] as const;
    for (const [step, own, other] of steps) {
      for (const part of parts) await inTransaction<unknown>(db, (tx) => step(tx, part));
      assert.deepEqual(await countsOf(store), [
        [...own, 5],
        [...other, 5],
        [0, 0, 1],
      ]);
    }
    const nobodys = [{ merchant_id: 'nobody', lot: LOT, grams: 1 }];
    await assert.rejects(
      inTransaction(db, (tx) => allocateGrams(tx, nobodys)),
      /nobody has no allotment of wind-2024/,
    );
    await db.kysely.schema.dropTable('allotments').execute();
    await assert.rejects(
      inTransaction(db, (tx) => reserveGrams(tx, parts[0]!, 5)),
      /no such table|does not exist/,
    );
    await db.close();
  });

  it('of several merchants change together, or not at all if one has too little', {
    skip: distributed,
  }, async () => {
    const store = await openAllotted(await database());
    const before = await countsOf(store);
    for (const refused of [
      changeOf('merchant-b', 1001),
      changeOf('merchant-b', -1),
      changeOf('merchant-b', 0, -1),
    ])
      await assert.rejects(
        inTransaction(store.db, (tx) => changeCounts(tx, [changeOf(MERCHANT, 1000), refused], 7)),
        ({ changes }: CountsRefusedError) => changes.includes(refused),
      );
    assert.deepEqual(await countsOf(store), before);
    const changed = await inTransaction(store.db, (tx) =>
      changeCounts(tx, [changeOf('merchant-b', 1000), changeOf('nobody', 1)], 7),
    );
    assert.deepEqual(changed, [{ merchant_id: 'merchant-b', lot: LOT, free: 0, grams_topped_up: 1000 }]);
    assert.deepEqual(await countsOf(store), [
      [0, 0, 1],
      [1000, 0, 7],
      [0, 0, 1],
    ]);
    await inTransaction(store.db, (tx) =>
      changeCounts(tx, [changeOf(MERCHANT, 0, 300), changeOf('merchant-b', -1000, 1000)], null),
    );
    assert.deepEqual(await countsOf(store), [
      [0, 300, 1],
      [0, 1000, 7],
      [0, 0, 1],
    ]);
    await store.db.close();
  });

  it('of several merchants are changed concurrently without deadlock', { skip: distributed }, async () => {
    const url = await database();
    const stores = [await openAllotted(url), await openStore(url, 3000)];
    const rounds = Array.from({ length: 40 }, (_, round) => {
      const store = stores[round % 2] ?? assert.fail();
      return inTransaction(store.db, (tx) =>
        changeCounts(
          tx,
          MERCHANTS.map((id) => changeOf(id, 10)),
          round,
        ),
      );
    });
    for (const changed of await Promise.all(rounds)) assert.equal(changed.length, 3);
    const reserved = (await countsOf(stores[0] ?? assert.fail())) as [number][];
    assert.deepEqual(
      reserved.map(([grams]) => grams),
      [400, 400, 400],
    );
    for (const { db } of stores) await db.close();
  });

  it('take as many statements for orders of nine merchants as for those of three', {
    skip: engine === 'sqlite' || distributed,
  }, async () => {
    const store = await openStore(await database());
    const merchants = Array.from({ length: 9 }, (_, index) => `merchant-${index}`);
    for (const id of merchants) await addMerchant(store.db, id);
    const batch = (some: readonly string[]) =>
      Promise.all(
        some.map((id) =>
          createOrder(store.context, id, { emission_amount: 1, emission_unit: 'kgCO2', user: { name: id } }),
        ),
      );
    // Their first orders top up.
    await batch(merchants);
    const query = mock.method(PreparingClient.prototype, 'query');
    const counts: number[] = [];
    for (const some of [merchants.slice(0, 3), merchants]) {
      query.mock.resetCalls();
      await batch(some);
      counts.push(query.mock.callCount());
    }
    query.mock.restore();
    assert.ok((counts[0] ?? 0) > 0);
    assert.equal(counts[1], counts[0]);
    await store.db.close();
  });
});
