import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { changeCounts } from '../allotments/change-counts.ts';
import { readLotUse } from '../allotments/lot-use.ts';
import { readAllotments } from '../allotments/read-allotments.ts';
import { returnFreeToLot } from '../allotments/return-to-lot.ts';
import { topUp } from '../allotments/top-up.ts';
import { showOrderDetail } from '../console/show-order.ts';
import { paymentChecks } from '../operation/doctor/payments.ts';
import { createOrder } from '../orders/create.ts';
import { lockOrder } from '../orders/end/lock-orders.ts';
import { refundsOfOrder } from '../orders/refunds-of-order.ts';
import { applyReport } from '../payments/apply-report.ts';
import { importCatalogue } from '../projects/import.ts';
import { createPortfolio, offerPortfolios } from '../projects/manage-portfolios.ts';
import { returnCredits } from '../projects/returned-credits.ts';
import { recordRetirement } from '../retirements/record.ts';
import { inTransaction } from '../store/transaction.ts';
import { Bank, createPaidOrder } from '../testing/bank.ts';
import { onBothEngines } from '../testing/engines.ts';
import { runDuringTransaction } from '../testing/lock-wait.ts';
import {
  addLot,
  bounce,
  order,
  publisherOf,
  refund,
  retirement,
  stateOnReceipt,
} from '../testing/retired-orders.ts';
import { addMerchant, MERCHANT, openStore, PROJECT, settleOrder, type TestStore } from '../testing/store.ts';
import { endRefund } from './record.ts';
import { refundOrder } from './refund-order.ts';
import { refundPart, requestRefund } from './request-refund.ts';

const creditsOf = async ({ db }: TestStore, id: string): Promise<string[]> =>
  (await refundsOfOrder(db.kysely, { id, merchant_id: MERCHANT })).map(
    ({ state, credits }) => `${state} ${credits}`,
  );

/** Whether `doctor` finds that an order lacks credits. */
async function doctor({ db, sealer, context }: TestStore): Promise<string> {
  const check = paymentChecks.find(({ name }) => name === 'Every completed order has its credits');
  const checked = { db, sealer, now: context.now } as Parameters<(typeof paymentChecks)[number]['run']>[0];
  return (await check?.run(checked))?.state ?? assert.fail();
}

/** Adds up the transactions of an order. */
async function bookedOf({ db }: TestStore, id: string): Promise<{ minor: number; grams: number }> {
  return db.kysely
    .selectFrom('transactions')
    .select(({ fn }) => [fn.sum<number>('amount_minor').as('minor'), fn.sum<number>('grams').as('grams')])
    .where('order_id', '=', id)
    .executeTakeFirstOrThrow();
}

