import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { CreateOrder } from '@flight-offset/core';
import fc from 'fast-check';
import { readLotUse } from '../allotments/lot-use.ts';
import { createOrder } from '../orders/create.ts';
import { expireOrders } from '../orders/end/expire.ts';
import { listOrders } from '../orders/find.ts';
import { onBothEngines } from '../testing/engines.ts';
import { listQuery, recount } from '../testing/recount.ts';
import { addMerchant, MERCHANT, openStore, settleOrder, type TestStore } from '../testing/store.ts';
import { migrate, migrationState } from './migrate.ts';
import { openDatabase } from './open-database.ts';

const KILOGRAM: CreateOrder = { emission_amount: 1, emission_unit: 'kgCO2' };

async function create(store: TestStore, input: CreateOrder = KILOGRAM, merchant = MERCHANT): Promise<string> {
  return JSON.parse((await createOrder(store.context, merchant, input)).body).order_id;
}

const settle = (store: TestStore, id: string, outcome: 'completed' | 'failed'): Promise<unknown> =>
  settleOrder(store, id, outcome);

function withoutUndefined<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;
}

/** Every combination of the filters of a list. */
const FILTERS = ([undefined, 'pending', 'completed', 'failed'] as const).flatMap((status) =>
  [undefined, 'a@x.example', 'nobody@x.example'].flatMap((email) =>
    [undefined, '', '29ABC'].map((tax_id) => withoutUndefined({ status, email, tax_id })),
  ),
);

