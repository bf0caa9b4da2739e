import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { KyselyPlugin } from 'kysely';
import { inTransaction } from '../../store/transaction.ts';
import { onBothEngines } from '../../testing/engines.ts';
import { MERCHANT, openStore, settleOrder } from '../../testing/store.ts';
import { createOrder } from '../create.ts';
import { failPending } from './fail-pending.ts';
import { markCompleted, markCompletedOrRead } from './mark-completed.ts';

onBothEngines('orders marked as completed', ({ distributed, database }) => {
  // If rows are spread by merchant, open pages are not read with the orders: each order may have one.
  it('are returned as payable if a payment of theirs is still open, and cannot be marked twice', {
    skip: distributed,
  }, async (t) => {
    const { db, context } = await openStore(await database());
    t.after(() => db.close());
    const payments = { started: 'started', failed: 'failed', none: undefined } as const;
    const ids: Record<string, string> = {};
    for (const [name, state] of Object.entries(payments)) {
      const { body } = await createOrder(context, MERCHANT, { emission_amount: 1, emission_unit: 'kgCO2' });
      const id: string = JSON.parse(body).order_id;
      ids[name] = id;
      if (state === undefined) continue;
      const at = context.now();
      const times = { created_at: at, updated_at: at, check_at: null, session_expires_at: null };
      const price = { currency: 'INR', amount_minor: 1, payment_reference: null, redirect_url: null };
      const own = { merchant_id: MERCHANT, id: `pay_${name}`, order_id: id, reference: name };
      await db.kysely
        .insertInto('payments')
        .values({ ...own, provider: 'sandbox', state, ...price, ...times })
        .execute();
    }
    const paid = Object.values(ids).map((id) => ({ id, merchant_id: MERCHANT, at: context.now() }));

    const { completed, payable } = await inTransaction(db, (tx) => markCompletedOrRead(tx, db, paid));

    assert.equal(completed.length, 3);
    assert.deepEqual(
      payable.map(({ id }) => id),
      [ids.started],
    );
    const again = inTransaction(db, (tx) => markCompleted(tx, db, completed));
    await assert.rejects(again, 'they are no longer pending');
    assert.equal((await db.kysely.selectFrom('transactions').select('id').execute()).length, 3);
  });

  it('have their credits allocated at their first mark, and can no longer fail', async (t) => {
    const store = await openStore(await database());
    const { db, context, setNow } = store;
    t.after(() => db.close());
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      const { body } = await createOrder(context, MERCHANT, { emission_amount: 1, emission_unit: 'kgCO2' });
      ids.push(JSON.parse(body).order_id);
    }
    const [first = '', second = '', pending = ''] = ids;
    const at = context.now() + 1000;
    setNow(at);
    const mark = (now: number) =>
      inTransaction(db, (tx) => markCompletedOrRead(tx, db, [{ id: first, merchant_id: MERCHANT, at: now }]));
    await mark(at);
    // Confirming an order repeatedly does not postpone its retirement.
    await mark(at + 1000);
    await settleOrder(store, second, 'completed');
    const rows = await db.kysely.selectFrom('allocations').select(['order_id', 'allocated_at']).execute();
    assert.deepEqual(
      new Map(rows.map((row) => [row.order_id, row.allocated_at])),
      new Map([...[first, second].map((id) => [id, at] as const), [pending, null]]),
    );
    const fail = async (id: string, merchant_id = MERCHANT) =>
      (await inTransaction(db, (tx) => failPending(tx, context, { id, merchant_id })))?.id;
    for (const id of [first, second]) assert.equal(await fail(id), undefined);
    assert.equal(await fail(pending, 'merchant-b'), undefined);
    assert.equal(await fail(pending), pending);
  });

  it('send no statement if there are none', async (t) => {
    const { db } = await openStore(await database());
    t.after(() => db.close());
    let sent = 0;
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        sent += 1;
        return result;
      },
    };

    await db.transaction((tx) => markCompleted(tx.withPlugin(counting), db, []));

    assert.equal(sent, 0);
  });
});