onBothEngines('credits sold again before the refund of their order bounced', ({ database, engine }) => {
  /** @returns the order. */
  async function resold(store: TestStore): Promise<string> {
    const id = await order(store, 1000, 'completed');
    await requestRefund(store.context, MERCHANT, id, { input: {} });
    await order(store, 1000, 'completed');
    await bounce(store, id);
    return id;
  }
  it('are not returned by a later refund, after which none are missing', async () => {
    const store = await openStore(await database(), 1_000_000);
    const id = await resold(store);
    assert.equal(await doctor(store), 'fault');
    assert.deepEqual(await bookedOf(store, id), { minor: 100_000, grams: 0 });
    await requestRefund(store.context, MERCHANT, id, { input: {} });
    assert.deepEqual(await creditsOf(store, id), ['failed returned', 'completed none']);
    assert.equal(await doctor(store), 'ok');
    assert.deepEqual(await bookedOf(store, id), { minor: 0, grams: 0 });
    await store.db.close();
  });

  it('are missing until the whole order is refunded', async () => {
    const store = await openStore(await database(), 1_000_000);
    const id = await resold(store);
    await requestRefund(store.context, MERCHANT, id, { input: { emission_amount: 999 } });
    assert.equal(await doctor(store), 'fault');
    await requestRefund(store.context, MERCHANT, id, { input: {} });
    assert.equal(await doctor(store), 'ok');
    await store.db.close();
  });

  it('are not returned by a refund of the same part; the next refund returns its credits', async () => {
    const store = await openStore(await database(), 1_000_000);
    const id = await order(store, 1000, 'completed');
    await refund(store, id, 300_000);
    await order(store, 300, 'completed');
    await bounce(store, id);
    assert.equal(await doctor(store), 'fault');
    for (const [grams, held] of [
      [300_000, 700_000],
      [200_000, 500_000],
    ] as const) {
      // Refunds of the same millisecond are not sorted.
      store.setNow(store.context.now() + 1000);
      await refund(store, id, grams);
      assert.deepEqual([await heldBy(store, id), await doctor(store)], [{ 'wind-2024': held }, 'ok']);
    }
    assert.deepEqual(await creditsOf(store, id), ['failed returned', 'completed none', 'completed returned']);
    await store.db.close();
  });

  it('stay returned, and are not missing, once a dispute is lost again after it was won', async () => {
    for (const lost of [1000, 500]) {
      const store = await openStore(await database(), 10_000);
      const { provider, book } = new Bank();
      const id = await createPaidOrder(store, { money: 'a' });
      const decided = (state: 'completed' | 'failed', minor = 1000) => {
        const report = { ...book('a', minor, state, 'dp_1'), cause: 'dispute' } as const;
        return applyReport(store.context, { ...provider, findRefund: async () => report }, report);
      };
      await decided('completed');
      await order(store, 10, 'completed');
      await decided('failed');
      assert.deepEqual([await creditsOf(store, id), await doctor(store)], [['failed returned'], 'fault']);
      await decided('completed', lost);
      assert.deepEqual([await creditsOf(store, id), await doctor(store)], [['completed returned'], 'ok']);
      assert.deepEqual(await bookedOf(store, id), { minor: 1000 - lost, grams: 0 });
      await decided('failed');
      assert.deepEqual([await creditsOf(store, id), await doctor(store)], [['failed returned'], 'fault']);
      await store.db.close();
    }
  });

  // A transaction of SQLite has the whole file to itself.
  if (engine === 'sqlite') return;

  it('are not reported as missing by doctor while a later refund takes more of them', async () => {
    const store = await openStore(await database(), 1_000_000);
    const { db, context } = store;
    const id = await order(store, 1000, 'completed');
    await refund(store, id, 300_000);
    await order(store, 300, 'completed');
    await bounce(store, id);
    store.setNow(context.now() + 1000);
    await refund(store, id, 300_000);
    const found = await runDuringTransaction(
      db,
      async (tx) => {
        await sql`lock table allocations in access exclusive mode`.execute(tx);
        const bought = await lockOrder(tx, context, { id, merchant_id: MERCHANT });
        await refundPart(tx, context, bought ?? assert.fail(), { input: { emission_amount: 200 } });
      },
      () => doctor(store),
    );
    assert.deepEqual([await heldBy(store, id), found], [{ 'wind-2024': 500_000 }, 'ok']);
    await db.close();
  });

  it('come from the lot when another order draws all its merchant has free; money is refunded once', async () => {
    const store = await openStore(await database(), 9_000_000);
    const { db, context } = store;
    const id = await order(store, 1000, 'completed');
    await requestRefund(context, MERCHANT, id, { input: {} });
    const [own = assert.fail()] = await readAllotments(db.kysely, [MERCHANT]);
    const drawn = { merchant_id: MERCHANT, lot: own.lot, reserved: own.free, allocated: 0 };
    await runDuringTransaction(
      db,
      (tx) => changeCounts(tx, [drawn], 1),
      () => bounce(store, id),
    );
    assert.deepEqual(
      [await heldBy(store, id), await creditsOf(store, id)],
      [{ 'wind-2024': 1_000_000 }, ['failed none']],
    );
    const refundedByStaff = runDuringTransaction(
      db,
      async (tx) => {
        const bought = await lockOrder(tx, context, { id, merchant_id: MERCHANT });
        await refundPart(tx, context, bought ?? assert.fail(), { input: {} });
      },
      () => refundOrder(context, id, { part: {} }),
    );
    await assert.rejects(refundedByStaff, { code: 'nothing_to_refund' });
    await db.close();
  });
});

