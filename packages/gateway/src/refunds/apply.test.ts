import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { createOrder } from '../orders/create.ts';
import { lockOrder } from '../orders/end/lock-orders.ts';
import { refundsOfOrder } from '../orders/refunds-of-order.ts';
import type { RefundReport } from '../providers/provider.ts';
import type { RefundRow } from '../store/schema.ts';
import { inTransaction } from '../store/transaction.ts';
import { addMerchant, MERCHANT, openStore, settleOrder, type TestStore } from '../testing/store.ts';
import { applyRefund } from './apply.ts';
import { recordRefund } from './record.ts';
import { requestRefund } from './request-refund.ts';
import { refundUnkept } from './unkept.ts';

const AMOUNT = 1000;

let store: TestStore;
let payments = 0;
before(async () => {
  store = await openStore('sqlite::memory:');
});
after(() => store.db.close());

/** The provider's reference of the latest order's payment. */
const latest = (): string => `pi_${payments}`;

/** An order of 10 kg that a payer paid. @param received minor units that came in. @param kept those that pay for it. @returns its identifier. */
async function paid(received = AMOUNT, kept = AMOUNT, callback_url?: string): Promise<string> {
  const { db, context } = store;
  const input = { emission_amount: 10, emission_unit: 'kgCO2', callback_url } as const;
  const { body } = await createOrder(context, MERCHANT, input);
  const order_id: string = JSON.parse(body).order_id;
  await settleOrder(store, order_id, 'completed');
  const at = context.now();
  payments += 1;
  await db.kysely
    .insertInto('payments')
    .values({
      merchant_id: MERCHANT,
      id: `pay_${payments}`,
      order_id,
      provider: 'stripe',
      reference: `cs_${payments}`,
      currency: 'INR',
      amount_minor: AMOUNT,
      state: 'captured',
      payment_reference: latest(),
      redirect_url: null,
      received_currency: 'INR',
      received_minor: received,
      kept_minor: kept,
      created_at: at,
      updated_at: at,
    })
    .execute();
  return order_id;
}

/** Identifiers created in the same millisecond are not sorted. */
const tick = (): void => store.setNow(store.context.now() + 1);

const refundsOf = (id: string): Promise<RefundRow[]> =>
  refundsOfOrder(store.db.kysely, { id, merchant_id: MERCHANT });

/** Summaries of an order's refunds, oldest first. */
const summary = async (id: string): Promise<string[]> =>
  (await refundsOf(id)).map(({ cause, state, amount_minor }) => `${cause} ${state} ${amount_minor}`);

/** Applies a refund of the latest order's payment, as the provider's API reports it just now. */
async function reported(
  reference: string,
  amount_minor: number,
  given: Partial<RefundReport> = {},
): Promise<void> {
  tick();
  const amount = { currency: 'INR', amount_minor };
  const report = { kind: 'refund', cause: 'provider', state: 'completed', amount, reference } as const;
  const apply = (known?: RefundRow): ReturnType<typeof applyRefund> =>
    inTransaction(store.db, (tx) =>
      applyRefund(tx, store.context, {
        provider: 'stripe',
        reported: { ...report, paymentReference: latest(), ...given },
        known,
      }),
    );
  const result = await apply();
  if (typeof result === 'object') await apply(result);
}

/** Minor units of a transaction; undefined if there is none. */
async function bookedBy(transaction: string | null | undefined): Promise<number | undefined> {
  const rows = store.db.kysely.selectFrom('transactions').select('amount_minor');
  return (await rows.where('id', '=', transaction ?? '').executeTakeFirst())?.amount_minor;
}

/** Requests a refund of some kg, which nobody sends. @returns its identifier. */
async function requested(orderId: string, emission_amount = 2): Promise<string> {
  tick();
  const { body } = await requestRefund(store.context, MERCHANT, orderId, { input: { emission_amount } });
  return JSON.parse(body).refund_id;
}

/** Records the refund of money that was not kept. @returns its identifier. */
async function surplusOf(id: string): Promise<string> {
  const row = await store.db.kysely.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst();
  const [surplus] = await inTransaction(store.db, (tx) =>
    refundUnkept(tx, store.context, row ?? assert.fail()),
  );
  return surplus?.id ?? assert.fail();
}

it('records two provider refunds of the same sum as two', async () => {
  const id = await paid();
  await reported('re_11', 200);
  await reported('re_12', 200);
  assert.deepEqual(await summary(id), ['provider completed 200', 'provider completed 200']);
  // The merchant owes nothing of what its payer paid.
  assert.deepEqual(await store.db.kysely.selectFrom('statement_lines').select('id').execute(), []);
});

