import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type CreateOrder, minorUnits } from '@flight-offset/core';
import type { KyselyPlugin } from 'kysely';
import { readOffer } from '../offer/offer.ts';
import { createOrder } from '../orders/create.ts';
import { importCatalogue } from '../projects/import.ts';
import { createPortfolio, offerPortfolios } from '../projects/manage-portfolios.ts';
import { requestRefund } from '../refunds/request-refund.ts';
import type { Database } from '../store/engine.ts';
import { onBothEngines } from '../testing/engines.ts';
import { addMerchant, MERCHANT, openStore, PROJECT, settleOrder, type TestStore } from '../testing/store.ts';
import { topUpsAhead } from './ahead.ts';
import { readLotUse } from './lot-use.ts';
import { reportReturned } from './report-returned.ts';
import { returnIdleToLots, returnToLot } from './return-to-lot.ts';
import { topUp } from './top-up.ts';

const LOT = 'wind-2024';
const OTHERS = ['merchant-b', 'merchant-c', 'merchant-d'];
const HOUR_MS = 3_600_000;
const grams = (count: number): CreateOrder => ({ emission_amount: count / 1000, emission_unit: 'kgCO2' });

async function openMerchants(url: string, stock: number): Promise<TestStore> {
  const store = await openStore(url, stock);
  for (const id of OTHERS) await addMerchant(store.db, id);
  return store;
}

async function create(store: TestStore, merchantId: string, count: number): Promise<string> {
  return JSON.parse((await createOrder(store.context, merchantId, grams(count))).body).order_id;
}

/** Grams and free grams of each merchant's allotment. */
async function allotmentsOf({ db }: TestStore): Promise<Record<string, [grams: number, free: number]>> {
  const rows = await db.kysely.selectFrom('allotments').selectAll().orderBy('merchant_id').execute();
  return Object.fromEntries(
    rows.map((row) => [
      row.merchant_id,
      [row.grams, row.grams - row.grams_reserved - row.grams_allocated] as [number, number],
    ]),
  );
}

/** Tops up a merchant's allotment without an order, like a process that is killed in between. */
async function squat(store: TestStore, merchant_id: string, count: number): Promise<void> {
  assert.equal(await topUp(store.db, { merchant_id, lot: LOT, grams: count }, store.context.now()), 0);
}

/** The project whose credits an order has. */
async function projectOf({ db }: TestStore, id: string): Promise<string | null | undefined> {
  const order = db.kysely.selectFrom('orders').select('project').where('id', '=', id);
  return (await order.executeTakeFirst())?.project;
}

/** Puts a second project on sale, nine times as dear, which is offered after the first. */
async function importDearer(store: TestStore, grams = 50_000): Promise<void> {
  const dearer = { id: 'woods', name: 'Woods', registry: 'R', project_id: 'T-2', category: 'c', type: 't' };
  await importCatalogue(store.db, {
    projects: [
      {
        ...dearer,
        public_url: 'https://example.com/t-2',
        price_per_tonne: 9000,
        effective_from: '2020-01-01T00:00:00Z',
        lots: [{ id: 'woods', serial_prefix: 'T-2', grams }],
      },
    ],
  });
}

