import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { KyselyPlugin } from 'kysely';
import { importCatalogue } from '../projects/import.ts';
import type { Database } from '../store/engine.ts';
import { onBothEngines } from '../testing/engines.ts';
import {
  addLot,
  bounce,
  order,
  publisherOf,
  refund,
  retirement,
  stateOnReceipt,
} from '../testing/retired-orders.ts';
import { openStore, PROJECT, type TestStore } from '../testing/store.ts';
import type { NewRetirement } from './new-retirement.ts';
import { planRetirements } from './plan.ts';
import { publishBatches } from './publish.ts';
import { recordRetirement } from './record.ts';

/** The same database, of a process that is killed after some transactions. */
function killedAfter(transactions: number, db: Database): Database {
  let left = transactions;
  return {
    ...db,
    transaction(work) {
      left -= 1;
      return left < 0 ? Promise.reject(new Error('killed')) : db.transaction(work);
    },
  };
}

/** Records a tonne, in a process that is killed after some transactions, the first of which records it. */
async function recordKilled(
  store: TestStore,
  transactions: number,
  recorded: NewRetirement = retirement(1),
): Promise<void> {
  const db = killedAfter(transactions, store.db);
  await assert.rejects(recordRetirement({ ...publisherOf(store), db }, recorded), /killed/);
}

onBothEngines('an interrupted retirement', ({ database }) => {
  it('takes credits paid before it, and none that an order got back since', async () => {
    const store = await openStore(await database(), 1_000_000);
    const first = await order(store, 400, 'completed');
    const refilled = await order(store, 600, 'completed');
    await refund(store, refilled, 300_000);
    const last = await order(store, 300, 'completed');
    await addLot(store, 1e9);
    await recordKilled(store, 1);
    store.setNow(store.context.now() + 60_000);
    await bounce(store, refilled);

    const [batch] = await publishBatches(publisherOf(store));

    assert.deepEqual([batch?.orders, batch?.grams, batch?.state], [3, 1_000_000, 'published']);
    for (const id of [first, last]) assert.equal(await stateOnReceipt(store, id), 'retired');
    assert.equal(await stateOnReceipt(store, refilled), 'partly_retired');
    const [due] = await planRetirements(store.db);
    assert.deepEqual([due?.orders, due?.grams], [1, 300_000]);
    await recordRetirement(publisherOf(store), retirement(1, 2));
    assert.equal(await stateOnReceipt(store, refilled), 'retired');
    await store.db.close();
  });

  it('is planned once, though its batch takes the orders during planning', async () => {
    const store = await openStore(await database());
    const { db } = store;
    await order(store, 1000, 'completed');
    await recordKilled(store, 1);
    let published = 0;
    const reads = new WeakSet<object>();
    const plugin: KyselyPlugin = {
      transformQuery({ node, queryId }) {
        if (JSON.stringify(node).includes('"credit_lots"')) reads.add(queryId);
        return node;
      },
      async transformResult({ result, queryId }) {
        if (published === 0 && reads.has(queryId))
          published = (await publishBatches(publisherOf(store))).length;
        return result;
      },
    };
    const [plan] = await planRetirements({
      ...db,
      reader: db.reader.withPlugin(plugin),
      transaction: (work) => db.transaction((tx) => work(tx.withPlugin(plugin))),
    });
    assert.equal(published, 1);
    assert.deepEqual(await planRetirements(db), []);
    assert.equal(plan?.tonnes ?? 0, 0);
    await db.close();
  });

  it('has an order once that got credits back between two of its runs', async () => {
    const store = await openStore(await database());
    await addLot(store, 1e9);
    const id = await order(store, 600, 'completed');
    await refund(store, id, 200_000);
    const other = await order(store, 100, 'completed');
    await recordKilled(store, 2);
    // At the cutoff, by the clock of the process that returned them.
    await bounce(store, id);

    const [batch] = await publishBatches(publisherOf(store));

    assert.deepEqual([batch?.orders, batch?.grams, batch?.state], [2, 700_000, 'published']);
    for (const one of [id, other]) assert.equal(await stateOnReceipt(store, one), 'retired');
    await store.db.close();
  });

  it('covers no more than was retired, and nothing more once it has all its orders', async () => {
    for (const [transactions, kg] of [
      [2, 500],
      [3, 100],
    ] as const) {
      const store = await openStore(await database());
      await order(store, 600, 'completed');
      await recordKilled(store, transactions);
      // At the cutoff, by the clock of the process that took the payment.
      store.setNow(store.context.now() - 1000);
      await order(store, kg, 'completed');

      const [batch] = await publishBatches(publisherOf(store));

      assert.deepEqual([batch?.orders, batch?.grams, batch?.state], [1, 600_000, 'published']);
      await store.db.close();
    }
  });

  it('is deducted from the surplus of the plan for later orders', async () => {
    for (const [transactions, collected] of [
      [1, 0],
      [2, 600_000],
      [3, 600_000],
    ] as const) {
      const store = await openStore(await database());
      await order(store, 600, 'completed');
      await recordKilled(store, transactions);
      await order(store, 500, 'completed');

      const [plan] = await planRetirements(store.db);

      const due = 1_100_000 - collected;
      assert.deepEqual([plan?.grams, plan?.surplus, plan?.tonnes], [due, 1_000_000 - collected, 1]);
      await store.db.close();
    }
  });

  it('holds up no batch of another project', async () => {
    const store = await openStore(await database(), 600_000);
    const { db, context } = store;
    await order(store, 600, 'completed');
    const sun = {
      ...PROJECT,
      id: 'sun',
      project_id: 'T-2',
      lots: [{ id: 'sun-2024', serial_prefix: 'T-2-2024', grams: 1e9 }],
    };
    const wind = { ...PROJECT, lots: [{ id: 'wind-2024', serial_prefix: 'T-1-2024', grams: 600_000 }] };
    await importCatalogue(db, { projects: [wind, sun] });
    const ofSun = (first: number): NewRetirement =>
      retirement(1, first, { project: 'sun', serials: [{ block: 'T-2-2024-*', first, last: first }] });
    const ids = [await order(store, 500, 'completed')];
    await recordKilled(store, 1, ofSun(1));
    // No retirement covers it.
    const uncovered = { id: 'ret_0', project: 'wind', state: 'open', capacity: 1e6 } as const;
    const times = { cutoff: context.now(), created_at: context.now() };
    await db.kysely
      .insertInto('retirement_batches')
      .values({ ...uncovered, ...times })
      .execute();

    await assert.rejects(publishBatches(publisherOf(store)), /retirements lack 600000 g/);
    for (const id of ids) assert.equal(await stateOnReceipt(store, id), 'retired');

    ids.push(await order(store, 700, 'completed'));
    const batch = await recordRetirement(publisherOf(store), ofSun(2));
    assert.deepEqual([batch?.orders, batch?.state], [1, 'published']);
    for (const id of ids) assert.equal(await stateOnReceipt(store, id), 'retired');
    await db.close();
  });
});
