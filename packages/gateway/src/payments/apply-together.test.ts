import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readLotUse } from '../allotments/lot-use.ts';
import { createOrder } from '../orders/create.ts';
import { completeTogether } from '../orders/end/complete-together.ts';
import type { PaymentReport } from '../providers/provider.ts';
import { inTransaction, type Tx } from '../store/transaction.ts';
import { onBothEngines } from '../testing/engines.ts';
import { runDuringTransaction } from '../testing/lock-wait.ts';
import { MERCHANT, openStore, type TestStore } from '../testing/store.ts';
import { applyPayment } from './apply-payment.ts';
import { applyTogether } from './apply-together.ts';
import { claimOpening, finishOpening } from './open-payment.ts';

const PROVIDER = 'bank';

/** Creates an order. @returns its identifier. */
async function newOrder(store: TestStore): Promise<string> {
  const input = { emission_amount: 10, emission_unit: 'kgCO2' as const, callback_url: 'https://m.example/n' };
  return JSON.parse((await createOrder(store.context, MERCHANT, input)).body).order_id;
}

/** Opens a payment of an order. @returns the report of its provider once it is paid in full, 10 rupees. */
async function openPayment(store: TestStore, orderId: string): Promise<PaymentReport> {
  const opening = await claimOpening(store.context, PROVIDER, { id: orderId, merchant_id: MERCHANT });
  if (opening.kind !== 'claimed') throw new Error(`the opening is ${opening.kind}`);
  const reference = `page-${opening.paymentId}`;
  await finishOpening(store.context, opening, {
    reference,
    url: 'https://bank.example',
    expiresAt: 9e12,
  });
  const { currency, amount_minor } = opening.order;
  const received = { currency, amount_minor };
  return { kind: 'payment', state: 'paid', reference, paymentReference: `money-${reference}`, received };
}

async function countOf(store: TestStore, table: 'transactions' | 'refunds' | 'deliveries'): Promise<number> {
  return (await store.db.kysely.selectFrom(table).select('id').execute()).length;
}