onBothEngines('the last grams', ({ database }) => {
  it('are sold once each and to the last one by merchants ordering in two processes', {
    timeout: 600_000,
  }, async () => {
    const url = await database();
    const stores = [await openMerchants(url, 40_000), await openStore(url, 40_000)];
    const merchants = [MERCHANT, ...OTHERS];
    const results = await Promise.allSettled(
      Array.from({ length: 80 }, async (_, i) => {
        const store = stores[i % 2] ?? assert.fail();
        return create(store, merchants[Math.floor(i / 2) % 4] ?? MERCHANT, 1000);
      }),
    );
    const refused = results.filter((result) => result.status === 'rejected');
    for (const { reason } of refused) assert.equal(reason.code, 40903, String(reason));
    const [store] = stores;
    assert.ok(store);
    const [lot] = await readLotUse(store.db.kysely);
    assert.deepEqual([refused.length, lot?.reserved, lot?.free], [40, 40_000, 0]);
    for (const { db } of stores) await db.close();
  });

  it("move from other merchants' allotments: only as many as needed, fewest from the latest to draw", async () => {
    const store = await openMerchants(await database(), 10_000);
    await squat(store, 'merchant-c', 5000);
    store.setNow(store.context.now() + 1);
    await squat(store, 'merchant-b', 3000);
    await create(store, MERCHANT, 6000);
    const left = await allotmentsOf(store);
    assert.equal(left[MERCHANT]?.[1], 0);
    assert.deepEqual(
      [left['merchant-b'], left['merchant-c']],
      [
        [3000, 3000],
        [1000, 1000],
      ],
    );
    await assert.rejects(create(store, MERCHANT, 4001), { code: 40903 });
    // If the others have too little free, nothing moves.
    assert.deepEqual(await allotmentsOf(store), left);
    await create(store, 'merchant-d', 4000);
    assert.equal((await readLotUse(store.db.kysely))[0]?.free, 0);
    await store.db.close();
  });

  it('move from a merchant that needs none in this batch', { timeout: 600_000 }, async () => {
    const store = await openMerchants(await database(), 10_000);
    await squat(store, 'merchant-b', 3000);
    await squat(store, 'merchant-d', 7000);
    const orders = [
      { id: 'merchant-d', count: 1 },
      { id: 'merchant-b', count: 3000 },
      { id: 'merchant-c', count: 3000 },
    ];
    await Promise.all(orders.map(({ id, count }) => create(store, id, count)));
    assert.deepEqual(await allotmentsOf(store), {
      'merchant-b': [3000, 0],
      'merchant-c': [3000, 0],
      'merchant-d': [4000, 3999],
    });
    await store.db.close();
  });

  it("are looked up in other allotments only when the merchant's own grams are too few", async () => {
    const store = await openMerchants(await database(), 7000);
    let reads = 0;
    const plugin: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (result.rows.some((row) => 'used' in row)) reads += 1;
        return result;
      },
    };
    const { transaction, reader } = store.db;
    const db: Database = {
      ...store.db,
      reader: reader.withPlugin(plugin),
      transaction: (work) => transaction((tx) => work(tx.withPlugin(plugin))),
    };
    const context = { ...store.context, db, limits: { ...store.context.limits, orderGrams: 5000 } };
    await createOrder(context, MERCHANT, grams(1000));
    await assert.rejects(createOrder(context, MERCHANT, grams(5001)), { code: 40913 });
    await createOrder(context, MERCHANT, grams(1000));
    assert.equal((await readOffer(context, MERCHANT, 'INR')).available, 5000);
    assert.equal(reads, 0);
    await squat(store, 'merchant-b', 1);
    assert.equal((await readOffer(context, MERCHANT, 'INR')).available, 5000);
    assert.equal(reads, 1);
    await createOrder(context, MERCHANT, grams(5000));
    assert.ok(reads > 1);
    // Free credits of others are not read for a lot that is sold out, however long it stays on sale.
    const { kysely } = store.db;
    await kysely
      .updateTable('credit_lots')
      .set({ grams_total: 9000, grams_allotted: 9000, grams_sold: 9000 })
      .execute();
    await kysely
      .updateTable('allotments')
      .set({ grams: 9000, grams_reserved: 0, grams_allocated: 9000, grams_reported: 9000 })
      .where('merchant_id', '=', MERCHANT)
      .execute();
    await importDearer(store);
    reads = 0;
    assert.equal((await readOffer(context, MERCHANT, 'INR')).project.name, 'Woods');
    assert.equal(reads, 0);
    await store.db.close();
  });

  it('exclude those missing from a lot', async () => {
    const store = await openMerchants(await database(), 1000);
    const { db, context } = store;
    await db.kysely.updateTable('credit_lots').set({ grams_unaccounted: 400 }).execute();
    const wanted = { merchant_id: 'merchant-b', lot: LOT, grams: 1 };
    for (const [count, lacking] of [
      [601, 1],
      [500, 0],
      [601, 1],
    ] as const)
      assert.equal(await topUp(db, { ...wanted, grams: count }, context.now()), lacking);
    await create(store, MERCHANT, 600);
    assert.equal((await readLotUse(db.kysely))[0]?.free, 0);
    await assert.rejects(topUp(db, { ...wanted, lot: 'none' }, context.now()), /there is no lot none/);
    await db.close();
  });

  it('count in the offer if other merchants have them free', async () => {
    const store = await openMerchants(await database(), 10_000);
    await squat(store, 'merchant-b', 9000);
    assert.equal((await readOffer(store.context, MERCHANT, 'INR')).available, 10_000);
    await create(store, MERCHANT, 10_000);
    assert.equal((await readOffer(store.context, 'merchant-b', 'INR')).available, 0);
    await store.db.close();
  });

  it('free at other merchants count in the offer of the first project and of a portfolio', async () => {
    const store = await openMerchants(await database(), 5000);
    await importDearer(store);
    await importCatalogue(store.db, {
      projects: [
        {
          ...PROJECT,
          id: 'fuel',
          product: 'aviation_fuel',
          lots: [{ id: 'fuel', serial_prefix: 'F', grams: 9000 }],
        },
      ],
    });
    await createPortfolio(store.db, { id: 'fuel', name: 'Fuel', parts: [{ project: 'fuel', share: 1 }] }, 0);
    await offerPortfolios(store.db, ['fuel']);
    const limits = { orderGrams: 5000, merchantShare: 1, merchantGrams: 5000 };
    const offered = async () => {
      const offer = await readOffer({ ...store.context, limits }, MERCHANT, 'INR');
      return [offer.price_per_tonne, offer.available, offer.portfolios?.[0]?.available];
    };
    await squat(store, 'merchant-b', 3000);
    assert.deepEqual(await offered(), [1000, 5000, 5000]);
    await returnToLot(store.db, { merchant_id: 'merchant-b', lot: LOT }, {});
    const fuel = { merchant_id: 'merchant-b', lot: 'fuel', grams: 7000 };
    assert.equal(await topUp(store.db, fuel, store.context.now()), 0);
    assert.deepEqual(await offered(), [1000, 5000, 5000]);
    // The merchant may hold no more credits now, and as much fuel as before.
    await create(store, MERCHANT, 5000);
    assert.deepEqual(await offered(), [1000, 0, 5000]);
    await createOrder(store.context, 'merchant-b', { ...grams(6000), portfolio: 'fuel' });
    assert.deepEqual(await offered(), [1000, 0, 3000]);
    await store.db.close();
  });

  it('of a failed order stay with its merchant until another merchant needs them', async () => {
    const store = await openMerchants(await database(), 10_000);
    const id = await create(store, MERCHANT, 9500);
    await settleOrder(store, id, 'failed');
    assert.equal((await allotmentsOf(store))[MERCHANT]?.[1], 9500);
    await create(store, 'merchant-b', 9000);
    await assert.rejects(create(store, MERCHANT, 1001), { code: 40903 });
    await create(store, MERCHANT, 1000);
    await store.db.close();
  });

  it('are sold at the expected price while another merchant has them free', async () => {
    const store = await openMerchants(await database(), 5000);
    await importDearer(store);
    await squat(store, 'merchant-b', 3000);
    const expected_price = { currency: 'INR', amount_minor: minorUnits(500) };
    const { body } = await createOrder(store.context, MERCHANT, { ...grams(5000), expected_price });
    assert.ok(JSON.parse(body).order_id);
    await store.db.close();
  });

  it('are refused to an order that expects another price as a price mismatch, not as sold out', async () => {
    const store = await openMerchants(await database(), 5000);
    await squat(store, 'merchant-b', 3000);
    const expected_price = { currency: 'INR', amount_minor: minorUnits(499) };
    const order = { ...grams(5000), expected_price };
    await assert.rejects(createOrder(store.context, MERCHANT, order), { code: 40904 });
    await store.db.close();
  });

  it('are sold at the expected price if no other project has enough', async () => {
    const store = await openMerchants(await database(), 5000);
    await squat(store, 'merchant-b', 3000);
    const expected_price = { currency: 'INR', amount_minor: minorUnits(500) };
    const { body } = await createOrder(store.context, MERCHANT, { ...grams(5000), expected_price });
    assert.ok(JSON.parse(body).order_id);
    await store.db.close();
  });

  it('of the first project are sold, at its price, while enough are free at any merchant', async () => {
    const store = await openMerchants(await database(), 5000);
    await importDearer(store);
    await squat(store, 'merchant-b', 3000);
    assert.equal(await projectOf(store, await create(store, MERCHANT, 4000)), 'wind');
    const left = (await allotmentsOf(store))['merchant-b'];
    // Too little is left of wind now: nothing moves in vain.
    assert.equal(await projectOf(store, await create(store, 'merchant-c', 1001)), 'woods');
    assert.deepEqual((await allotmentsOf(store))['merchant-b'], left);
    assert.equal(await projectOf(store, await create(store, 'merchant-c', 1000)), 'wind');
    await store.db.close();
  });

  it('of the first project, free at another merchant, fill an order before those of a later project', async () => {
    const store = await openMerchants(await database(), 3000);
    await importDearer(store, 3500);
    await squat(store, 'merchant-b', 1000);
    const order_id = await create(store, MERCHANT, 5000);
    const parts = store.db.kysely.selectFrom('allocations').select(['lot', 'grams']).orderBy('lot');
    assert.deepEqual(await parts.where('order_id', '=', order_id).execute(), [
      { lot: LOT, grams: 3000 },
      { lot: 'woods', grams: 2000 },
    ]);
    await store.db.close();
  });

  it('returned to another merchant by a refund are free again, though reported as sold', async () => {
    const store = await openMerchants(await database(), 5000);
    await importDearer(store);
    const id = await create(store, 'merchant-b', 4000);
    await settleOrder(store, id, 'completed');
    await squat(store, 'merchant-b', 500);
    let returned = 0;
    const onCreditsReturned = (): void => {
      returned += 1;
    };
    const context = { ...store.context, onCreditsReturned };
    await requestRefund(context, 'merchant-b', id, { input: { emission_amount: 3 } });
    assert.equal(returned, 1);
    assert.equal(await reportReturned(store.db), 1);
    assert.equal(await reportReturned(store.db), 0);
    assert.equal(await projectOf(store, await create(store, MERCHANT, 4000)), 'wind');
    await store.db.close();
  });
});

