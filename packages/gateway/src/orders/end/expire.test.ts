import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { CountsRefusedError } from '../../allotments/change-counts.ts';
import { onBothEngines } from '../../testing/engines.ts';
import { MERCHANT, openStore, type TestStore } from '../../testing/store.ts';
import { createOrder } from '../create.ts';
import { expireOrders } from './expire.ts';

/** Two orders past their time, of which the first cannot be ended: its credits are more than its merchant has reserved. */
async function oneStuckOfTwo({ context, db, setNow }: TestStore): Promise<void> {
  for (let order = 0; order < 2; order += 1)
    await createOrder(context, MERCHANT, { emission_amount: 1, emission_unit: 'kgCO2' });
  const orders = await db.kysely.selectFrom('orders').select(['id', 'expires_at']).execute();
  const [stuck, other] = orders as [(typeof orders)[0], (typeof orders)[0]];
  await db.kysely
    .updateTable('allocations')
    .set({ grams: sql`grams + 1000000` })
    .where('order_id', '=', stuck.id)
    .execute();
  await db.kysely
    .updateTable('orders')
    .set({ expires_at: stuck.expires_at - 1 })
    .where('id', '=', stuck.id)
    .execute();
  setNow(other.expires_at);
}

onBothEngines('orders past their time', ({ database }) => {
  it('expire though one that cannot is the first in line, and its error is reported', async () => {
    const store = await openStore(await database());
    await oneStuckOfTwo(store);
    const faults: unknown[] = [];
    assert.equal(await expireOrders(store.context, { onFault: (error) => faults.push(error) }), 1);
    assert.ok(faults.length === 1 && faults[0] instanceof CountsRefusedError, String(faults));
    await store.db.close();
  });

  it('expire behind more than fit into one go that cannot', async () => {
    const store = await openStore(await database());
    await oneStuckOfTwo(store);
    assert.equal(await expireOrders(store.context, { limit: 1, onFault: () => {} }), 1);
    await store.db.close();
  });

  it('stop at one that cannot expire where nobody takes its error', async () => {
    const store = await openStore(await database());
    await oneStuckOfTwo(store);
    await assert.rejects(expireOrders(store.context), CountsRefusedError);
    await store.db.close();
  });
});