onBothEngines('payments reported at the same time', ({ database, engine }) => {
  it('each complete their order once, with one transaction, one webhook and its credits', async () => {
    const store = await openStore(await database());
    const ids = await Promise.all(Array.from({ length: 20 }, () => newOrder(store)));
    const reports = await Promise.all(ids.map((id) => openPayment(store, id)));
    const apply = (report: PaymentReport) => applyTogether(store.context, PROVIDER, report, 'event');
    // Each twice, and one after the other: a repeat changes nothing.
    const outcomes = await Promise.all([...reports, ...reports].map(apply));
    await Promise.all(reports.map(apply));
    assert.deepEqual([...new Set(outcomes)], ['applied']);
    const orders = await store.db.kysely.selectFrom('orders').select(['status', 'settled_at']).execute();
    assert.ok(orders.every(({ status, settled_at }) => status === 'completed' && settled_at !== null));
    assert.deepEqual(
      [
        await countOf(store, 'transactions'),
        await countOf(store, 'deliveries'),
        await countOf(store, 'refunds'),
      ],
      [20, 20, 0],
    );
    const [lot] = await readLotUse(store.db.kysely);
    assert.deepEqual([lot?.reserved, lot?.allocated], [0, 20 * 10_000]);
    if (engine === 'postgres') {
      const report = await openPayment(store, await newOrder(store));
      const applied = (tx: Tx) => applyPayment(tx, store.context, PROVIDER, { report, source: 'event' });
      await runDuringTransaction(store.db, applied, () => inTransaction(store.db, applied));
      assert.equal(await countOf(store, 'refunds'), 0, 'what pays for the order is no second payment');
    }
    const payments = await store.db.kysely.selectFrom('payments').selectAll().execute();
    for (const { state, kept_minor, received_minor, payment_reference, check_at } of payments)
      assert.deepEqual(
        [state, kept_minor, received_minor, check_at],
        ['captured', 1000, 1000, null],
        payment_reference ?? '',
      );
    await store.db.close();
  });

  it('keep the price of each order: a wrong amount, another currency or a second payment is refunded', async () => {
    const store = await openStore(await database());
    const ids = await Promise.all(Array.from({ length: 6 }, () => newOrder(store)));
    const reports = await Promise.all(ids.map((id) => openPayment(store, id)));
    const [exact, less, more, euros, silent, settled] = reports as [PaymentReport, ...PaymentReport[]];
    await completeTogether(store.context, { merchantId: MERCHANT, orderId: ids[5] ?? '' });
    const { received: _, ...amountless } = silent!;
    const foreign = { ...exact, reference: 'page-of-nobody', orderId: 'ord_nobody' };
    const outcomes = await Promise.all(
      [
        exact,
        { ...less!, received: { currency: 'INR', amount_minor: 999 } },
        { ...more!, received: { currency: 'INR', amount_minor: 1003 } },
        { ...euros!, received: { currency: 'EUR', amount_minor: 1000 } },
        amountless,
        settled!,
        foreign,
      ].map((report) => applyTogether(store.context, PROVIDER, report, 'event')),
    );
    assert.deepEqual(outcomes, [...Array(6).fill('applied'), 'ignored']);
    const payments = await store.db.kysely.selectFrom('payments').selectAll().orderBy('id').execute();
    const refunds = await store.db.kysely.selectFrom('refunds').selectAll().execute();
    const found = await Promise.all(
      ids.map(async (id) => {
        const order = await store.db.kysely
          .selectFrom('orders')
          .select('status')
          .where('id', '=', id)
          .executeTakeFirst();
        const payment = payments.find(({ order_id }) => order_id === id);
        const returned = refunds.filter(({ order_id }) => order_id === id).map((one) => one.amount_minor);
        return [order?.status, payment?.state, payment?.kept_minor, ...returned];
      }),
    );
    assert.deepEqual(found, [
      ['completed', 'captured', 1000],
      ['pending', 'captured', 0, 999],
      ['completed', 'captured', 1000, 3],
      ['pending', 'captured', 0, 1000],
      ['pending', 'started', 0],
      ['completed', 'captured', 0, 1000],
    ]);
    await store.db.close();
  });

  it('apply to the payment they name, though the response with its page reference never arrived', async () => {
    const store = await openStore(await database());
    const id = await newOrder(store);
    const opening = await claimOpening(store.context, PROVIDER, { id, merchant_id: MERCHANT });
    if (opening.kind !== 'claimed') throw new Error(`the opening is ${opening.kind}`);
    const { paymentId } = opening;
    const received = { currency: 'INR', amount_minor: 1000 };
    const report: PaymentReport = {
      kind: 'payment',
      state: 'paid',
      reference: 'page',
      paymentId,
      orderId: id,
      received,
    };
    // The first of them completes the order together with others, the second is applied alone.
    for (let repeat = 0; repeat < 2; repeat += 1)
      assert.equal(await applyTogether(store.context, PROVIDER, report, 'event'), 'applied');
    const { kysely } = store.db;
    const { status } = await kysely.selectFrom('orders').select('status').executeTakeFirstOrThrow();
    assert.equal(status, 'completed');
    const payments = await kysely.selectFrom('payments').select(['id', 'state', 'kept_minor']).execute();
    assert.deepEqual(payments, [{ id: paymentId, state: 'captured', kept_minor: 1000 }]);
    assert.equal(await countOf(store, 'refunds'), 0);
    await store.db.close();
  });

  it('keep the money reference they first stated; a later report adds a missing one', async () => {
    const store = await openStore(await database());
    const report = await openPayment(store, await newOrder(store));
    const { paymentReference: _, ...unnamed } = report;
    const found: unknown[] = [];
    for (const next of [unnamed, report, { ...report, paymentReference: 'returned-by-itself' }]) {
      await applyTogether(store.context, PROVIDER, next, 'event');
      const payment = store.db.kysely.selectFrom('payments').select(['payment_reference', 'check_at']);
      found.push(await payment.executeTakeFirst());
    }
    const named = { payment_reference: report.paymentReference, check_at: null };
    assert.deepEqual(found, [{ payment_reference: null, check_at: store.context.now() }, named, named]);
    await store.db.close();
  });

  it("without an amount make the payment due at once; a late report of 'closed' changes nothing", async () => {
    const store = await openStore(await database());
    const report = await openPayment(store, await newOrder(store));
    const { paymentReference: name, received, ...bare } = report;
    const found: unknown[] = [];
    for (const next of [
      { ...bare, paymentReference: name },
      bare,
      { ...bare, received },
      { ...bare, state: 'closed' } as const,
    ]) {
      await applyTogether(store.context, PROVIDER, next, 'event');
      const payment = store.db.kysely
        .selectFrom('payments')
        .select(['state', 'payment_reference', 'check_at']);
      found.push(Object.values((await payment.executeTakeFirst()) ?? {}));
    }
    const [waiting, captured] = [
      ['started', name, store.context.now()],
      ['captured', name, null],
    ];
    assert.deepEqual(found, [waiting, waiting, captured, captured]);
    await store.db.close();
  });

  it('pay for nothing once their money is refunded, though a later report states the full amount', async () => {
    const store = await openStore(await database());
    const report = await openPayment(store, await newOrder(store));
    for (const amount_minor of [999, 1000]) {
      const received = { currency: 'INR', amount_minor };
      await applyTogether(store.context, PROVIDER, { ...report, received }, 'event');
    }
    const { status } = await store.db.kysely.selectFrom('orders').select('status').executeTakeFirstOrThrow();
    assert.equal(status, 'pending');
    const refunds = await store.db.kysely.selectFrom('refunds').select('amount_minor').execute();
    assert.deepEqual(refunds, [{ amount_minor: 999 }]);
    await store.db.close();
  });

  it('leave the others unaffected when one fails', async () => {
    const store = await openStore(await database());
    const ids = await Promise.all([newOrder(store), newOrder(store), newOrder(store)]);
    const [first, broken, last] = (await Promise.all(ids.map((id) => openPayment(store, id)))) as [
      PaymentReport,
      PaymentReport,
      PaymentReport,
    ];
    // The transaction of its order is there already: the database refuses a second one.
    const row = { id: 'txn_x', merchant_id: MERCHANT, order_id: ids[1], currency: 'INR', created_at: 0 };
    await store.db.kysely
      .insertInto('transactions')
      .values({ ...row, amount_minor: 10, inr_minor: 10, grams: 1 })
      .execute();
    const results = await Promise.allSettled(
      [first, broken, last].map((report) => applyTogether(store.context, PROVIDER, report, 'event')),
    );
    assert.deepEqual(
      results.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
    const orders = await store.db.kysely.selectFrom('orders').select(['id', 'status']).execute();
    assert.deepEqual(
      ids.map((id) => orders.find((order) => order.id === id)?.status),
      ['completed', 'pending', 'completed'],
    );
    await store.db.close();
  });

  it('complete an order once, with one transaction, when several paths complete it', async () => {
    const store = await openStore(await database());
    const orderId = await newOrder(store);
    const wanted = { merchantId: MERCHANT, orderId };
    const report = await openPayment(store, orderId);
    const results = await Promise.all([
      completeTogether(store.context, wanted),
      completeTogether(store.context, wanted),
      applyTogether(store.context, PROVIDER, report, 'event'),
      completeTogether(store.context, { merchantId: 'another', orderId }),
    ]);
    assert.deepEqual(
      results.map((result) => (typeof result === 'object' ? result.order.status : result)),
      ['completed', 'completed', 'applied', undefined],
    );
    assert.equal(await countOf(store, 'transactions'), 1);
    await store.db.close();
  });
});
