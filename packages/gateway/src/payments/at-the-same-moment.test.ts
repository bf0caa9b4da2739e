import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { readLotUse } from '../allotments/lot-use.ts';
import type { OrderContext } from '../orders/context.ts';
import { createOrder } from '../orders/create.ts';
import { expireOrders } from '../orders/end/expire.ts';
import type { Provider, RefundReport } from '../providers/provider.ts';
import { sandboxProvider } from '../providers/sandbox.ts';
import { requestRefund } from '../refunds/request-refund.ts';
import { recordRetirement } from '../retirements/record.ts';
import type { RefundRow } from '../store/schema.ts';
import { onBothEngines } from '../testing/engines.ts';
import { openWithLongTimeouts } from '../testing/open-with-long-timeouts.ts';
import { order, publisherOf, retirement } from '../testing/retired-orders.ts';
import { MERCHANT, openStore, type TestStore } from '../testing/store.ts';
import { applyReport } from './apply-report.ts';
import { claimOpening, finishOpening } from './open-payment.ts';

/** Repetitions of each pair of events: how far one is when the other begins differs. */
const ROUNDS = 8;
const KG = 10;
const GRAMS = 10_000;
const MINOR = 1000;

/** Waits in every other round, longer each time, so that either event may be first. */
const later = (round: number): Promise<unknown> =>
  round % 2 === 0 ? Promise.resolve() : setTimeout(round * 5);

const named = (name: string): Provider => ({
  ...sandboxProvider(),
  name,
  async *refundsOf() {},
});
const [bank, replaced] = [named('bank'), named('replaced')];

async function newOrder({ context }: TestStore): Promise<string> {
  const input = { emission_amount: KG, emission_unit: 'kgCO2' as const };
  return JSON.parse((await createOrder(context, MERCHANT, input)).body).order_id;
}

/** Opens a page to pay an order. @returns a function that reports it as paid. */
async function opened(
  { context }: TestStore,
  id: string,
  provider = bank,
): Promise<(by: OrderContext) => Promise<unknown>> {
  const claimed = await claimOpening(context, provider.name, { id, merchant_id: MERCHANT });
  if (claimed.kind !== 'claimed') throw new Error(claimed.kind);
  const reference = `page ${claimed.paymentId}`;
  await finishOpening(context, claimed, { reference, url: 'https://bank.example', expiresAt: 9e15 });
  const received = { currency: 'INR', amount_minor: MINOR };
  const report = { kind: 'payment', state: 'paid', reference, received } as const;
  return (by) => applyReport(by, provider, { ...report, paymentReference: `money ${id} ${provider.name}` });
}

const refundsOf = ({ db }: TestStore, id: string): Promise<RefundRow[]> =>
  db.kysely.selectFrom('refunds').selectAll().where('order_id', '=', id).orderBy('cause').execute();

async function statusOf({ db }: TestStore, id: string): Promise<string> {
  const found = db.kysely.selectFrom('orders').select('status').where('id', '=', id);
  return (await found.executeTakeFirstOrThrow()).status;
}

