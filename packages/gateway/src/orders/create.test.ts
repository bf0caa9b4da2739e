import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { CreateOrder } from '@flight-offset/core';
import { CompiledQuery } from 'kysely';
import { readLotUse } from '../allotments/lot-use.ts';
import type { OrderRow } from '../store/schema.ts';
import { onBothEngines } from '../testing/engines.ts';
import { recount } from '../testing/recount.ts';
import { addMerchant, MERCHANT, openStore, settleOrder, type TestStore } from '../testing/store.ts';
import { createOrder } from './create.ts';
import { listOrders } from './find.ts';
import { decodePublishers } from './stored-publishers.ts';

const kilograms = (emission_amount: number): CreateOrder => ({ emission_amount, emission_unit: 'kgCO2' });

async function totalsOf(store: TestStore, merchant = MERCHANT): Promise<unknown> {
  const query = { page: 1, limit: 1, sort: 'asc' } as const;
  return (await listOrders(store.context, merchant, query)).overview;
}

async function ordersIn({ db }: TestStore): Promise<OrderRow[]> {
  return db.kysely.selectFrom('orders').selectAll().execute();
}

onBothEngines('orders requested at the same time', ({ database }) => {
  it('each get their own response: created, replayed, misused key or refused', async () => {
    const store = await openStore(await database(), 10_000);
    await addMerchant(store.db, 'merchant-b');
    const ask = (merchant: string, amount: number, key?: string, bodyHash = 'h') =>
      createOrder(store.context, merchant, kilograms(amount), {
        idempotency: key === undefined ? undefined : { key, bodyHash },
      });
    const results = await Promise.allSettled([
      // First: if merchants are spread over shards, each has its own batches.
      ask('merchant-b', 3, 'k'),
      ask(MERCHANT, 1),
      ask(MERCHANT, 2, 'k'),
      ask(MERCHANT, 2, 'k'),
      ask(MERCHANT, 2, 'k', 'other'),
      ask(MERCHANT, 5, 'too-much'),
      ask(MERCHANT, 0, 'nothing'),
      ask(MERCHANT, 4),
      ask(MERCHANT, Number.NaN),
    ]);
    const outcomes = results.map((result) =>
      result.status === 'fulfilled' ? result.value.replayed : (result.reason.code ?? result.reason.name),
    );
    assert.deepEqual(outcomes, [false, false, false, true, 42202, 40903, false, false, 'RangeError']);
    const orders = await ordersIn(store);
    assert.deepEqual(orders.map(({ grams }) => grams).sort(), [0, 1000, 2000, 3000, 4000]);
    assert.deepEqual(await totalsOf(store), await recount(store.db, MERCHANT));
    assert.deepEqual(await totalsOf(store, 'merchant-b'), await recount(store.db, 'merchant-b'));
    const [lot] = await readLotUse(store.db.kysely);
    assert.equal(lot?.reserved, 10_000);
    await store.db.close();
  });

  it('are counted once each, even if others of their batch are refused', async () => {
    const store = await openStore(await database(), 1e6);
    const user = (name: string) => ({ name, email: `${name}@mail.example` });
    const ask = (name: string, amount: number, key?: string) =>
      createOrder(
        store.context,
        MERCHANT,
        { ...kilograms(amount), user: user(name) },
        { idempotency: key === undefined ? undefined : { key, bodyHash: 'h' } },
      );
    const batches = [
      [ask.bind(null, 'a', 1, 'k'), ask.bind(null, 'b', 1)],
      // One was created before, one is refused: no user is counted twice, and a refused order makes no user.
      [ask.bind(null, 'a', 1, 'k'), ask.bind(null, 'refused', 5000), ask.bind(null, 'c', 1)],
      [ask.bind(null, 'a', 1), ask.bind(null, 'refused', 5000)],
      [ask.bind(null, 'd', 1), ask.bind(null, 'b', 0)],
      [ask.bind(null, 'd', 1), ask.bind(null, 'e', 1)],
    ];
    for (const batch of batches) {
      await Promise.allSettled(batch.map((one) => one()));
      assert.deepEqual(await totalsOf(store), await recount(store.db, MERCHANT));
    }
    const users = await store.db.kysely.selectFrom('order_users').select('user_key').execute();
    assert.deepEqual(
      users.map(({ user_key }) => user_key).sort(),
      ['a', 'b', 'c', 'd', 'e'].map((name) => `e:${name}@mail.example`),
    );
    await store.db.close();
  });

  it('keep their publishers, or null if none are named', async () => {
    const store = await openStore(await database());
    const named = ['ICAO', 'Example Airways', '国土交通省'];
    const inputs = [named, undefined, ['ICAO'], []].map((emission_publishers) => ({
      ...kilograms(1),
      ...(emission_publishers && { emission_publishers }),
    }));
    const made = await Promise.all(inputs.map((input) => createOrder(store.context, MERCHANT, input)));
    const rows = new Map((await ordersIn(store)).map((row) => [row.id, row.emission_publishers]));
    const kept = made.map(({ body }) => rows.get(JSON.parse(body).order_id) ?? null);
    assert.deepEqual(kept.map(decodePublishers), [named, [], ['ICAO'], []]);
    assert.deepEqual([kept[1], kept[3]], [null, null]);
    await store.db.close();
  });

  it('leave the idempotency key of a refused one free', async () => {
    const store = await openStore(await database(), 1000);
    const ask = () =>
      createOrder(store.context, MERCHANT, kilograms(2), { idempotency: { key: 'k', bodyHash: 'h' } });
    await assert.rejects(ask(), { code: 40903 });
    await store.db.kysely.updateTable('credit_lots').set({ grams_total: 2000 }).execute();
    assert.equal((await ask()).replayed, false);
    assert.equal((await ask()).replayed, true);
    await store.db.close();
  });

  it('of 0 g are free, and complete at once with one webhook each', async () => {
    const store = await openStore(await database());
    const input: CreateOrder = { ...kilograms(0), callback_url: 'https://merchant.example/' };
    await Promise.all(Array.from({ length: 5 }, () => createOrder(store.context, MERCHANT, input)));
    const { kysely } = store.db;
    assert.deepEqual(
      (await ordersIn(store)).map(({ status, amount_minor }) => [status, amount_minor]),
      Array.from({ length: 5 }, () => ['completed', 0]),
    );
    assert.equal((await kysely.selectFrom('deliveries').selectAll().execute()).length, 5);
    assert.deepEqual(await totalsOf(store), await recount(store.db, MERCHANT));
    await store.db.close();
  });

  it('of the smallest amounts cost a paisa each, and retire nothing before they are paid', async () => {
    const store = await openStore(await database());
    await Promise.all(
      [0.0005, 0.001, 0.004].map((kg) => createOrder(store.context, MERCHANT, kilograms(kg))),
    );
    assert.deepEqual(
      (await ordersIn(store)).map(({ status, amount_minor }) => [status, amount_minor]),
      Array.from({ length: 3 }, () => ['pending', 1]),
    );
    const [lot] = await readLotUse(store.db.kysely);
    assert.deepEqual([lot?.reserved, lot?.allocated], [6, 0]);
    await store.db.close();
  });

  it('are created although another version adds columns meanwhile', async () => {
    const store = await openStore(await database());
    const ask = () =>
      createOrder(store.context, MERCHANT, { ...kilograms(1), user: { email: 'a@x.example' } });
    await ask();
    const tables = [
      'orders',
      'order_totals',
      'order_users',
      'idempotency',
      'credit_lots',
      'allotments',
      'projects',
    ];
    for (const table of tables) {
      const statement = `alter table ${table} add column of_tomorrow text not null default 'x'`;
      await store.db.kysely.executeQuery(CompiledQuery.raw(statement));
    }
    await ask();
    assert.equal((await ordersIn(store)).length, 2);
    assert.deepEqual(await totalsOf(store), await recount(store.db, MERCHANT));
    await store.db.close();
  });

  it('at several gateways sell the last credits exactly, while orders end', {
    timeout: 600_000,
  }, async () => {
    const url = await database();
    const stores = await Promise.all([1, 2, 3].map(() => openStore(url, 100_000)));
    const results = await Promise.allSettled(
      Array.from({ length: 240 }, async (_, i) => {
        const store = stores[i % stores.length] ?? assert.fail();
        // Every fourth is small, every eighth free.
        const small = i % 8 === 0 ? 0 : 0.002;
        const amount = i % 4 === 0 ? small : 0.75;
        const user = { email: `user-${i % 7}@x.example` };
        const { body } = await createOrder(store.context, MERCHANT, { ...kilograms(amount), user });
        if (i % 3 !== 0) return;
        const id = JSON.parse(body).order_id;
        await settleOrder(store, id, 'completed');
      }),
    );
    for (const result of results) {
      if (result.status === 'rejected') assert.equal(result.reason.code, 40903, String(result.reason));
    }
    const [store] = stores;
    assert.ok(store);
    const orders = await ordersIn(store);
    const [lot] = await readLotUse(store.db.kysely);
    const sold = orders.reduce((sum, { grams }) => sum + grams, 0);
    assert.equal((lot?.reserved ?? 0) + (lot?.allocated ?? 0), sold);
    assert.ok(100_000 - sold < 750, `${100_000 - sold} g left although buyers waited for 750`);
    assert.deepEqual(await totalsOf(store), await recount(store.db, MERCHANT));
    await Promise.all(stores.map(({ db }) => db.close()));
  });
});
