import assert from 'node:assert/strict';
import { it } from 'node:test';
import pg from 'pg';
import { setLimit } from '../merchants/limit.ts';
import { createOrder } from '../orders/create.ts';
import { PreparingClient } from '../store/postgres/client.ts';
import { inTransaction } from '../store/transaction.ts';
import { onBothEngines } from '../testing/engines.ts';
import { MERCHANT, openStore } from '../testing/store.ts';
import { confirmOrder } from './confirm.ts';

const COUNT = 4;
/** Maximum statements: each costs as much at both ends as several rows. */
const MAX_STATEMENTS = 10;
/** One round trip that finds and holds the orders, and one that ends with the commit. */
const MAX_ROUND_TRIPS = 2;

onBothEngines('orders confirmed together', ({ engine, distributed, database }) => {
  const skip = engine === 'sqlite' || distributed;
  it(`take PostgreSQL at most ${MAX_STATEMENTS} statements in ${MAX_ROUND_TRIPS} round trips`, {
    skip,
  }, async (t) => {
    const { db, context } = await openStore(await database());
    t.after(() => db.close());
    await db.kysely.updateTable('merchants').set({ settlement: 'merchant' }).execute();
    await inTransaction(db, (tx) => setLimit(tx, MERCHANT, 'INR', 1e9));
    const input = { emission_amount: 1, emission_unit: 'kgCO2' } as const;
    const created = await Promise.all(
      Array.from({ length: COUNT }, (_, index) =>
        createOrder(context, MERCHANT, { ...input, user: { email: `traveller-${index}@x.example` } }),
      ),
    );
    const ids: string[] = created.map(({ body }) => JSON.parse(body).order_id);
    const sent: string[] = [];
    const query = PreparingClient.prototype.query;
    t.mock.method(PreparingClient.prototype, 'query', function (this: PreparingClient, ...given: unknown[]) {
      sent.push(String(given[0]));
      return Reflect.apply(query, this, given);
    });
    const toDriver = t.mock.method(pg.Client.prototype, 'query');

    await Promise.all(ids.map((orderId) => confirmOrder(context, { merchantId: MERCHANT, orderId })));

    assert.equal(sent[0], 'begin isolation level read committed');
    assert.equal(sent.at(-1), 'commit');
    const [first, ...others] = sent.filter((text) =>
      /insert into (transactions|statement_lines) /.test(text),
    );
    assert.match(first ?? '', /update orders/, 'transactions and lines of a statement go with their orders');
    assert.deepEqual(others, []);
    assert.ok(!sent.some((text) => text.includes('update "payments"')), 'no page is open to be closed');
    assert.ok(sent.length <= MAX_STATEMENTS, sent.join('\n'));
    assert.equal(
      toDriver.mock.callCount(),
      MAX_ROUND_TRIPS,
      'to the driver, statements sent together are one query',
    );
  });
});