it('keeps two pending provider refunds of the same sum apart', async () => {
  const id = await paid();
  await reported('re_13', 200, { state: 'pending' });
  await reported('re_14', 200, { state: 'pending' });
  await reported('re_13', 200, { state: 'failed' });
  assert.deepEqual(await summary(id), ['provider failed 200', 'provider pending 200']);
});

it('completes the refund of a part that costs nothing at once', async () => {
  const id = await paid();
  await requested(id, 0.001);
  assert.deepEqual(await summary(id), ['requested completed 0']);
});

it('books the grams of a refunded part that costs nothing', async () => {
  const id = await paid();
  await requested(id, 0.001);
  const transactions = store.db.kysely.selectFrom('transactions').select(['amount_minor', 'grams']);
  const [booked] = await transactions.where('order_id', '=', id).where('refund_id', 'is not', null).execute();
  assert.deepEqual(booked, { amount_minor: 0, grams: -1 });
});

it('refunds the payment that paid for the order, not others that failed', async () => {
  const id = await paid();
  const { kysely } = store.db;
  const [payment = assert.fail()] = await kysely
    .deleteFrom('payments')
    .where('order_id', '=', id)
    .returningAll()
    .execute();
  const nothing = { received_currency: null, received_minor: null, kept_minor: 0 };
  const closed = { ...payment, ...nothing, state: 'failed', payment_reference: null } as const;
  for (const row of [
    { ...closed, id: 'pay_', reference: 'cs_before' },
    payment,
    { ...closed, id: 'pay_~', reference: 'cs_after' },
  ])
    await kysely.insertInto('payments').values(row).execute();
  await requested(id);
  assert.deepEqual(
    (await refundsOf(id)).map(({ payment_id }) => payment_id),
    [payment.id],
  );
});

it('books a refund of less than a gram', async () => {
  const id = await paid();
  await inTransaction(store.db, async (tx) => {
    const order = await lockOrder(tx, store.context, { id, merchant_id: MERCHANT });
    const part = { currency: 'INR', amount_minor: 5, order_minor: 5, grams: 0 };
    const refund = { cause: 'requested', payment: undefined, ...part } as const;
    await recordRefund(tx, store.context, order ?? assert.fail(), refund);
  });
  const transactions = store.db.kysely.selectFrom('transactions').select('amount_minor');
  assert.deepEqual(await transactions.where('order_id', '=', id).orderBy('amount_minor').execute(), [
    { amount_minor: -5 },
    { amount_minor: AMOUNT },
  ]);
});

it('a report completes the one it names of two requested refunds of the same sum', async () => {
  const id = await paid();
  const refunds = [await requested(id), await requested(id)];
  await reported('re_21', 200, { refundId: refunds[1] ?? assert.fail() });
  assert.deepEqual(Object.fromEntries((await refundsOf(id)).map((one) => [one.id, one.state])), {
    [String(refunds[0])]: 'pending',
    [String(refunds[1])]: 'completed',
  });
});

it('a refund of a second payment does not replace a waiting one of the same sum', async () => {
  const id = await paid();
  await requested(id);
  const { kysely } = store.db;
  const payments = kysely.selectFrom('payments').selectAll().where('order_id', '=', id);
  const twice = { id: 'pay_twice', reference: 'cs_twice', payment_reference: 'pi_twice', kept_minor: 0 };
  const payment = { ...(await payments.executeTakeFirstOrThrow()), ...twice };
  await kysely.insertInto('payments').values(payment).execute();
  await reported('re_93', 200, { paymentReference: 'pi_twice' });
  assert.deepEqual(await summary(id), ['requested pending 200', 'provider completed 200']);
});

it('a dispute does not replace a waiting refund of the same sum', async () => {
  const id = await paid();
  await requested(id);
  await reported('dp_31', 200, { cause: 'dispute', state: 'pending' });
  assert.deepEqual((await summary(id)).toSorted(), ['dispute pending 200', 'requested pending 200']);
});

it('a dispute takes the amount it was first lost for, even after it was won', async () => {
  for (const decided of ['pending', 'failed'] as const) {
    const id = await paid();
    for (const [minor, state] of [
      [300, decided],
      [800, 'completed'],
      [900, 'completed'],
    ] as const)
      await reported(`dp_of_${id}`, minor, { cause: 'dispute', state });
    const sums = store.db.kysely.selectFrom('orders').select(['refunded_minor', 'refund_pending_minor']);
    const taken = await sums.where('id', '=', id).execute();
    assert.deepEqual(taken, [{ refunded_minor: 800, refund_pending_minor: 0 }]);
    assert.deepEqual(await summary(id), ['dispute completed 800']);
  }
});

