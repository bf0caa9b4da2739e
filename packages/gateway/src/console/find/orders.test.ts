import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createOrder } from '../../orders/create.ts';
import { onBothEngines } from '../../testing/engines.ts';
import { MERCHANT, openStore } from '../../testing/store.ts';
import { DAY_MS } from '../../time-span.ts';
import { findOrders, readOrders } from './orders.ts';
import { cursorOf } from './place.ts';

onBothEngines('the list of orders', ({ database }) => {
  it('has each order once over its pages, those of one millisecond too, and ends at the first day of the filter', async () => {
    const store = await openStore(await database());
    const { context, db } = store;
    const start = context.now();
    for (let index = 0; index < 60; index += 1) {
      // Thirty of each day share a millisecond.
      store.setNow(start + (index < 30 ? 0 : DAY_MS));
      await createOrder(context, MERCHANT, { emission_amount: 1, emission_unit: 'kgCO2' });
    }
    const pagesOf = async (filter: { from?: string; to?: string; status?: 'pending' }): Promise<number[]> => {
      const ids = new Set<string>();
      const sizes: number[] = [];
      let cursor: string | undefined;
      do {
        const { rows, next } = await findOrders(db, start, { merchantId: MERCHANT, filter, cursor });
        for (const { id } of rows) ids.add(id);
        sizes.push(rows.length);
        cursor = next;
      } while (cursor !== undefined);
      assert.equal(
        ids.size,
        sizes.reduce((sum, size) => sum + size, 0),
      );
      return sizes;
    };
    const day = (at: number): string => new Date(at).toISOString().slice(0, 10);
    assert.deepEqual(await pagesOf({}), [25, 25, 10]);
    assert.deepEqual(await pagesOf({ status: 'pending' }), [25, 25, 10]);
    assert.deepEqual(await pagesOf({ from: day(start + DAY_MS) }), [25, 5]);
    assert.deepEqual(await pagesOf({ to: day(start) }), [25, 5]);
    assert.deepEqual(await pagesOf({ from: day(start - DAY_MS), to: day(start - DAY_MS) }), [0]);
    await db.close();
  });

  it('finds a reference that looks like an e-mail address or an identifier', async () => {
    const store = await openStore(await database());
    for (const reference of ['PNR@2026-11', 'ord_01M8CN47JG1YW65QZD0GE2PAH0']) {
      const order = { emission_amount: 1, emission_unit: 'kgCO2', reference } as const;
      await createOrder(store.context, MERCHANT, order);
      const filter = { search: reference };
      const { rows } = await findOrders(store.db, 0, { merchantId: MERCHANT, filter, cursor: undefined });
      assert.deepEqual(
        rows.map((row) => row.reference),
        [reference],
      );
    }
    await store.db.close();
  });

  it('ends with the orders of an e-mail address, though an earlier one has it as its reference', async () => {
    const store = await openStore(await database());
    const email = 'zoe@mail.example';
    const order = { emission_amount: 1, emission_unit: 'kgCO2' } as const;
    const make = (more: object) => createOrder(store.context, MERCHANT, { ...order, ...more });
    for (let index = 0; index < 3; index += 1) await make({ reference: email });
    for (let index = 0; index < 2; index += 1) await make({ user: { name: 'Zoe', email } });
    const pages = async (search: string): Promise<number[]> => {
      const sizes: number[] = [];
      for (let cursor: string | undefined; ; ) {
        const rows = await readOrders(store.db, {
          merchantId: MERCHANT,
          filter: { search },
          cursor,
          limit: 2,
        });
        sizes.push(rows.length);
        const last = rows.at(-1);
        if (!last) return sizes;
        cursor = cursorOf(last);
      }
    };
    assert.deepEqual(await pages(email), [2, 0]);
    await store.db.kysely.updateTable('orders').set({ email_key: null }).execute();
    assert.deepEqual(await pages(email), [2, 1, 0], 'a reference alone goes on over its pages');
    await store.db.close();
  });
});
