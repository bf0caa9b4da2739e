/** A page of orders is read along an index, whatever the filter: its cost does not grow with the number of orders. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { OrderFilter } from '@flight-offset/console';
import { sqlitePlan } from '../../testing/sqlite-plan.ts';
import { openStore, type TestStore } from '../../testing/store.ts';
import { orderQuery } from './orders.ts';
import { meaningsOf } from './search-orders.ts';

let store: TestStore;
before(async () => {
  store = await openStore('sqlite::memory:');
});
after(() => store.db.close());

const FILTERS: readonly [name: string, filter: OrderFilter, index: string][] = [
  ['all', {}, 'orders_list'],
  ['a status', { status: 'failed' }, 'orders_status'],
  ['some days', { from: '2026-11-01', to: '2026-11-22' }, 'orders_list'],
  ['a status on some days', { status: 'completed', from: '2026-11-01' }, 'orders_status'],
  ['an e-mail address', { search: 'zoe@mail.example' }, 'orders_email'],
  ['a reference', { search: 'EX7K2P' }, 'orders_reference'],
];

describe('the plan of a page of orders', () => {
  for (const [name, filter, index] of FILTERS) {
    for (const cursor of [undefined, '1700000000000.ord_1']) {
      it(`${name}, ${cursor ? 'a later page' : 'the first page'}`, async () => {
        const read = { merchantId: 'merchant-a', filter, cursor, limit: 26 };
        const { search } = filter;
        const first = search && (await meaningsOf(store.db, read.merchantId, search).next()).value;
        const query = orderQuery(store.db, read, first || undefined);
        const plan = await sqlitePlan(store.db, query.compile());
        assert.match(plan, new RegExp(`^SEARCH orders USING INDEX ${index} `), plan);
        // Rows of the index above the cursor are not read again.
        if (cursor) assert.match(plan, /created_at<\?/, plan);
        assert.doesNotMatch(plan, /TEMP B-TREE/, plan);
      });
    }
  }
});