onBothEngines('an order of one lot, partly retired in a batch and refunded for the rest', ({ database }) => {
  /** @returns the order, of 1000 kg, and of which 700 kg are in a batch. */
  async function partlyRetired(store: TestStore): Promise<string> {
    const id = await order(store, 1000, 'completed');
    await refund(store, id, 300_000);
    await recordRetirement(publisherOf(store), retirement(1));
    assert.deepEqual(await heldBy(store, id), { 'wind-2024 retired': 700_000 });
    return id;
  }

  it('holds that part again once the refund bounced, until the next batch takes it', async () => {
    const store = await openStore(await database(), 1e9);
    const id = await partlyRetired(store);
    await bounce(store, id);
    await bounce(store, id);
    assert.deepEqual(await heldBy(store, id), { 'wind-2024 retired': 700_000, 'wind-2024': 300_000 });
    assert.deepEqual([await creditsOf(store, id), await doctor(store)], [['failed none'], 'ok']);
    assert.deepEqual(await bookedOf(store, id), { minor: 100_000, grams: 1_000_000 });
    assert.equal((await readLotUse(store.db.kysely))[0]?.allocated, 1_000_000);
    assert.equal(await stateOnReceipt(store, id), 'partly_retired');
    const shown = await showOrderDetail(store.context, MERCHANT, id);
    assert.deepEqual(
      shown?.allocations.map(({ grams, batch }) => [grams, batch !== undefined]),
      [
        [700_000, true],
        [300_000, false],
      ],
    );
    const batch = await recordRetirement(publisherOf(store), retirement(1, 2));
    assert.deepEqual([batch?.orders, batch?.grams], [1, 300_000]);
    assert.equal(await stateOnReceipt(store, id), 'retired');
    await store.db.close();
  });

  it('returns only that part if it is refunded again, and holds as much as bounces', async () => {
    const store = await openStore(await database(), 1e9);
    const id = await partlyRetired(store);
    const bounced = async (nth: number) => {
      const made = (await refundsOfOrder(store.db.kysely, { id, merchant_id: MERCHANT }))[nth];
      await inTransaction(store.db, (tx) =>
        endRefund(tx, store.context, made ?? assert.fail(), { state: 'failed' }),
      );
    };
    const refundLater = (grams: number) => {
      // Refunds of the same millisecond are not sorted.
      store.setNow(store.context.now() + 1000);
      return refund(store, id, grams);
    };
    const retired = { 'wind-2024 retired': 700_000 };
    await bounced(0);
    await refundLater(100_000);
    assert.deepEqual(await heldBy(store, id), { ...retired, 'wind-2024': 200_000 });
    await refundLater(200_000);
    assert.deepEqual(await heldBy(store, id), retired);
    await refundLater(100_000);
    assert.deepEqual((await creditsOf(store, id)).at(-1), 'completed retired');
    await bounced(1);
    await bounced(2);
    assert.deepEqual(await heldBy(store, id), { ...retired, 'wind-2024': 300_000 });
    assert.deepEqual([await doctor(store), await stateOnReceipt(store, id)], ['ok', 'partly_retired']);
    await store.db.close();
  });

  it('lacks that part if it was sold again', async () => {
    const store = await openStore(await database(), 1_000_000);
    const id = await partlyRetired(store);
    await order(store, 300, 'completed');
    await bounce(store, id);
    assert.deepEqual(await heldBy(store, id), { 'wind-2024 retired': 700_000 });
    assert.deepEqual([await creditsOf(store, id), await doctor(store)], [['failed returned'], 'fault']);
    await store.db.close();
  });
});

/** Opens a store of wind, and of other projects if given. */
async function openStock(wind: number, more: readonly (readonly [product: string, grams: number])[] = []) {
  const store = await openStore('sqlite::memory:', wind);
  // Named so that wind is sold first.
  const projects = more.map(([product, grams], at) => ({
    ...PROJECT,
    id: `x${at}`,
    product,
    lots: [{ id: `x${at}-lot`, serial_prefix: `x${at}`, grams }],
  }));
  if (projects.length > 0) await importCatalogue(store.db, { projects });
  return store;
}

