import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onBothEngines } from '../../testing/engines.ts';
import { order } from '../../testing/retired-orders.ts';
import { addMerchant, MERCHANT, openStore } from '../../testing/store.ts';
import { completeTogether } from './complete-together.ts';

onBothEngines('orders completed together', ({ database }) => {
  it('are returned and completed only for their own merchant', async () => {
    const store = await openStore(await database());
    await addMerchant(store.db, 'merchant-b');
    const done = [await order(store, 1, 'completed'), await order(store, 1, 'completed')];
    const pending = await order(store, 1);
    const results = await Promise.all([
      completeTogether(store.context, { merchantId: 'merchant-b', orderId: done[0] ?? '' }),
      completeTogether(store.context, { merchantId: MERCHANT, orderId: done[1] ?? '' }),
      completeTogether(store.context, { merchantId: 'merchant-b', orderId: pending }),
    ]);
    assert.deepEqual(
      results.map((one) => one && [one.order.id, one.isNew]),
      [undefined, [done[1], false], undefined],
    );
    const found = store.db.kysely.selectFrom('orders').select('status').where('id', '=', pending);
    assert.equal((await found.executeTakeFirstOrThrow()).status, 'pending');
    await store.db.close();
  });
});