it('a dispute names the last transaction that took money, even while won, and none if it takes nothing', async () => {
  const id = await paid();
  const named = async (state: RefundReport['state'], minor: number): Promise<number | undefined> => {
    await reported('dp_41', minor, { cause: 'dispute', state });
    const [dispute] = await refundsOf(id);
    return bookedBy(dispute?.transaction_id);
  };
  assert.equal(await named('completed', AMOUNT), -AMOUNT);
  assert.equal(await named('failed', AMOUNT), -AMOUNT);
  assert.equal(await named('completed', 400), -400);
  assert.equal(await named('failed', 400), -400);
  await reported('re_42', AMOUNT);
  assert.equal(await named('completed', 400), undefined);
});

it("a late report of 'pending' does not make a completed refund due again", async () => {
  const id = await paid();
  const refundId = await requested(id);
  await store.db.kysely
    .updateTable('refunds')
    .set({ fault: 'unavailable' })
    .where('id', '=', refundId)
    .execute();
  const states: unknown[][] = [];
  for (const state of ['pending', 'completed', 'pending'] as const) {
    await reported('re_41', 200, { refundId, state });
    const [{ fault, attempts, next_attempt_at } = assert.fail()] = await refundsOf(id);
    states.push([fault, attempts, next_attempt_at && next_attempt_at > store.context.now()]);
  }
  assert.deepEqual(states, [
    [null, 1, true],
    [null, 1, null],
    [null, 1, null],
  ]);
});

it('a surplus has no transaction, and no other refund takes its place once it bounced', async () => {
  const id = await paid(AMOUNT + 500);
  const refundId = await surplusOf(id);
  for (const state of ['completed', 'failed'] as const) await reported('re_51', 500, { refundId, state });
  const transactions = store.db.kysely.selectFrom('transactions').select('amount_minor');
  assert.deepEqual(await transactions.where('order_id', '=', id).execute(), [{ amount_minor: AMOUNT }]);
  await reported('re_52', 200);
  assert.deepEqual(await summary(id), ['surplus failed 500', 'provider completed 200']);
});

it('provider refunds share the money a failed refund leaves, less the part that the surplus covers', async () => {
  const id = await paid(AMOUNT + 500);
  const refundId = await requested(id, 10);
  for (const reference of ['re_61', 're_62']) await reported(reference, 600);
  await reported('re_63', AMOUNT, { refundId, state: 'failed' });
  assert.deepEqual(
    (await refundsOf(id)).map(({ state, amount_minor, order_minor }) => [state, amount_minor, order_minor]),
    [
      ['failed', AMOUNT, AMOUNT],
      ['completed', 600, 600],
      ['completed', 600, 100],
    ],
  );
});

it('neither a surplus nor another failed refund takes a share of the money a failed refund leaves', async () => {
  const id = await paid(AMOUNT + 500);
  await surplusOf(id);
  const refundId = await requested(id, 10);
  for (const state of ['pending', 'failed'] as const) await reported('re_64', 300, { state });
  await reported('re_65', 600);
  await reported('re_66', AMOUNT, { refundId, state: 'failed' });
  assert.deepEqual(
    (await refundsOf(id)).map(({ cause, state, order_minor }) => [cause, state, order_minor]),
    [
      ['surplus', 'pending', 0],
      ['requested', 'failed', AMOUNT],
      ['provider', 'failed', 0],
      ['provider', 'completed', 600],
    ],
  );
});

it('a share of a failed refund adds at most the money of a refund, and its merchant gets a webhook', async () => {
  const { kysely } = store.db;
  await kysely.updateTable('merchants').set({ refund_webhooks: 1 }).execute();
  const id = await paid(AMOUNT, AMOUNT, 'https://air.example/hook');
  const refundId = await requested(id, 3);
  await reported('re_69', 400);
  await reported('re_70', 600);
  await reported('re_60', 300, { refundId, state: 'failed' });
  assert.deepEqual(
    (await refundsOf(id)).map(({ amount_minor, order_minor }) => [amount_minor, order_minor]),
    [300, 400, 600].map((minor) => [minor, minor]),
  );
  const sent = await kysely.selectFrom('deliveries').select('body').where('order_id', '=', id).execute();
  const grams = sent.map(({ body }) => JSON.parse(body).data.refund?.grams);
  assert.deepEqual(grams.toSorted(), [3000, 3000, 4000, 6000, undefined]);
  // The merchant learns of a pending refund once it is completed.
  const other = await paid(AMOUNT, AMOUNT, 'https://air.example/hook');
  const named = await requested(other, 3);
  await reported('re_73', 800, { state: 'pending' });
  await reported('re_74', 300, { refundId: named, state: 'failed' });
  assert.deepEqual(
    (await refundsOf(other)).map(({ state, order_minor }) => [state, order_minor]),
    [
      ['failed', 300],
      ['pending', 800],
    ],
  );
  const events = await kysely.selectFrom('deliveries').select('body').where('order_id', '=', other).execute();
  assert.deepEqual(events.map(({ body }) => JSON.parse(body).type).toSorted(), [
    'order.completed',
    'order.refund_failed',
  ]);
});

