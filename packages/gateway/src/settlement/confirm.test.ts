import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Settlement } from '@flight-offset/core';
import { changeMerchant } from '../merchants/change.ts';
import { setLimit } from '../merchants/limit.ts';
import { createOrder } from '../orders/create.ts';
import { failOrder } from '../orders/end/fail-order.ts';
import type { OrderRow } from '../store/schema.ts';
import { inTransaction } from '../store/transaction.ts';
import { onBothEngines } from '../testing/engines.ts';
import { addMerchant, MERCHANT, openStore, settleOrder, type TestStore } from '../testing/store.ts';
import { confirmOrder } from './confirm.ts';

async function permit({ db }: TestStore, limit: number, settlement: Settlement = 'merchant'): Promise<void> {
  await db.kysely.updateTable('merchants').set({ settlement }).where('id', '=', MERCHANT).execute();
  await inTransaction(db, (tx) => setLimit(tx, MERCHANT, 'INR', limit));
}

async function create(store: TestStore, kg: number, merchant = MERCHANT): Promise<string> {
  const order = { emission_amount: kg, emission_unit: 'kgCO2' } as const;
  const { body } = await createOrder(store.context, merchant, order);
  return JSON.parse(body).order_id;
}

const confirm = async (store: TestStore, orderId: string, reference?: string): Promise<OrderRow> =>
  (await confirmOrder(store.context, { merchantId: MERCHANT, orderId, reference })).order;

async function stateOf({
  db,
}: TestStore): Promise<{ open: number; lines: number; total: number; completed: number }> {
  const limit = await db.kysely.selectFrom('settlement_limits').selectAll().executeTakeFirst();
  const lines = await db.kysely.selectFrom('statement_lines').selectAll().execute();
  const completed = await db.kysely
    .selectFrom('orders')
    .selectAll()
    .where('status', '=', 'completed')
    .execute();
  const total = lines.reduce((sum, line) => sum + line.amount_minor, 0);
  return { open: limit?.open_minor ?? 0, lines: lines.length, total, completed: completed.length };
}

