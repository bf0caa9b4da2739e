import assert from 'node:assert/strict';
import { it } from 'node:test';
import { paymentChecks } from '../operation/doctor/payments.ts';
import { refundsOfOrder } from '../orders/refunds-of-order.ts';
import { onBothEngines } from '../testing/engines.ts';
import { bounce, order } from '../testing/retired-orders.ts';
import { MERCHANT, openStore, type TestStore } from '../testing/store.ts';
import { requestRefund } from './request-refund.ts';

onBothEngines('credits of an order whose refund bounced once they were sold again', ({ database }) => {
  /** @returns the order. */
  async function resold(store: TestStore): Promise<string> {
    const id = await order(store, 1000, 'completed');
    await requestRefund(store.context, MERCHANT, id, { input: {} });
    await order(store, 1000, 'completed');
    await bounce(store, id);
    return id;
  }
  const creditsOf = async ({ db }: TestStore, id: string): Promise<string[]> =>
    (await refundsOfOrder(db.kysely, { id, merchant_id: MERCHANT })).map(
      ({ state, credits }) => `${state} ${credits}`,
    );
  async function doctor({ db, sealer, context }: TestStore): Promise<string> {
    const check = paymentChecks.find(({ name }) => name === 'Every completed order has its credits');
    const checked = { db, sealer, now: context.now } as Parameters<(typeof paymentChecks)[number]['run']>[0];
    return (await check?.run(checked))?.state ?? assert.fail();
  }

  it('are none of a later refund, and once that is made nothing is missing', async () => {
    const store = await openStore(await database(), 1_000_000);
    const id = await resold(store);
    assert.equal(await doctor(store), 'fault');
    await requestRefund(store.context, MERCHANT, id, { input: {} });
    assert.deepEqual(await creditsOf(store, id), ['failed returned', 'completed none']);
    assert.equal(await doctor(store), 'ok');
    await store.db.close();
  });

  it('are missing for as long as a part of it is not refunded', async () => {
    const store = await openStore(await database(), 1_000_000);
    const id = await resold(store);
    await requestRefund(store.context, MERCHANT, id, { input: { emission_amount: 999 } });
    assert.equal(await doctor(store), 'fault');
    await requestRefund(store.context, MERCHANT, id, { input: {} });
    assert.equal(await doctor(store), 'ok');
    await store.db.close();
  });
});