it('a share of a failed refund adds no credits to a refund whose credits are retired', async () => {
  const id = await paid();
  const refundId = await requested(id, 3);
  const allocations = store.db.kysely.updateTable('allocations').where('order_id', '=', id);
  await allocations.set({ batch: 'ret_1' }).execute();
  await reported('re_91', 800);
  const { transaction_id: first } = (await refundsOf(id)).at(-1) ?? assert.fail();
  await allocations.set({ batch: null }).execute();
  await reported('re_92', 300, { refundId, state: 'failed' });
  const { order_minor, grams, credits, transaction_id } = (await refundsOf(id)).at(-1) ?? assert.fail();
  assert.deepEqual([order_minor, grams, credits], [800, 7000, 'retired']);
  // The refund names the transaction of the added part, because its webhook is sent again.
  assert.deepEqual([await bookedBy(first), await bookedBy(transaction_id)], [-700, -100]);
  const held = store.db.kysely.selectFrom('allocations').select('grams').where('order_id', '=', id);
  assert.deepEqual(await held.execute(), [{ grams: 10_000 }]);
});

it('sends webhooks about refunds only to merchants that want them', async () => {
  const { kysely } = store.db;
  await addMerchant(store.db, 'another-air');
  await kysely.updateTable('merchants').set({ refund_webhooks: 1 }).execute();
  await kysely.updateTable('merchants').set({ refund_webhooks: 0 }).where('id', '=', MERCHANT).execute();
  const id = await paid(AMOUNT, AMOUNT, 'https://air.example/hook');
  await reported('re_75', 400);
  const sent = await kysely.selectFrom('deliveries').select('body').where('order_id', '=', id).execute();
  assert.deepEqual(
    sent.map(({ body }) => JSON.parse(body).type),
    ['order.completed'],
  );
});

it('refunds a rupee through Razorpay, its minimum, of a surplus and as the rest of an order', async () => {
  const { db, context } = store;
  const throughRazorpay = async (received: number): Promise<string> => {
    const id = await paid(received);
    await db.kysely
      .updateTable('payments')
      .set({ provider: 'razorpay' })
      .where('order_id', '=', id)
      .execute();
    return id;
  };
  const less = await throughRazorpay(AMOUNT + 99);
  await assert.rejects(surplusOf(less), /Failed/);
  assert.deepEqual(await summary(less), []);
  const rupee = await throughRazorpay(AMOUNT + 100);
  await surplusOf(rupee);
  assert.deepEqual(await summary(rupee), ['surplus pending 100']);
  const order = await throughRazorpay(AMOUNT);
  await requested(order, 9);
  tick();
  await requestRefund(context, MERCHANT, order, { input: {} });
  assert.deepEqual(await summary(order), ['requested pending 900', 'requested pending 100']);
});

it('an open dispute in another currency takes no share of a failed refund, and a later refund takes it all', async () => {
  const id = await paid();
  const refundId = await requested(id, 10);
  const amount = { currency: 'USD', amount_minor: 500 };
  await reported('dp_78', 500, { cause: 'dispute', state: 'pending', amount });
  await reported('re_79', 300);
  await reported('re_78', AMOUNT, { refundId, state: 'failed' });
  assert.deepEqual(
    (await refundsOf(id)).map(({ cause, state, order_minor }) => [cause, state, order_minor]),
    [
      ['requested', 'failed', AMOUNT],
      ['dispute', 'pending', 0],
      ['provider', 'completed', 300],
    ],
  );
});

it('a refunded surplus takes nothing from the order, however often it is returned', async () => {
  const id = await paid(AMOUNT, 0);
  await surplusOf(id);
  await reported('re_67', 600);
  for (const state of ['pending', 'failed'] as const) await reported('re_68', 300, { state });
  assert.deepEqual(
    (await refundsOf(id)).map(({ order_minor, grams }) => [order_minor, grams]),
    Array.from({ length: 3 }, () => [0, 0]),
  );
});

it('an order is refunded in at most 100 parts, failed ones included, and then as a whole', async () => {
  const id = await paid();
  const refundId = await requested(id, 0.1);
  await reported('re_71', 10, { refundId, state: 'failed' });
  const [row = assert.fail()] = await refundsOf(id);
  const more = Array.from({ length: 98 }, (_, n) => ({
    ...row,
    id: `rfd_${n}`,
    provider_reference: `x${n}`,
  }));
  await store.db.kysely.insertInto('refunds').values(more).execute();
  await requested(id, 0.1);
  await assert.rejects(requested(id, 0.1), { code: 40908 });
  const rest = () => requestRefund(store.context, MERCHANT, id, { input: {} });
  await rest();
  await assert.rejects(rest(), { code: 40907 });
});
