import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createOrder } from '../orders/create.ts';
import { PATIENCE_MS } from '../payments/close-payments-of-expired.ts';
import { onBothEngines } from '../testing/engines.ts';
import { MERCHANT, openStore, settleOrder } from '../testing/store.ts';
import { createOverview } from './overview.ts';

onBothEngines('the overview', ({ database, engine }) => {
  // The figures are kept in the process, whichever the engine.
  it('keeps a merchant in memory while others are read', { skip: engine !== 'sqlite' }, async () => {
    const store = await openStore(await database());
    let read = 0;
    const reader = store.db.reader.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        read += 1;
        return result;
      },
    });
    const overview = createOverview({ ...store.context, db: { ...store.db, reader } });
    // One merchant too many for the memory, of 30 days each.
    for (let merchant = 1; merchant <= 167; merchant += 1) await overview(`merchant-${merchant}`);
    assert.equal(read, 167 * 30);
    await overview('merchant-166');
    assert.equal(read, 167 * 30, 'it was read a moment ago');
    await overview('merchant-1');
    assert.equal(read, 168 * 30, 'it was read first, and made room');
    await store.db.close();
  });

  it('keeps no day in memory while one of its orders may still be paid', async () => {
    const store = await openStore(await database());
    const { context } = store;
    const day = 86_400_000;
    const began = Math.ceil(context.now() / day) * day - 1;
    store.setNow(began);
    const overview = createOverview(context);
    const input = { emission_amount: 1, emission_unit: 'kgCO2' as const };
    const { order_id } = JSON.parse((await createOrder(context, MERCHANT, input)).body);
    const shown = async (at: number): Promise<[paid: number, money: number | undefined]> => {
      store.setNow(at);
      const { days, money } = await overview(MERCHANT);
      return [days.reduce((sum, { paid }) => sum + paid, 0), money[0]?.amount_minor];
    };
    // Its payer got a day, its payment was in progress then, and the gateway was stopped for most of a day.
    const last = began + day + PATIENCE_MS + 0.9 * day;
    assert.deepEqual(await shown(last - 1), [0, undefined]);
    await settleOrder(store, order_id, 'completed');
    for (const at of [last + 2 * day, last + 20 * day]) assert.deepEqual(await shown(at), [1, 100]);
    await store.db.close();
  });
});