onBothEngines('a merchant that collects the money itself', ({ database }) => {
  it('confirms an order once, however often and at the same moment', async () => {
    const store = await openStore(await database());
    await permit(store, 1_000_000);
    const id = await create(store, 1000);
    const all = await Promise.all(Array.from({ length: 100 }, () => confirm(store, id, 'EX7K2P')));
    assert.deepEqual(
      new Set(all.map(({ status, settlement, reference }) => `${status} ${settlement} ${reference}`)),
      new Set(['completed merchant EX7K2P']),
    );
    assert.deepEqual(await stateOf(store), { open: 100_000, lines: 1, total: 100_000, completed: 1 });
    const { db } = store;
    const transactions = await db.kysely.selectFrom('transactions').selectAll().execute();
    assert.equal(transactions.length, 1);
    await db.close();
  });

  it('confirms several orders at the same moment, each returned as its own', async () => {
    const store = await openStore(await database());
    await permit(store, 1_000_000);
    const ids = await Promise.all([10, 20, 30].map((kg) => create(store, kg)));
    const all = await Promise.all(ids.map((id) => confirm(store, id)));
    assert.deepEqual(
      all.map(({ id, amount_minor }) => [id, amount_minor]),
      [1000, 2000, 3000].map((amount, index) => [ids[index], amount]),
    );
    await store.db.close();
  });

  it('leaves an order that cost nothing unchanged', async () => {
    const store = await openStore(await database());
    await permit(store, 1000);
    const id = await create(store, 0);
    const { status, settlement } = await confirm(store, id);
    assert.deepEqual([status, settlement], ['completed', 'payer']);
    assert.deepEqual(await stateOf(store), { open: 0, lines: 0, total: 0, completed: 1 });
    await store.db.close();
  });

  it('gets a fault as an error, both before and after its limit is checked again', async () => {
    const store = await openStore(await database());
    await permit(store, 0);
    const orderId = await create(store, 1);
    // The first attempt, which finds the limit taken, reads the clock twice.
    for (const failing of [1, 3]) {
      let calls = 0;
      const now = (): number => {
        calls += 1;
        if (calls === failing) throw new Error('no clock');
        return store.context.now();
      };
      const context = { ...store.context, now };
      await assert.rejects(confirmOrder(context, { merchantId: MERCHANT, orderId }), /no clock/);
    }
    await store.db.close();
  });

  it('gets a confirmed order unchanged, beside one that the limit refuses', async () => {
    const store = await openStore(await database());
    await permit(store, 1000);
    const [first, second] = [await create(store, 10), await create(store, 10)];
    await confirm(store, first);
    const [again, refused] = await Promise.allSettled([confirm(store, first), confirm(store, second)]);
    assert.equal(again.status === 'fulfilled' && again.value.status, 'completed');
    assert.equal(refused.status === 'rejected' && refused.reason.code, 40911);
    await store.db.close();
  });

  it('never owes more than its limit with concurrent confirms, and refused orders stay pending', async () => {
    const store = await openStore(await database());
    await permit(store, 25_000);
    const ids = await Promise.all(Array.from({ length: 30 }, () => create(store, 10)));
    const outcomes = await Promise.allSettled(ids.map((id) => confirm(store, id)));
    const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
    assert.deepEqual(
      refused,
      Array.from({ length: 5 }, () => 40911),
    );
    assert.deepEqual(await stateOf(store), { open: 25_000, lines: 25, total: 25_000, completed: 25 });
    const pending = await store.db.kysely
      .selectFrom('orders')
      .selectAll()
      .where('status', '=', 'pending')
      .execute();
    assert.deepEqual(new Set(pending.map(({ settlement }) => settlement)), new Set(['payer']));
    await permit(store, 30_000);
    assert.equal((await stateOf(store)).open, 25_000, 'a higher limit forgives nothing');
    await store.db.close();
  });

  it('needs permission and a limit in the currency of the order', async () => {
    const store = await openStore(await database());
    const id = await create(store, 1);
    await assert.rejects(confirm(store, id), { code: 40302 });
    await permit(store, 1000, 'payer');
    await assert.rejects(confirm(store, id), { code: 40302 });
    // The permission of another merchant does not count.
    await addMerchant(store.db, 'other');
    const limits = [{ currency: 'INR', limit_minor: 1000 }];
    await changeMerchant(store.db, 'other', { settings: { settlement: 'merchant' }, limits });
    await assert.rejects(confirm(store, id), { code: 40302 });
    assert.deepEqual(await stateOf(store), { open: 0, lines: 0, total: 0, completed: 0 });
    await store.db.close();
  });

  it('cannot confirm an order of another merchant, one that failed or one the payer paid', async () => {
    const store = await openStore(await database());
    await permit(store, 1_000_000);
    await addMerchant(store.db, 'other');
    const other = await create(store, 1, 'other');
    const [failed, paid] = [await create(store, 1), await create(store, 1)];
    await failOrder(store.context, MERCHANT, failed);
    await settleOrder(store, paid, 'completed');
    for (const [id, code] of [
      [other, 40402],
      [failed, 40902],
      [paid, 40902],
    ] as const)
      await assert.rejects(confirm(store, id), { code }, id);
    assert.deepEqual(await stateOf(store), { open: 0, lines: 0, total: 0, completed: 1 });
    await store.db.close();
  });

  it('cannot confirm the order of another, even while that merchant repeats its own confirm', async () => {
    const store = await openStore(await database());
    await permit(store, 1_000_000);
    await addMerchant(store.db, 'other');
    const [id, own] = [await create(store, 1), await create(store, 1)];
    await Promise.all([confirm(store, id), confirm(store, own)]);
    const beside = await Promise.allSettled([
      confirmOrder(store.context, { merchantId: 'other', orderId: id }),
      confirm(store, own),
    ]);
    assert.deepEqual(
      beside.map((one) => (one.status === 'rejected' ? one.reason.code : one.status)),
      [40402, 'fulfilled'],
    );
    await store.db.close();
  });

  it('keeps the reference of an order, and sets that of the confirm if there is none', async () => {
    const store = await openStore(await database());
    await permit(store, 1_000_000);
    const [id, named] = [await create(store, 1), await create(store, 1)];
    const orders = store.db.kysely.updateTable('orders').set({ reference: 'first' });
    await orders.where('id', '=', named).execute();
    const references: (string | null)[] = [];
    for (const orderId of [id, named]) {
      const confirmation = { merchantId: MERCHANT, orderId, reference: 'second' };
      references.push((await confirmOrder(store.context, confirmation)).order.reference);
    }
    assert.deepEqual(references, ['second', 'first']);
    await store.db.close();
  });

  it('cancels a pending order repeatedly, and never a completed one', async () => {
    const store = await openStore(await database());
    await permit(store, 1_000_000);
    const [id, done] = [await create(store, 1), await create(store, 1)];
    const all = await Promise.all([1, 2, 3].map(() => failOrder(store.context, MERCHANT, id)));
    assert.deepEqual(new Set(all.map(({ status }) => status)), new Set(['failed']));
    await confirm(store, done);
    await assert.rejects(failOrder(store.context, MERCHANT, done), { code: 40902 });
    await assert.rejects(failOrder(store.context, 'other', id), { code: 40402 });
    await store.db.close();
  });

  it('either confirms or cancels an order if both are requested at once', async () => {
    const store = await openStore(await database());
    await permit(store, 1_000_000);
    for (let round = 0; round < 10; round += 1) {
      const before = await stateOf(store);
      const id = await create(store, 1);
      const [confirmed, cancelled] = await Promise.allSettled([
        confirm(store, id),
        failOrder(store.context, MERCHANT, id),
      ]);
      assert.notEqual(confirmed?.status, cancelled?.status);
      const { lines, completed } = await stateOf(store);
      const won = confirmed?.status === 'fulfilled' ? 1 : 0;
      assert.deepEqual([lines - before.lines, completed - before.completed], [won, won]);
    }
    await store.db.close();
  });
});
