import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createOrder } from '../../orders/create.ts';
import { onBothEngines } from '../../testing/engines.ts';
import { MERCHANT, openStore, type TestStore } from '../../testing/store.ts';
import { commitBehind, inTransaction } from '../transaction.ts';
import { updateAll } from './update-rows.ts';

/** Sets the reference of orders that have none. */
const REFER = {
  table: 'orders',
  key: 'id',
  given: { merchant_id: 'text', id: 'text', reference: 'text' },
  set: 'reference = given.reference',
  where: 'orders.reference is null',
  returning: ['id'],
} as const;

async function openOrders(url: string): Promise<TestStore & { readonly ids: readonly string[] }> {
  const store = await openStore(url);
  const input = { emission_amount: 1, emission_unit: 'kgCO2' } as const;
  const made = await Promise.all([1, 2, 3].map(() => createOrder(store.context, MERCHANT, input)));
  return { ...store, ids: made.map(({ body }) => JSON.parse(body).order_id) };
}

async function referencesOf({ db }: TestStore): Promise<(string | null)[]> {
  const rows = await db.kysely.selectFrom('orders').select('reference').orderBy('id').execute();
  return rows.map(({ reference }) => reference).sort();
}

onBothEngines('an update of several rows', ({ database }) => {
  it('updates all of them, or has its transaction store nothing', async (t) => {
    const store = await openOrders(await database());
    const { db, ids } = store;
    t.after(() => db.close());
    const refer = (reference: string, some: readonly string[]) =>
      inTransaction(db, async (tx) => {
        const rows = some.map((id) => ({ merchant_id: MERCHANT, id, reference }));
        commitBehind(tx, updateAll(tx, db, REFER, rows));
      });
    await refer('first', ids.slice(0, 1));
    for (const refused of [ids, [...ids.slice(1), 'ord_none']])
      await assert.rejects(refer('second', refused), /a row of orders to update was not there/);
    assert.deepEqual(await referencesOf(store), ['first', null, null].sort());
    await refer('second', ids.slice(1));
    assert.deepEqual(await referencesOf(store), ['first', 'second', 'second']);
    await refer('third', []);
  });
});