onBothEngines('the store', ({ engine, distributed, database, emptyDatabase }) => {
  it('several processes may migrate together', { skip: distributed }, async () => {
    const url = await emptyDatabase();
    // The others wait for the first, however long it takes on a busy machine.
    const all = Array.from({ length: 5 }, () => openDatabase(url, { statementTimeoutMs: 0 }));
    const { due } = await migrationState(all[0]!);
    assert.ok(due.length > 3);
    const ran = await Promise.all(all.map((db) => migrate(db)));
    assert.deepEqual(ran.flat().sort(), due, 'each of them once');
    await Promise.all(all.map((db) => db.close()));
  });

  // A shard has no triggers: there the conditions of each statement enforce the rules that a constraint cannot.
  it('constraints of the database refuse invalid changes of orders, lots and allotments', {
    skip: distributed,
  }, async () => {
    const store = await openStore(await database());
    const { kysely } = store.db;
    const id = await create(store);
    const update = (values: object): Promise<unknown> =>
      kysely.updateTable('orders').set(values).where('id', '=', id).execute();
    await assert.rejects(update({ status: 'completed' }), /check|constraint/i);
    await assert.rejects(update({ grams: 5 }), /cannot change/);
    await assert.rejects(update({ status: 'paid' }), /check|constraint/i);
    await settle(store, id, 'failed');
    await assert.rejects(update({ status: 'pending' }), /final/);
    await assert.rejects(update({ status: 'completed', payment_status: 'completed' }), /final/);
    const lot = kysely.updateTable('credit_lots').set({ grams_allotted: 2e12 }).execute();
    await assert.rejects(lot, /check|constraint/i);
    const allotment = kysely.updateTable('allotments').set({ grams_reserved: 2e12 }).execute();
    await assert.rejects(allotment, /check|constraint/i);
    const row = await kysely.selectFrom('orders').selectAll().executeTakeFirstOrThrow();
    const born = { ...row, id: 'x', payment_token: 'x' };
    await assert.rejects(kysely.insertInto('orders').values(born).execute(), /starts pending/);
    await store.db.close();
  });

  it('200 parallel buyers of the last 100 kg: exactly 100 kg sold', async () => {
    const store = await openStore(await database(), 100_000);
    const results = await Promise.allSettled(
      Array.from({ length: 200 }, () => create(store, { emission_amount: 0.75, emission_unit: 'kgCO2' })),
    );
    const sold = results.filter(({ status }) => status === 'fulfilled').length;
    assert.equal(sold, 133);
    for (const result of results) {
      if (result.status === 'rejected') assert.equal(result.reason.code, 40903);
    }
    const rest = await Promise.allSettled(
      Array.from({ length: 200 }, () => create(store, { emission_amount: 0.05, emission_unit: 'kgCO2' })),
    );
    assert.equal(rest.filter(({ status }) => status === 'fulfilled').length, 5);
    const [lot] = await readLotUse(store.db.kysely);
    assert.equal(lot?.reserved, 100_000);
    await store.db.close();
  });

  it('an order that is settled twice at once ends once, with its credits allocated once', async () => {
    const store = await openStore(await database());
    const ids = await Promise.all(Array.from({ length: 10 }, () => create(store)));
    const ends = ids.flatMap((id) => [settle(store, id, 'completed'), settle(store, id, 'completed')]);
    const done = (await Promise.all(ends)).filter((row) => row !== undefined);
    assert.equal(done.length, 10);
    const rows = await store.db.kysely.selectFrom('allocations').selectAll().execute();
    assert.deepEqual(
      rows.map(({ order_id, grams, allocated_at }) => [order_id, grams, allocated_at !== null]).sort(),
      ids.map((id) => [id, 1000, true]).sort(),
    );
    const [lot] = await readLotUse(store.db.kysely);
    assert.deepEqual([lot?.reserved, lot?.allocated], [0, 10_000]);
    const transactions = await store.db.kysely.selectFrom('transactions').selectAll().execute();
    assert.equal(transactions.length, 10);
    await store.db.close();
  });

  it('an expired pending order fails and frees its credits', async () => {
    const store = await openStore(await database(), 10_000);
    const id = await create(store, { emission_amount: 10, emission_unit: 'kgCO2' });
    await assert.rejects(create(store), { code: 40903 });
    assert.equal(await expireOrders(store.context), 0);
    store.setNow(store.context.now() + 86_400_000);
    assert.equal(await expireOrders(store.context), 1);
    const row = await store.db.kysely
      .selectFrom('orders')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    assert.equal(row?.status, 'failed');
    await create(store, { emission_amount: 10, emission_unit: 'kgCO2' });
    await store.db.close();
  });

  it('totals equal a recount, whatever happens to orders', { timeout: 600_000 }, async () => {
    const store = await openStore(await database());
    await addMerchant(store.db, 'merchant-b');
    const open = new Map<string, string[]>([
      [MERCHANT, []],
      ['merchant-b', []],
    ]);
    const emails = [undefined, 'a@x.example', 'A@X.example', 'b@x.example'] as const;
    const taxes = [undefined, '', '29ABC', '30DEF'] as const;
    const step = fc.record({
      merchant: fc.constantFrom(MERCHANT, 'merchant-b'),
      email: fc.constantFrom(...emails),
      tax_id: fc.constantFrom(...taxes),
      name: fc.constantFrom(undefined, 'Zoë'),
      amount: fc.constantFrom(0, 0.001, 1, 1.0005, 123.456),
      end: fc.constantFrom('completed', 'failed', 'later'),
    });
    const work = fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      await Promise.all(
        steps.map(async ({ merchant, email, tax_id, name, amount, end }) => {
          const user = withoutUndefined({ email, tax_id, name });
          const input: CreateOrder = { emission_amount: amount, emission_unit: 'kgCO2', user };
          const id = await create(store, input, merchant);
          if (end === 'later') open.get(merchant)?.push(id);
          else await settle(store, id, end === 'completed' ? 'completed' : 'failed');
        }),
      );
      const late = open.get(MERCHANT)?.shift();
      if (late) await settle(store, late, 'completed');
      for (const merchant of open.keys()) {
        for (const filter of FILTERS) {
          const { overview, metadata } = await listOrders(store.context, merchant, listQuery(filter));
          const counted = await recount(store.db, merchant, filter);
          assert.deepEqual(overview, counted, JSON.stringify(filter));
          assert.equal(metadata.total_records, counted.total_orders);
        }
      }
    });
    await fc.assert(work, { numRuns: engine === 'sqlite' ? 12 : 6 });
    await store.db.close();
  });

  it('a list and its totals agree while orders come in', async () => {
    const store = await openStore(await database());
    let coming = true;
    const buyers = Promise.all(
      Array.from({ length: 60 }, () => create(store).then((id) => settle(store, id, 'completed'))),
    ).finally(() => {
      coming = false;
    });
    try {
      while (coming) {
        // On SQLite nothing here waits for the system: without this, the buyers would never get a turn.
        await setImmediate();
        for (const status of ['pending', 'completed'] as const) {
          const list = await listOrders(store.context, MERCHANT, { ...listQuery({ status }), limit: 100 });
          assert.equal(list.orders.length, list.metadata.total_records);
        }
      }
    } finally {
      await buyers;
      await store.db.close();
    }
  });

  it('one key makes one order; another merchant may use the same key', async () => {
    const store = await openStore(await database());
    await addMerchant(store.db, 'merchant-b');
    const key = { key: 'k', bodyHash: 'h' };
    const calls = Array.from({ length: 20 }, () =>
      createOrder(store.context, MERCHANT, KILOGRAM, { idempotency: key }),
    );
    const bodies = new Set((await Promise.all(calls)).map(({ body }) => body));
    assert.equal(bodies.size, 1);
    await assert.rejects(
      createOrder(store.context, MERCHANT, KILOGRAM, { idempotency: { key: 'k', bodyHash: 'i' } }),
      {
        code: 42202,
      },
    );
    const other = await createOrder(store.context, 'merchant-b', KILOGRAM, { idempotency: key });
    assert.equal(other.replayed, false);
    await store.db.close();
  });
});
