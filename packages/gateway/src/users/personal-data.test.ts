import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createOrder } from '../orders/create.ts';
import { listOrders } from '../orders/find.ts';
import { settleOrder } from '../orders/settle.ts';
import { inTransaction } from '../store/transaction.ts';
import { onBothEngines } from '../testing/engines.ts';
import { listQuery, recount } from '../testing/recount.ts';
import { MERCHANT, openStore } from '../testing/store.ts';
import { eraseUser, exportUser } from './personal-data.ts';

onBothEngines('a person', ({ database }) => {
  it('can be exported and erased; money and totals stay', async () => {
    const store = await openStore(await database());
    const user = { name: 'Zoë Meier', email: 'Zoe@x.example', tax_id: '29ABCDE' };
    const input = { emission_amount: 1000, emission_unit: 'kgCO2' as const, user };
    const callback_url = 'https://merchant.example/n';
    const key = { key: 'k', bodyHash: 'h' };
    const { body } = await createOrder(store.context, MERCHANT, { ...input, callback_url }, key);
    const { order_id } = JSON.parse(body);
    await inTransaction(store.db, (tx) => settleOrder(tx, store.context, order_id, 'completed'));
    await createOrder(store.context, MERCHANT, { ...input, user: { email: 'other@x.example' } });
    await createOrder(store.context, MERCHANT, input);
    assert.equal((await exportUser(store.db, 'zoe@X.example')).orders.length, 2);
    assert.deepEqual(await eraseUser(store.db, 'zoe@x.example'), { erased: 1, pending: 1 });
    const tables = ['orders', 'deliveries', 'idempotency', 'order_totals'] as const;
    const settled = await store.db.kysely
      .selectFrom('orders')
      .selectAll()
      .where('id', '=', order_id)
      .execute();
    const others = await Promise.all(
      tables.slice(1, 3).map((table) => store.db.kysely.selectFrom(table).selectAll().execute()),
    );
    assert.doesNotMatch(JSON.stringify([settled, others]), /Zoë|zoe|29ABCDE/i);
    const { overview } = await listOrders(store.context, MERCHANT, listQuery({}));
    assert.deepEqual(overview, await recount(store.db, MERCHANT));
    assert.equal(overview.total_amount_paid, 1000);
    await store.db.close();
  });
});