onBothEngines('an allotment', ({ database }) => {
  it('grows with sales: at most 3 top-ups for 200 orders', async () => {
    const store = await openMerchants(await database(), 1e12);
    const low: unknown[] = [];
    const context = { ...store.context, onAllotmentsLow: (some: readonly unknown[]) => low.push(...some) };
    let before = 0;
    let topUps = 0;
    for (let made = 0; made < 200; made += 1) {
      await createOrder(context, MERCHANT, grams(1000));
      const now = (await allotmentsOf(store))[MERCHANT]?.[0] ?? 0;
      if (now !== before) topUps += 1;
      before = now;
    }
    assert.ok(topUps <= 3, `${topUps} top-ups`);
    assert.ok(low.length > 0);
    await store.db.close();
  });

  it('is topped up ahead once less than half of it is free, and only once', async () => {
    const store = await openMerchants(await database(), 1e12);
    const ahead = topUpsAhead(store.context);
    const context = { ...store.context, onAllotmentsLow: ahead.add };
    await createOrder(context, MERCHANT, grams(1000));
    assert.deepEqual(await allotmentsOf(store), { [MERCHANT]: [10_000, 9000] });
    await createOrder(context, MERCHANT, grams(4000));
    assert.equal(await ahead.run(), 0);
    const own = { merchant_id: MERCHANT, lot: LOT };
    for (const enough of [0, 5000]) {
      assert.equal(await topUp(store.db, { ...own, grams: enough }, store.context.now()), 0);
      assert.deepEqual(await allotmentsOf(store), { [MERCHANT]: [10_000, 5000] });
    }
    await createOrder(context, MERCHANT, grams(1));
    // Two processes have seen it: the second finds enough.
    ahead.add([own]);
    assert.equal(await ahead.run(), 1);
    // Ten times what it sold within a minute.
    const toppedUp = { [MERCHANT]: [55_011, 50_010] };
    assert.deepEqual(await allotmentsOf(store), toppedUp);
    ahead.add([own]);
    await ahead.run();
    assert.deepEqual(await allotmentsOf(store), toppedUp);
    const later = store.context.now();
    const drawn = async (
      count: number,
      minutes: number,
    ): Promise<[grams: number, free: number] | undefined> => {
      store.setNow(later + minutes * 60_000);
      await create(store, MERCHANT, count);
      assert.equal(await topUp(store.db, { ...own, grams: 0 }, store.context.now()), 0);
      return (await allotmentsOf(store))[MERCHANT];
    };
    assert.deepEqual(await drawn(27_410, 10), [55_011, 22_600], 'half of the last top-up is free');
    assert.deepEqual(await drawn(590, 10), [61_001, 28_000], 'what was drawn in these ten minutes');
    assert.deepEqual(await drawn(25_006, 20), [83_013, 25_006], 'and in those');
    assert.deepEqual(await drawn(15_000, 9999), [83_013, 10_006], 'hardly anything is drawn in ten');
    await store.db.close();
  });

  it('is given a share of the lot ahead of orders, smaller the more merchants hold some of it', async () => {
    const store = await openMerchants(await database(), 8000);
    await create(store, MERCHANT, 1000);
    assert.deepEqual(await allotmentsOf(store), { [MERCHANT]: [2000, 1000] });
    await create(store, 'merchant-b', 500);
    // A quarter of 6000 for two, and then of 5250.
    assert.deepEqual((await allotmentsOf(store))['merchant-b'], [750, 250]);
    for (const count of [1000, 100]) await create(store, MERCHANT, count);
    assert.deepEqual((await allotmentsOf(store))[MERCHANT], [2656, 556]);
    await store.db.close();
  });

  it('unused for an hour is returned, and its merchant no longer reduces the shares of others', async () => {
    const store = await openMerchants(await database(), 1e9);
    await squat(store, 'merchant-b', 1000);
    const id = await create(store, MERCHANT, 1000);
    await settleOrder(store, id, 'completed');
    const holders = async () =>
      (await store.db.kysely.selectFrom('credit_lots').select('holders').executeTakeFirstOrThrow()).holders;
    assert.equal(await holders(), 2);
    store.setNow(store.context.now() + HOUR_MS - 1);
    assert.equal(await returnIdleToLots(store.db, store.context.now()), 0);
    await create(store, MERCHANT, 1);
    const own = { merchant_id: MERCHANT, lot: 'wind-2024' };
    const idleSince = store.context.now() - 1;
    assert.equal(await returnToLot(store.db, own, { idleSince }), 0, 'drawn from since it was found idle');
    store.setNow(store.context.now() + 1);
    assert.equal(await returnIdleToLots(store.db, store.context.now()), 1);
    assert.deepEqual((await allotmentsOf(store))['merchant-b'], [0, 0]);
    assert.equal(await holders(), 1);
    assert.equal(await returnIdleToLots(store.db, store.context.now()), 0);
    await create(store, 'merchant-b', 5);
    assert.equal(await holders(), 2);
    store.setNow(store.context.now() + HOUR_MS);
    assert.equal(await returnIdleToLots(store.db, store.context.now()), 2);
    // Like a refund after that.
    const kept = store.db.kysely.updateTable('allotments').where('merchant_id', '=', MERCHANT);
    await kept.set(({ eb }) => ({ grams_allocated: eb('grams_allocated', '-', 600) })).execute();
    assert.equal(await returnIdleToLots(store.db, store.context.now()), 1);
    await create(store, MERCHANT, 5);
    // Ten times the order: draws from before its return do not count.
    assert.deepEqual((await allotmentsOf(store))[MERCHANT], [451, 45]);
    await store.db.close();
  });

  it('reports its sales, which count in the quotas of all merchants, with its next top-up', async () => {
    const store = await openMerchants(await database(), 1e9);
    const limits = { orderGrams: 1e8, merchantShare: 0.5, merchantGrams: 1e15 };
    const held = (merchant: string) => {
      const context = { ...store.context, limits };
      return createOrder(context, merchant, grams(1e8));
    };
    await settleOrder(store, await create(store, MERCHANT, 4e8), 'completed');
    const sold = async () =>
      (await store.db.kysely.selectFrom('credit_lots').select('grams_sold').executeTakeFirstOrThrow())
        .grams_sold;
    assert.equal(await sold(), 0);
    // Its own sales count at once: half of 6e8.
    for (let made = 0; made < 3; made += 1) await held(MERCHANT);
    const message = /hold 300 t of at most 300 t/;
    await assert.rejects(held(MERCHANT), { code: 40905, message });
    assert.equal(await sold(), 4e8);
    for (let made = 0; made < 3; made += 1) await held('merchant-b');
    await assert.rejects(held('merchant-b'), { code: 40905, message });
    await store.db.close();
  });

  it('is only as large as orders need once the lot has been made smaller', async () => {
    const store = await openMerchants(await database(), 1e6);
    await settleOrder(store, await create(store, MERCHANT, 300_000), 'completed');
    await squat(store, 'merchant-b', 500_000);
    const importing = (count: number) =>
      importCatalogue(store.db, {
        projects: [
          {
            ...PROJECT,
            lots: [{ id: LOT, serial_prefix: 'T-1-2024', grams: count }],
          },
        ],
      });
    const message = 'projects[0].lots[0].grams: must be at least 300000: orders hold that much of wind-2024';
    await assert.rejects(importing(299_999), { name: 'ValidationError', message });
    await importing(350_000);
    const [lot] = await readLotUse(store.db.kysely);
    assert.deepEqual([lot?.free, lot?.allottedFree], [50_000, 50_000]);
    await create(store, 'merchant-c', 50_000);
    await assert.rejects(create(store, 'merchant-b', 1), { code: 40903 });
    await store.db.close();
  });
});
