import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { createOrder } from '../../orders/create.ts';
import { onBothEngines } from '../../testing/engines.ts';
import { MERCHANT, openStore, type TestStore } from '../../testing/store.ts';
import { inTransaction } from '../transaction.ts';
import { type CopyingUpdate, updateAndCopy } from './update-and-copy.ts';

/** Sets the reference of orders that have none, and records who set it. */
const REFER: CopyingUpdate = {
  table: 'orders',
  key: 'id',
  given: { merchant_id: 'text', id: 'text', reference: 'text', by: 'text' },
  set: 'reference = given.reference',
  where: 'orders.reference is null',
  returning: ['merchant_id', 'id', 'reference', 'created_at'],
  looks: { merchant: '(select name from merchants where merchants.id = orders.merchant_id)' },
  carries: ['by'],
  copies: [
    {
      into: 'idempotency',
      columns: {
        merchant_id: 'merchant_id',
        key: 'id',
        body_hash: 'by',
        response: { text: 'referred' },
        created_at: 'created_at',
      },
    },
  ],
};

interface Referred {
  readonly id: string;
  readonly reference: string;
  readonly by: string;
  readonly merchant?: string;
}

async function openOrders(
  t: TestContext,
  url: string,
): Promise<TestStore & { readonly ids: readonly string[] }> {
  const store = await openStore(url);
  t.after(() => store.db.close());
  const input = { emission_amount: 1, emission_unit: 'kgCO2' } as const;
  const made = await Promise.all([1, 2, 3].map(() => createOrder(store.context, MERCHANT, input)));
  return { ...store, ids: made.map(({ body }): string => JSON.parse(body).order_id).toSorted() };
}

function refer({ db }: TestStore, by: string, ids: readonly string[]): Promise<Referred[]> {
  const rows = ids.map((id) => ({ merchant_id: MERCHANT, id, reference: `${by} ${id}`, by }));
  return inTransaction(db, (tx) => updateAndCopy<Referred>(tx, db, REFER, rows));
}

async function copiesOf({ db }: TestStore): Promise<[key: string, by: string, text: string | null][]> {
  const rows = await db.kysely.selectFrom('idempotency').selectAll().orderBy('key').execute();
  return rows.map(({ key, body_hash, response }) => [key, body_hash, response]);
}

onBothEngines('an update that inserts rows of another table', ({ distributed, database }) => {
  it('inserts a row for each row it updated, with values of both, and returns the inserted rows', async (t) => {
    const store = await openOrders(t, await database());
    const [first = '', second = '', third = ''] = store.ids;
    assert.deepEqual(await refer(store, 'nobody', []), []);
    const [one] = await refer(store, 'ann', [first]);
    assert.deepEqual([one?.id, one?.reference, one?.by], [first, `ann ${first}`, 'ann']);
    assert.equal(typeof one?.merchant, distributed ? 'undefined' : 'string');

    const others = await refer(store, 'ben', [first, second, third, 'ord_none']);

    assert.deepEqual(others.map(({ id, by }) => [id, by]).toSorted(), [
      [second, 'ben'],
      [third, 'ben'],
    ]);
    assert.deepEqual(await copiesOf(store), [
      [first, 'ann', 'referred'],
      [second, 'ben', 'referred'],
      [third, 'ben', 'referred'],
    ]);
  });

  it('updates nothing if they cannot be inserted', async (t) => {
    const store = await openOrders(t, await database());
    const [first = ''] = store.ids;
    await refer(store, 'ann', [first]);
    await store.db.kysely.updateTable('orders').set({ reference: null }).execute();
    await assert.rejects(refer(store, 'ben', store.ids), /unique/i);
    const orders = await store.db.kysely.selectFrom('orders').select('reference').execute();
    assert.deepEqual(
      orders.map(({ reference }) => reference),
      [null, null, null],
    );
    assert.deepEqual(await copiesOf(store), [[first, 'ann', 'referred']]);
  });
});
