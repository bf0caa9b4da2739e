import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onBothEngines } from '../../testing/engines.ts';
import { MERCHANT, openStore, settleOrder, type TestStore } from '../../testing/store.ts';
import { DAY_MS } from '../../time-span.ts';
import { createOrder } from '../create.ts';
import { oldestFirst } from './csv-oldest-first.ts';

const TTL_MS = 7_200_000;
const NOVEMBER = Date.UTC(2026, 10, 1);

/** Makes an order and ends it. @returns its identifier. */
async function ended(
  store: TestStore,
  outcome: 'completed' | 'failed',
  { created, settled }: { readonly created: number; readonly settled: number },
): Promise<string> {
  store.setNow(created);
  const input = { emission_amount: 1, emission_unit: 'kgCO2' as const };
  const { order_id } = JSON.parse((await createOrder(store.context, MERCHANT, input)).body);
  store.setNow(settled);
  await settleOrder(store, order_id, outcome);
  return order_id;
}

onBothEngines('orders by their date of settlement', ({ database }) => {
  it('are complete for a month, however long before its start they were created, in pages', async () => {
    const store = await openStore(await database());
    const month = { from: '2026-11-01', to: '2026-12-01' };
    const inside = NOVEMBER + 3 * DAY_MS;
    const late = await ended(store, 'completed', { created: NOVEMBER - 85 * DAY_MS, settled: inside });
    await ended(store, 'completed', { created: NOVEMBER - DAY_MS, settled: NOVEMBER - 1 });
    const waited = await ended(store, 'failed', { created: NOVEMBER - 3 * DAY_MS, settled: NOVEMBER });
    const first = await ended(store, 'completed', { created: inside, settled: inside });
    // A clock was set back between the two.
    const december = Date.UTC(2026, 11, 1);
    const back = await ended(store, 'completed', { created: december + 30_000, settled: december - 30_000 });
    await ended(store, 'completed', { created: december - 60_000, settled: december });
    const found: string[] = [];
    const read = oldestFirst(MERCHANT, month, TTL_MS);
    for (let page = await read(store.db, undefined, 2); page.length > 0; ) {
      found.push(...page.map(({ id }) => id));
      page = await read(store.db, page.at(-1), 2);
    }
    assert.deepEqual(found, [late, waited, first, back]);
    const failed = await oldestFirst(MERCHANT, { ...month, status: 'failed' }, TTL_MS)(
      store.db,
      undefined,
      9,
    );
    assert.deepEqual(
      failed.map(({ id }) => id),
      [waited],
    );
    assert.equal((await oldestFirst(MERCHANT, {}, TTL_MS)(store.db, undefined, 9)).length, 6);
    await store.db.close();
  });
});