/** Grams of an order by lot, those in a batch apart. */
async function heldBy({ db }: TestStore, id: string): Promise<Record<string, number>> {
  const rows = db.kysely
    .selectFrom('allocations')
    .select(['lot', 'grams', 'batch'])
    .where('order_id', '=', id);
  return Object.fromEntries(
    (await rows.execute()).map(({ lot, grams, batch }) => [batch === null ? lot : `${lot} retired`, grams]),
  );
}

const freeOf = async ({ db }: TestStore): Promise<number[]> =>
  (await readLotUse(db.kysely)).map(({ free }) => free);

it('takes back the last credits for a refund that bounced', async () => {
  const store = await openStock(3000);
  const id = await order(store, 2, 'completed');
  await refund(store, id, 2000);
  const other = await order(store, 1, 'completed');
  const inBatch = store.db.kysely.updateTable('allocations').set({ batch: 'ret_1' });
  await inBatch.where('order_id', '=', other).execute();
  await bounce(store, id);
  assert.deepEqual(
    [await heldBy(store, id), await creditsOf(store, id)],
    [{ 'wind-2024': 2000 }, ['failed none']],
  );
  assert.deepEqual(await bookedOf(store, id), { minor: 200, grams: 2000 });
  assert.deepEqual(await freeOf(store), [0]);
  await store.db.close();
});

it('takes no credits that a lot lacks for a refund that bounced', async () => {
  const store = await openStock(3500);
  await store.db.kysely.updateTable('credit_lots').set({ grams_unaccounted: 500 }).execute();
  const id = await order(store, 2, 'completed');
  await refund(store, id, 2000);
  await order(store, 1.5, 'completed');
  await bounce(store, id);
  assert.deepEqual([await heldBy(store, id), await creditsOf(store, id)], [{}, ['failed returned']]);
  await store.db.close();
});

it('takes credits back for the merchant of a bounced refund though another merchant has some free', async () => {
  const store = await openStock(10_000);
  const { db, context } = store;
  await order(store, 1, 'completed');
  const id = await order(store, 2, 'completed');
  await refund(store, id, 2000);
  await returnFreeToLot(db, 'wind-2024', Number.POSITIVE_INFINITY);
  await addMerchant(db, 'merchant-z');
  await topUp(db, { merchant_id: 'merchant-z', lot: 'wind-2024', grams: 5000 }, context.now());
  await bounce(store, id);
  assert.deepEqual(
    [await heldBy(store, id), await creditsOf(store, id)],
    [{ 'wind-2024': 2000 }, ['failed none']],
  );
  await db.close();
});

it('gives an order of one project no credits of another when its refund bounces', async () => {
  const store = await openStock(2000, [['carbon_credits', 5000]]);
  const id = await order(store, 2, 'completed');
  await refund(store, id, 2000);
  await order(store, 2, 'completed');
  await bounce(store, id);
  assert.deepEqual([await heldBy(store, id), await creditsOf(store, id)], [{}, ['failed returned']]);
  await store.db.close();
});

it('gives an order of several projects carbon credits when its refund bounces, never fuel', async () => {
  const more = [
    ['carbon_credits', 1000],
    ['aviation_fuel', 5000],
  ] as const;
  const store = await openStock(1000, more);
  const first = await order(store, 2, 'completed');
  await refund(store, first, 2000);
  await bounce(store, first);
  assert.deepEqual(await heldBy(store, first), { 'wind-2024': 1000, 'x0-lot': 1000 });
  await refund(store, first, 2000);
  const id = await order(store, 2, 'completed');
  await refund(store, id, 2000);
  const other = await order(store, 2, 'completed');
  await bounce(store, id);
  assert.deepEqual([await heldBy(store, id), await creditsOf(store, id)], [{}, ['failed returned']]);
  assert.deepEqual(await heldBy(store, other), { 'wind-2024': 1000, 'x0-lot': 1000 });
  await store.db.close();
});