onBothEngines('at the same moment, in two processes', ({ database }) => {
  /** Does something with a store and a second connection to its database, several times. */
  async function eachRound(
    grams: number,
    work: (store: TestStore, other: OrderContext, round: number) => Promise<void>,
  ): Promise<void> {
    const store = await openStore(await database(), grams);
    const db = openWithLongTimeouts(store.url);
    for (let round = 0; round < ROUNDS; round += 1) await work(store, { ...store.context, db }, round);
    await db.close();
    await store.db.close();
  }

  it('two tabs pay one order at two providers: one payment is kept, the other is refunded by its provider', () =>
    eachRound(1e9, async (store, other) => {
      const id = await newOrder(store);
      const pays = [await opened(store, id, replaced), await opened(store, id)];
      await Promise.all([pays[0]!(store.context), pays[1]!(other), pays[0]!(other)]);
      const payments = store.db.kysely.selectFrom('payments').selectAll().where('order_id', '=', id);
      const rows = await payments.execute();
      assert.deepEqual(rows.map(({ kept_minor }) => kept_minor).sort(), [0, MINOR]);
      const unkept = rows.find(({ kept_minor }) => kept_minor === 0);
      const refunds = await refundsOf(store, id);
      assert.deepEqual(
        refunds.map(({ cause, provider, amount_minor }) => [cause, provider, amount_minor]),
        [['surplus', unkept?.provider, MINOR]],
      );
    }));

  it('payment and expiry: the order is paid and holds its credits, or they are sold and the money refunded', () =>
    // The stock is the credits of one order.
    eachRound(GRAMS, async (store, other, round) => {
      const id = await newOrder(store);
      const pay = await opened(store, id);
      store.setNow(store.context.now() + store.context.orderTtlMs);
      await Promise.all([pay(store.context), later(round).then(() => expireOrders(other))]);
      const isPaid = (await statusOf(store, id)) === 'completed';
      const next = newOrder(store).then(async (sold) => (await opened(store, sold))(store.context));
      if (isPaid) await assert.rejects(next, { code: 40903 });
      else await next;
      await pay(other);
      assert.deepEqual(
        (await refundsOf(store, id)).map(({ cause, amount_minor }) => `${cause} ${amount_minor}`),
        isPaid ? [] : [`surplus ${MINOR}`],
      );
      const [lot] = await readLotUse(store.db.kysely);
      const sold = GRAMS * (round + 1);
      assert.deepEqual([lot?.allocated, lot?.reserved], [sold, 0]);
      const more = { grams_total: sold + GRAMS };
      await store.db.kysely.updateTable('credit_lots').set(more).execute();
    }));

  it('a refund request and a dispute together take no more than was paid', () =>
    eachRound(1e9, async (store, other, round) => {
      const id = await newOrder(store);
      await (await opened(store, id))(store.context);
      const dispute: RefundReport = {
        kind: 'refund',
        cause: 'dispute',
        reference: `dispute ${id}`,
        state: 'pending',
        paymentReference: `money ${id} bank`,
        amount: { currency: 'INR', amount_minor: MINOR },
      };
      const [requested] = await Promise.allSettled([
        requestRefund(store.context, MERCHANT, id, { input: round % 2 === 0 ? {} : { emission_amount: 4 } }),
        applyReport(other, bank, dispute),
      ]);
      const refunds = await refundsOf(store, id);
      const sum = refunds.reduce((all, { order_minor }) => all + order_minor, 0);
      assert.equal(sum, MINOR);
      assert.equal(refunds.length, requested.status === 'fulfilled' ? 2 : 1);
      if (requested.status === 'rejected') assert.equal(requested.reason.code, 40907);
      const order = store.db.kysely.selectFrom('orders').select('refund_pending_minor').where('id', '=', id);
      assert.equal((await order.executeTakeFirstOrThrow()).refund_pending_minor, MINOR);
    }));

  it('a dispute lost and then won on appeal ends as won, whichever event comes first', () =>
    eachRound(1e9, async (store, other, round) => {
      const id = await newOrder(store);
      await (await opened(store, id))(store.context);
      const dispute = {
        kind: 'refund',
        cause: 'dispute',
        reference: `dispute ${id}`,
        paymentReference: `money ${id} bank`,
        amount: { currency: 'INR', amount_minor: MINOR },
      } as const;
      const won: RefundReport = { ...dispute, state: 'failed' };
      const provider: Provider = { ...bank, findRefund: async () => won };
      if (round < ROUNDS / 2) await applyReport(other, bank, { ...dispute, state: 'pending' }, 'event');
      await Promise.all([
        applyReport(store.context, provider, { ...dispute, state: 'completed' }, 'event'),
        applyReport(other, provider, won, 'event'),
        applyReport(store.context, provider, { ...dispute, state: 'completed' }, 'event'),
      ]);
      assert.deepEqual(
        (await refundsOf(store, id)).map(({ state }) => state),
        ['failed'],
      );
    }));

  it('a refund and the publication of a batch: credits are retired or back in stock, never both', () =>
    eachRound(1e9, async (store, other, round) => {
      // A refund of money that no provider received is completed at once.
      const id = await order(store, KG, 'completed');
      const [, batch] = await Promise.all([
        later(round).then(() => requestRefund(other, MERCHANT, id, { input: {} })),
        recordRetirement(publisherOf(store), retirement(1, round + 1)),
      ]);
      const [refund] = await refundsOf(store, id);
      const isRetired = batch !== undefined && batch.orders > 0;
      assert.deepEqual([refund?.state, refund?.credits], ['completed', isRetired ? 'retired' : 'returned']);
      const held = store.db.kysely.selectFrom('allocations').select(['grams', 'batch']);
      const expected = isRetired ? [{ grams: GRAMS, batch: batch.id }] : [];
      assert.deepEqual(await held.where('order_id', '=', id).execute(), expected);
    }));

  it('two reports of a bounced refund give the order its unretired credits back once', () =>
    eachRound(1e9, async (store, other, round) => {
      const id = await newOrder(store);
      await (await opened(store, id))(store.context);
      await requestRefund(store.context, MERCHANT, id, { input: { emission_amount: 4 } });
      const [made = assert.fail()] = await refundsOf(store, id);
      const refund = {
        kind: 'refund',
        cause: 'provider',
        reference: `refund ${id}`,
        refundId: made.id,
        paymentReference: `money ${id} bank`,
        amount: { currency: 'INR', amount_minor: made.amount_minor },
      } as const;
      const settled = (by: OrderContext, state: 'completed' | 'failed') =>
        applyReport(by, bank, { ...refund, state }, 'event');
      await settled(other, 'completed');
      const batch = await recordRetirement(publisherOf(store), retirement(1, round + 1));
      await Promise.all([
        settled(store.context, 'failed'),
        later(round).then(() => settled(other, 'failed')),
      ]);
      // Both again, and late: nothing changes.
      await settled(other, 'completed');
      await settled(store.context, 'failed');
      assert.deepEqual(
        (await refundsOf(store, id)).map(({ state, credits }) => [state, credits]),
        [['failed', 'none']],
      );
      const held = store.db.kysely.selectFrom('allocations').select(['lot', 'grams', 'batch']);
      assert.deepEqual(await held.where('order_id', '=', id).orderBy('part').execute(), [
        { lot: 'wind-2024', grams: 6000, batch: batch?.id },
        { lot: 'wind-2024', grams: 4000, batch: null },
      ]);
      const rest = await recordRetirement(publisherOf(store), retirement(1, 1000 + round));
      assert.equal(rest?.orders, 1);
    }));
});
