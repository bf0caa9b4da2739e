import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { CreateOrder } from '@flight-offset/core';
import { type KyselyPlugin, sql } from 'kysely';
import { createOrder } from '../orders/create.ts';
import { lockOrder } from '../orders/end/lock-orders.ts';
import { refundsOfOrder } from '../orders/refunds-of-order.ts';
import { readStocks, type Stocks } from '../projects/stock.ts';
import { leftOf } from '../refunds/left-to-refund.ts';
import { endRefund, recordRefund } from '../refunds/record.ts';
import type { Database } from '../store/engine.ts';
import { inTransaction } from '../store/transaction.ts';
import { onBothEngines } from '../testing/engines.ts';
import { runDuringTransaction } from '../testing/lock-wait.ts';
import { addMerchant, MERCHANT, openStore, settleOrder, type TestStore } from '../testing/store.ts';
import { changeCounts } from './change-counts.ts';
import { readLotUse } from './lot-use.ts';
import { returnToLot } from './return-to-lot.ts';
import { topUp } from './top-up.ts';
import { untilAllotted } from './until-allotted.ts';

const LOT = 'wind-2024';
const TOTAL = 10_000;
const OTHER = { merchant_id: 'merchant-b', lot: LOT };
const SALE = { policy: 'listed', currencies: ['INR'], portfolios: false, merchantIds: [MERCHANT] } as const;
const grams = (count: number): CreateOrder => ({ emission_amount: count / 1000, emission_unit: 'kgCO2' });

/** Opens a store in which another merchant's allotment has all free grams. */
async function openAllotted(url: string): Promise<TestStore> {
  const store = await openStore(url, TOTAL);
  await addMerchant(store.db, OTHER.merchant_id);
  await allotToOther(store);
  return store;
}

async function allotToOther({ db, context }: TestStore): Promise<void> {
  assert.equal(await topUp(db, { ...OTHER, grams: TOTAL }, context.now()), 0);
}

async function returnOthersGrams({ db }: TestStore): Promise<void> {
  assert.equal(await returnToLot(db, OTHER, {}), TOTAL);
}

/** Runs an action after lots were read, before the reader gets the result. */
function afterLots(action: () => Promise<void>): KyselyPlugin {
  let isDone = false;
  return {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (isDone || !result.rows.some((row) => 'usable' in row)) return result;
      isDone = true;
      await action();
      return result;
    },
  };
}

/** The same store, but its transactions read lots as they were before the action. */
function movedMeanwhile({ context }: TestStore, action: () => Promise<void>): TestStore['context'] {
  const plugin = afterLots(action);
  const { transaction } = context.db;
  const db: Database = {
    ...context.db,
    transaction: (work) => transaction((tx) => work(tx.withPlugin(plugin))),
  };
  return { ...context, db };
}

async function refund(context: TestStore['context'], id: string, merchant_id: string): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    const order = (await lockOrder(tx, context, { id, merchant_id })) ?? assert.fail();
    const { grams, minor } = leftOf(order, await refundsOfOrder(tx, order));
    const amounts = { currency: order.currency, amount_minor: minor, order_minor: minor, grams };
    await recordRefund(tx, context, order, { cause: 'requested', payment: undefined, ...amounts });
  });
}

/** Free grams of each project on offer, in any allotment or lot. */
async function freeAnywhere(stocks: Stocks): Promise<number[]> {
  await stocks.readOthers();
  const stock = stocks.withOthers(MERCHANT);
  return stock.creditsIn('INR').map((offered) => stock.freeOf(offered));
}

onBothEngines('grams that move while they are read', ({ engine, database }) => {
  it('from an allotment to the lot are free anywhere', async () => {
    const store = await openAllotted(await database());
    const { db, context } = store;
    const stocks = await readStocks(db.kysely, context.now(), SALE);
    await returnOthersGrams(store);
    assert.deepEqual(await freeAnywhere(stocks), [TOTAL]);
    await db.close();
  });

  it('from the lot to an allotment are free anywhere', async () => {
    const store = await openAllotted(await database());
    const { db, context } = store;
    await returnOthersGrams(store);
    const stocks = await readStocks(db.kysely, context.now(), SALE);
    await allotToOther(store);
    assert.deepEqual(await freeAnywhere(stocks), [TOTAL], 'not counted in both places');
    await db.close();
  });

  it('are neither missing nor counted twice in what is left of a lot', async () => {
    const store = await openAllotted(await database());
    const { db } = store;
    for (const move of [returnOthersGrams, allotToOther]) {
      const [use] = await readLotUse(db.kysely.withPlugin(afterLots(() => move(store))));
      assert.equal(use?.free, TOTAL);
    }
    await db.close();
  });

  // A transaction of SQLite has the whole file to itself: nothing moves while it reads.
  if (engine === 'sqlite') return;

  it('do not make an order fail', async () => {
    const store = await openAllotted(await database());
    const moved = movedMeanwhile(store, () => returnOthersGrams(store));
    await createOrder(moved, MERCHANT, grams(TOTAL));
    assert.equal((await readLotUse(store.db.kysely))[0]?.reserved, TOTAL);
    await store.db.close();
  });

  it('are topped up correctly while another transaction draws from the allotment or the lot', async () => {
    const store = await openStore(await database(), TOTAL);
    const { db, context } = store;
    const own = { merchant_id: MERCHANT, lot: LOT };
    const toppedUp = (count: number) => () => topUp(db, { ...own, grams: count }, context.now());
    await toppedUp(1000)();
    await runDuringTransaction(
      db,
      (tx) => changeCounts(tx, [{ ...own, reserved: 600, allocated: 0 }], 1),
      toppedUp(2000),
    );
    const { grams_reserved, grams: size } = await db.kysely
      .selectFrom('allotments')
      .select(['grams_reserved', 'grams'])
      .executeTakeFirstOrThrow();
    assert.deepEqual([grams_reserved, size - grams_reserved >= 2000], [600, true]);
    const sold = sql<number>`grams_sold + 5`;
    await runDuringTransaction(
      db,
      (tx) => tx.updateTable('credit_lots').set({ grams_sold: sold }).execute(),
      toppedUp(4000),
    );
    const lot = await db.kysely.selectFrom('credit_lots').selectAll().executeTakeFirst();
    assert.equal(lot?.grams_sold, 5);
    await db.close();
  });

  it('are found again for an order whose refund bounced', async () => {
    const store = await openAllotted(await database());
    const { db, context } = store;
    await returnOthersGrams(store);
    const { order_id: id } = JSON.parse((await createOrder(context, MERCHANT, grams(TOTAL))).body);
    await settleOrder(store, id, 'completed');
    await refund(context, id, MERCHANT);
    assert.equal(await returnToLot(db, { merchant_id: MERCHANT, lot: LOT }, {}), TOTAL);
    await allotToOther(store);
    const moved = movedMeanwhile(store, () => returnOthersGrams(store));
    const key = { id, merchant_id: MERCHANT };
    await untilAllotted(moved, () =>
      inTransaction(moved.db, async (tx) => {
        await lockOrder(tx, moved, key);
        const [completed] = await refundsOfOrder(tx, key);
        await endRefund(tx, moved, completed ?? assert.fail(), { state: 'failed' });
      }),
    );
    assert.equal((await readLotUse(db.kysely))[0]?.allocated, TOTAL);
    await db.close();
  });
});