/** A paid order of 10 kg, 60 % wind and 40 % of another project: all wind there is. */
async function blended(): Promise<{ store: TestStore; id: string }> {
  const store = await openStock(6000, [['carbon_credits', 9000]]);
  const { db, context } = store;
  const parts = Object.entries({ wind: 60, x0: 40 }).map(([project, share]) => ({ project, share }));
  await createPortfolio(db, { id: 'blend', name: 'Blend', parts }, 0);
  await offerPortfolios(db, ['blend']);
  const input = { emission_amount: 10, emission_unit: 'kgCO2', portfolio: 'blend' } as const;
  const { order_id: id } = JSON.parse((await createOrder(context, MERCHANT, input)).body);
  await settleOrder(store, id, 'completed');
  return { store, id };
}

it('restores the missing part of each project of a blend when a refund bounces', async () => {
  const { store, id } = await blended();
  await order(store, 3, 'completed');
  const wind = store.db.kysely.updateTable('allocations').set({ batch: 'ret_1' });
  await wind.where('order_id', '=', id).where('lot', '=', 'wind-2024').execute();
  await refund(store, id, 2000);
  assert.deepEqual(await heldBy(store, id), { 'wind-2024 retired': 6000, 'x0-lot': 2000 });
  await bounce(store, id);
  assert.deepEqual(
    [await heldBy(store, id), await creditsOf(store, id)],
    [{ 'wind-2024 retired': 6000, 'x0-lot': 4000 }, ['failed none']],
  );
  await store.db.close();
});

it('restores nothing of a blend when its refund bounces and one of its projects is sold', async () => {
  const { store, id } = await blended();
  await refund(store, id, 10_000);
  await order(store, 6, 'completed');
  await bounce(store, id);
  assert.deepEqual([await heldBy(store, id), await creditsOf(store, id)], [{}, ['failed returned']]);
  await store.db.close();
});

it('returns all requested credits to stock or none, if a batch has a part of them', async () => {
  const store = await openStock(1000);
  await addLot(store, 1000);
  const id = await order(store, 2, 'completed');
  const back = (grams: number): Promise<boolean> =>
    inTransaction(store.db, (tx) => returnCredits(tx, { id, merchant_id: MERCHANT }, grams));
  assert.equal(await back(300), true);
  assert.deepEqual(await heldBy(store, id), { 'wind-2024': 700, 'wind-2025': 1000 });
  const allocations = store.db.kysely.updateTable('allocations').set({ batch: 'ret_1' });
  await allocations.where('order_id', '=', id).where('lot', '=', 'wind-2024').execute();
  assert.equal(await back(1001), false);
  assert.deepEqual(await heldBy(store, id), { 'wind-2024 retired': 700, 'wind-2025': 1000 });
  assert.equal(await back(1000), true);
  assert.deepEqual(await heldBy(store, id), { 'wind-2024 retired': 700 });
  assert.deepEqual(await freeOf(store), [300, 1000]);
  await store.db.close();
});

it("moves only the order's own credits, and none whose serial numbers an earlier receipt named", async () => {
  const store = await openStock(10_000);
  const [id, other] = [await order(store, 2, 'completed'), await order(store, 2, 'completed')];
  for (const [grams, left] of [
    [500, { 'wind-2024': 1500 }],
    [1500, {}],
  ] as const) {
    await refund(store, id, grams);
    assert.deepEqual([await heldBy(store, id), await heldBy(store, other)], [left, { 'wind-2024': 2000 }]);
  }
  const named = store.db.kysely.updateTable('allocations').set({ serial_from: 1, serial_to: 2000 });
  await named.where('order_id', '=', other).execute();
  await refund(store, other, 2000);
  assert.deepEqual(
    [await heldBy(store, other), await creditsOf(store, other)],
    [{ 'wind-2024': 2000 }, ['completed retired']],
  );
  const later = await order(store, 2, 'completed');
  await refund(store, later, 500);
  await named.where('order_id', '=', later).execute();
  await bounce(store, later);
  const parts = store.db.kysely.selectFrom('allocations').select(['part', 'grams', 'serial_from']);
  assert.deepEqual(await parts.where('order_id', '=', later).orderBy('part').execute(), [
    { part: 0, grams: 1500, serial_from: 1 },
    { part: 1, grams: 500, serial_from: null },
  ]);
  await store.db.close();
});
