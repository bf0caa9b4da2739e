import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setLimit } from '../../merchants/limit.ts';
import { confirmOrder } from '../../settlement/confirm.ts';
import { inTransaction } from '../../store/transaction.ts';
import { onBothEngines } from '../../testing/engines.ts';
import { MERCHANT, openStore, settleOrder, type TestStore } from '../../testing/store.ts';
import { createOrder } from '../create.ts';

const BOOKED = {
  reference: 'EX7K2P',
  variant: 'after-seats',
  metadata: { channel: 'app', cabin: 'economy' },
};

/** Creates an order whose merchant wants webhooks. @returns its identifier. */
async function newOrder(store: TestStore, fields: object = {}): Promise<string> {
  const callback_url = 'https://merchant.example/n';
  const input = { emission_amount: 10, emission_unit: 'kgCO2' as const, callback_url, ...fields };
  return JSON.parse((await createOrder(store.context, MERCHANT, input)).body).order_id;
}

/** The webhook about an order, as it is sent. */
async function webhookOf({ db }: TestStore, orderId: string) {
  const found = db.kysely.selectFrom('deliveries').select('body').where('order_id', '=', orderId);
  return JSON.parse((await found.executeTakeFirstOrThrow()).body);
}

onBothEngines('the webhook of a settled order', ({ database }) => {
  it('carries the reference, variant and metadata of the order', async () => {
    const store = await openStore(await database());
    await store.db.kysely.updateTable('merchants').set({ settlement: 'merchant' }).execute();
    await inTransaction(store.db, (tx) => setLimit(tx, MERCHANT, 'INR', 1e9));
    const end = (outcome: 'completed' | 'failed') => (id: string) => settleOrder(store, id, outcome);
    const confirm = (orderId: string) => confirmOrder(store.context, { merchantId: MERCHANT, orderId });
    for (const [type, settle] of [
      ['order.completed', end('completed')],
      ['order.completed', confirm],
      ['order.failed', end('failed')],
    ] as const) {
      const id = await newOrder(store, BOOKED);
      await settle(id);
      const { data, ...event } = await webhookOf(store, id);
      const { reference, variant, metadata } = data;
      assert.deepEqual([event.type, { reference, variant, metadata }], [type, BOOKED]);
    }
    await store.db.close();
  });

  it('omits reference, variant, metadata, settlement and price if the order has none', async () => {
    const store = await openStore(await database());
    const id = await newOrder(store);
    await settleOrder(store, id, 'completed');
    const { data } = await webhookOf(store, id);
    for (const field of ['reference', 'variant', 'metadata', 'settlement', 'price'])
      assert.equal(field in data, false, field);
    await store.db.close();
  });
});
