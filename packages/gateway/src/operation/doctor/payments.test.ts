import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createOrder } from '../../orders/create.ts';
import { claimRefund } from '../../payments/refund-claim.ts';
import { sendRefunds } from '../../payments/send-refunds.ts';
import type { RefundReport } from '../../providers/provider.ts';
import { endRefund } from '../../refunds/record.ts';
import { refundOrder } from '../../refunds/refund-order.ts';
import type { PaymentRow } from '../../store/schema.ts';
import { inTransaction } from '../../store/transaction.ts';
import { Bank, createPaidOrder } from '../../testing/bank.ts';
import { onBothEngines } from '../../testing/engines.ts';
import { MERCHANT, openStore, settleOrder, type TestStore } from '../../testing/store.ts';
import type { CheckContext } from './check.ts';
import { paymentChecks } from './payments.ts';

const HOUR_MS = 3_600_000;

onBothEngines('doctor about payments', ({ database }) => {
  const stateOf = async ({ db, context }: TestStore, name: string): Promise<string | undefined> => {
    const check = paymentChecks.find((one) => one.name === name);
    const config = { provider: 'stripe', GATEWAY_PUBLIC_URL: 'https://pay.example' };
    const verdict = await check?.run({ db, config, now: context.now } as CheckContext);
    return verdict && [verdict.state, verdict.detail].filter(Boolean).join(': ');
  };
  const paid = async (store: TestStore): Promise<string> => {
    const input = { emission_amount: 10, emission_unit: 'kgCO2' as const };
    const { order_id } = JSON.parse((await createOrder(store.context, MERCHANT, input)).body);
    await settleOrder(store, order_id, 'completed');
    return order_id;
  };
  const addPayment = (
    { db, context }: TestStore,
    id: string,
    more: Partial<PaymentRow> & { order_id: string },
  ) => {
    const payment = {
      merchant_id: MERCHANT,
      id,
      provider: 'stripe',
      reference: id,
      state: 'failed' as const,
    };
    const money = { currency: 'INR', amount_minor: 100, payment_reference: id, redirect_url: null };
    const moments = { created_at: context.now() - HOUR_MS, updated_at: context.now() };
    const row = { ...payment, ...money, ...moments, ...more };
    return db.kysely.insertInto('payments').values(row).execute();
  };

  it('warns if payments were started and no webhook came, once one could have come', async () => {
    const name = 'Provider webhooks are arriving';
    const store = await openStore(await database());
    const order_id = await paid(store);
    assert.equal(await stateOf(store, name), 'ok: nobody has paid yet');
    await addPayment(store, 'a', { order_id, created_at: store.context.now() });
    await addPayment(store, 'b', { order_id, provider: 'razorpay' });
    assert.equal(await stateOf(store, name), 'ok: nobody has paid yet');
    await addPayment(store, 'c', { order_id });
    await store.db.kysely
      .insertInto('provider_events')
      .values({ provider: 'razorpay', event_id: 'e', received_at: store.context.now() })
      .execute();
    assert.equal(await stateOf(store, name), 'warning: 1 payment started, no webhook yet');
    await store.db.close();
  });

  it('warns if payments were found by reconciling since the last webhook', async () => {
    const name = 'Provider webhooks are arriving';
    const store = await openStore(await database());
    const order_id = await paid(store);
    const received_at = store.context.now() - 2 * HOUR_MS;
    await store.db.kysely
      .insertInto('provider_events')
      .values({ provider: 'stripe', event_id: 'e', received_at })
      .execute();
    const captured = { order_id, state: 'captured' as const };
    await addPayment(store, 'a', { ...captured, learned_by: 'event' });
    await addPayment(store, 'b', { ...captured, learned_by: 'question', updated_at: received_at - 1 });
    assert.equal(await stateOf(store, name), 'ok: the last one arrived 2 h ago');
    await addPayment(store, 'c', { ...captured, learned_by: 'question' });
    const found = '1 payment found by reconciling, not by a webhook; the last arrived 2 h ago';
    assert.equal(await stateOf(store, name), `warning: ${found}`);
    await store.db.close();
  });

  it('reports an order whose refund bounced after its credits were sold again', async () => {
    const name = 'Every completed order has its credits';
    const store = await openStore(await database());
    const order_id = await paid(store);
    await refundOrder(store.context, order_id, { part: {} });
    assert.equal(await stateOf(store, name), 'ok');
    const bounced = store.db.kysely.updateTable('refunds').set({ state: 'failed' });
    await bounced.execute();
    const detail = `a refund of ${order_id} bounced, and its credits are missing`;
    assert.equal(await stateOf(store, name), `fault: ${detail}`);
    // The row records that its credits were taken out of stock again.
    await bounced.set({ credits: 'none' }).execute();
    assert.equal(await stateOf(store, name), 'ok');
    await store.db.close();
  });

  it('warns while refunds are being sent, and names only those that were refused', async () => {
    const name = 'Provider has accepted pending refunds';
    const store = await openStore(await database());
    const { db, context } = store;
    const orders = [await paid(store), await paid(store)];
    for (const [at, order_id] of orders.entries()) {
      store.setNow(context.now() + 1);
      await addPayment(store, `pay_${at}`, { order_id });
      await refundOrder(context, order_id, { part: {} });
    }
    const unsent = { state: 'pending', provider: 'stripe', payment_id: 'pay_0', next_attempt_at: 0 } as const;
    await db.kysely.updateTable('refunds').set(unsent).execute();
    store.setNow(context.now() + HOUR_MS);
    const waiting = `still to be refunded: ${orders.join(', ')}`;
    assert.equal(await stateOf(store, name), `fault: ${waiting}`);
    const [first] = await db.kysely.selectFrom('refunds').selectAll().orderBy('id').execute();
    assert.ok(first);
    await claimRefund(context, first);
    const sending = 'a serving process is sending 2 refunds, one after another';
    assert.equal(await stateOf(store, name), `warning: ${sending}`);
    const refused = { attempts: 1, fault: '429 rate_limit' };
    await db.kysely.updateTable('refunds').set(refused).where('id', '<>', first.id).execute();
    const stuck = `still to be refunded: ${orders[1]} (429 rate_limit)`;
    assert.equal(await stateOf(store, name), `fault: ${stuck}`);
    await db.close();
  });

  it('names a refund that the gateway fails to send, and one it fails to check', async () => {
    const name = 'Provider has accepted pending refunds';
    const store = await openStore(await database());
    const { context } = store;
    const bank = new Bank();
    bank.makes = 'pending';
    const taken = await createPaidOrder(store, { money: 'a', minor: 1500 });
    await sendRefunds(context, bank.provider);
    store.setNow(context.now() + HOUR_MS);
    assert.equal(await stateOf(store, name), 'ok');
    const unsent = await createPaidOrder(store, { money: 'b', minor: 1500 });
    store.setNow(context.now() + HOUR_MS);
    const fails = async (): Promise<never> => {
      throw new TypeError('of secret-1');
    };
    await sendRefunds(context, { ...bank.provider, refund: fails, findRefund: fails });
    const why = "an error of the gateway's own, see its log";
    assert.equal(await stateOf(store, name), `fault: still to be refunded: ${taken}, ${unsent} (${why})`);
    store.setNow(context.now() + 24 * HOUR_MS);
    const well = async (): Promise<RefundReport> => bank.books[0] ?? assert.fail();
    await sendRefunds(context, { ...bank.provider, findRefund: well });
    assert.equal(await stateOf(store, name), 'ok');
    await store.db.close();
  });

  it('names an order whose refund bounced in the last 30 days, until another is made', async () => {
    const name = 'Refunds reach their payers';
    const store = await openStore(await database());
    const { db, context } = store;
    const order_id = await paid(store);
    await refundOrder(context, order_id, { part: { emission_amount: 5 } });
    assert.equal(await stateOf(store, name), 'ok');
    await db.kysely.updateTable('refunds').set({ state: 'failed' }).execute();
    const detail = `a refund of ${order_id} failed in the last 30 days, and nothing has been refunded since`;
    assert.equal(await stateOf(store, name), `warning: ${detail}`);
    const began = context.now();
    store.setNow(began + 31 * 24 * HOUR_MS);
    assert.equal(await stateOf(store, name), 'ok');
    store.setNow(began + 1);
    await refundOrder(context, order_id, { part: { emission_amount: 3 } });
    assert.equal(await stateOf(store, name), 'ok');
    await db.kysely.updateTable('refunds').set({ state: 'failed', cause: 'surplus' }).execute();
    assert.equal(await stateOf(store, name), 'ok', 'the surplus has a check of its own');
    await db.close();
  });

  it('names an order of which a part bounced after the rest was refunded, until that part is', async () => {
    const name = 'Refunds reach their payers';
    const store = await openStore(await database());
    const { db, context } = store;
    const order_id = await paid(store);
    await refundOrder(context, order_id, { part: { emission_amount: 5 } });
    store.setNow(context.now() + 1);
    await refundOrder(context, order_id, { part: {} });
    store.setNow(context.now() + HOUR_MS);
    const [part] = await db.kysely.selectFrom('refunds').selectAll().orderBy('id').execute();
    assert.ok(part);
    await inTransaction(db, (tx) => endRefund(tx, context, part, { state: 'failed' }));
    const detail = `a refund of ${order_id} failed in the last 30 days, and nothing has been refunded since`;
    assert.equal(await stateOf(store, name), `warning: ${detail}`);
    const pending = (refund_pending_minor: number) =>
      db.kysely.updateTable('orders').set({ refund_pending_minor }).execute();
    await pending(part.order_minor);
    assert.equal(await stateOf(store, name), 'ok', 'somebody refunded it before it was known to have failed');
    await pending(0);
    store.setNow(context.now() + 1);
    await refundOrder(context, order_id, { part: {} });
    assert.equal(await stateOf(store, name), 'ok');
    await db.close();
  });

  it('names open disputes only', async () => {
    const name = 'No payment is disputed';
    const store = await openStore(await database());
    const order_id = await paid(store);
    await refundOrder(store.context, order_id, { part: {} });
    const set = (cause: 'dispute' | 'requested', state: 'pending' | 'completed') =>
      store.db.kysely.updateTable('refunds').set({ cause, state }).execute();
    await set('requested', 'pending');
    assert.equal(await stateOf(store, name), 'ok');
    await set('dispute', 'completed');
    assert.equal(await stateOf(store, name), 'ok');
    await set('dispute', 'pending');
    assert.equal(await stateOf(store, name), `warning: open disputes of ${order_id}`);
    await store.db.close();
  });

  it('counts a surplus as refunded once its refund is recorded', async () => {
    const name = 'Surplus payments are refunded';
    const store = await openStore(await database());
    const order_id = await paid(store);
    const received = { received_currency: 'INR', received_minor: 100 };
    await addPayment(store, 'a', { order_id, state: 'captured', ...received });
    assert.equal(await stateOf(store, name), `fault: received, not kept and not refunded: ${order_id}`);
    await refundOrder(store.context, order_id, { part: undefined });
    assert.equal(await stateOf(store, name), 'ok');
    await store.db.close();
  });
});
