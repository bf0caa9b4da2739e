import assert from 'node:assert/strict';
import { it } from 'node:test';
import { runChecks } from '../operation/doctor/run-checks.ts';
import { expireOrders } from '../orders/end/expire.ts';
import type { Provider } from '../providers/provider.ts';
import type { PaymentRow } from '../store/schema.ts';
import { onBothEngines } from '../testing/engines.ts';
import { razorpayDialect, stripeDialect, type TestDialect } from '../testing/provider-dialects.ts';
import { type ProviderShop, withShop } from '../testing/provider-shop.ts';
import { until } from '../testing/until.ts';
import { DAY_MS } from '../time-span.ts';
import { checkOpenPayments } from './check-open-payments.ts';
import { closePaymentsOfExpired, PATIENCE_MS } from './close-payments-of-expired.ts';
import { pay } from './pay.ts';
import { comparedUntilSetting, reconcileBooks } from './reconcile-books.ts';

const MINUTE_MS = 60_000;

onBothEngines('reconciliation', ({ database, engine }) => {
  const dialect: TestDialect = engine === 'sqlite' ? stripeDialect : razorpayDialect;

  async function inShop(work: (shop: ProviderShop) => Promise<void>): Promise<void> {
    await withShop(dialect, { databaseUrl: await database() }, work);
  }
  const expire = (shop: ProviderShop): Promise<number> =>
    expireOrders(shop.context, {
      mayExpireUnpaid: (order) => closePaymentsOfExpired(shop.context, shop.provider, order),
    });
  const status = async (shop: ProviderShop, id: string): Promise<string> =>
    (await shop.fetchOrder(id)).status;
  const only = async (shop: ProviderShop, id: string): Promise<PaymentRow> => {
    const [payment] = await shop.payments(id);
    return payment ?? assert.fail('there is a payment');
  };
  /** Returns doctor's findings on payments, without its check of this test's URLs. */
  async function wrong({ db, context, config, sealer }: ProviderShop): Promise<string[]> {
    const findings = await runChecks({ db, config, sealer, now: context.now });
    return findings
      .filter(({ state, name }) => state !== 'ok' && /payment|provider web|refund/i.test(name))
      .map(({ state, name, detail }) => `${state}: ${name}: ${detail}`);
  }

  it('completes an order whose event was lost, before it can expire', () =>
    inShop(async (shop) => {
      const { id, session } = await shop.begun();
      shop.take(session);
      shop.advance(DAY_MS + MINUTE_MS);
      assert.equal(await expire(shop), 0);
      assert.equal(await status(shop, id), 'completed');
      assert.equal((await only(shop, id)).learned_by, 'question');
      const findings = (await wrong(shop)).join();
      assert.match(findings, /warning: Provider webhooks are arriving: 1 payment found by reconciling/);
    }));

  it('checks an open payment at ever longer intervals', () =>
    inShop(async (shop) => {
      const { id, session } = await shop.begun();
      assert.equal((await checkOpenPayments(shop.context, shop.provider)).checked, 0, 'not at once');
      shop.advance(6 * MINUTE_MS);
      assert.deepEqual(await checkOpenPayments(shop.context, shop.provider), { checked: 1, settled: 0 });
      assert.equal((await checkOpenPayments(shop.context, shop.provider)).checked, 0);
      const { check_at } = await only(shop, id);
      assert.ok((check_at ?? 0) > shop.context.now() + 5 * MINUTE_MS);
      shop.take(session);
      shop.advance(11 * MINUTE_MS);
      assert.deepEqual(await checkOpenPayments(shop.context, shop.provider), { checked: 1, settled: 1 });
      assert.equal(await status(shop, id), 'completed');
    }));

  it('cannot check a payment at a replaced provider, and keeps its order for three days', () =>
    inShop(async (shop) => {
      const { id } = await shop.begun();
      const next: Provider = { ...shop.provider, name: 'another' };
      const expireLater = (): Promise<number> =>
        expireOrders(shop.context, {
          mayExpireUnpaid: (order) => closePaymentsOfExpired(shop.context, next, order),
        });
      shop.advance(DAY_MS + MINUTE_MS);
      assert.equal(await expireLater(), 0);
      assert.equal(await status(shop, id), 'pending');
      shop.advance(3 * DAY_MS);
      assert.equal(await expireLater(), 1);
    }));

  it('closes the page of an unpaid order at the provider, and then fails the order', () =>
    inShop(async (shop) => {
      const { id, session } = await shop.begun();
      shop.advance(DAY_MS + MINUTE_MS);
      assert.equal(await expire(shop), 1);
      assert.equal(session.state, 'closed');
      assert.equal(await status(shop, id), 'failed');
      assert.equal((await only(shop, id)).state, 'failed');
    }));

  it('closes the page of an expired order with the next query if the provider did not respond at expiry', () =>
    inShop(async (shop) => {
      const { id, session } = await shop.begun();
      shop.api.failing = 1_000_000;
      shop.advance(DAY_MS + MINUTE_MS);
      assert.equal(await expire(shop), 0);
      shop.api.failing = 0;
      shop.advance(60 * MINUTE_MS);
      await checkOpenPayments(shop.context, shop.provider);
      assert.equal(session.state, 'closed');
      assert.equal(await expire(shop), 1);
      assert.equal(await status(shop, id), 'failed');
    }));

  it('keeps a paid order after days of downtime though the first query gets no response', () =>
    inShop(async (shop) => {
      const { id, session } = await shop.begun();
      shop.take(session);
      shop.advance(DAY_MS + PATIENCE_MS + MINUTE_MS);
      shop.api.failing = 1_000_000;
      assert.equal(await expire(shop), 0);
      assert.equal(await status(shop, id), 'pending');
      shop.api.failing = 0;
      shop.advance(30 * MINUTE_MS);
      assert.equal(await expire(shop), 0);
      assert.equal(await status(shop, id), 'completed');
    }));

  it('fails an expired order after days of downtime once a second query gets no response', () =>
    inShop(async (shop) => {
      const { id } = await shop.begun();
      shop.advance(DAY_MS + PATIENCE_MS + MINUTE_MS);
      shop.api.failing = 1_000_000;
      assert.equal(await expire(shop), 0);
      shop.advance(30 * MINUTE_MS);
      assert.equal(await expire(shop), 1);
      assert.equal(await status(shop, id), 'failed');
    }));

  it('fails an order after three days if the gateway can read no report of its payment', () =>
    inShop(async (shop) => {
      const { id } = await shop.begun();
      const find = async (): Promise<never> => {
        throw new TypeError('no such field');
      };
      const provider = { ...shop.provider, find };
      const ask = (): Promise<number> =>
        expireOrders(shop.context, {
          mayExpireUnpaid: (order) => closePaymentsOfExpired(shop.context, provider, order),
        });
      shop.advance(DAY_MS + MINUTE_MS);
      assert.equal(await ask(), 0);
      shop.advance(PATIENCE_MS);
      assert.equal(await ask(), 1);
      assert.equal(await status(shop, id), 'failed');
    }));

  it('closes the page of an order the payer cancelled', () =>
    inShop(async (shop) => {
      const { path, session } = await shop.begun();
      await shop.caller.raw(path, { method: 'POST', body: new URLSearchParams({ action: 'cancel' }) });
      await checkOpenPayments(shop.context, shop.provider);
      assert.equal(session.state, 'closed');
    }));

  it('closes the page of an order the merchant confirmed, and refunds an earlier payment once', () =>
    inShop(async (shop) => {
      const confirm = async ({ id }: { readonly id: string }): Promise<void> => {
        const { json } = await shop.caller.post(`/offset-gateway/orders/${id}/confirm`, {});
        assert.deepEqual([json.status, json.settlement], ['completed', 'merchant'], JSON.stringify(json));
      };
      const [open, late] = [await shop.begun(), await shop.begun()];
      await confirm(open);
      shop.take(late.session);
      await confirm(late);
      await checkOpenPayments(shop.context, shop.provider);
      assert.equal(open.session.state, 'closed');
      assert.deepEqual(await shop.refunds(open.id), []);
      await Promise.all([shop.sendSessionEvent(late.session), shop.sendSessionEvent(late.session)]);
      const refunds = await shop.refunds(late.id);
      assert.deepEqual(
        refunds.map(({ cause, amount_minor, order_minor, grams }) => [
          cause,
          amount_minor,
          order_minor,
          grams,
        ]),
        [['surplus', 137_405, 0, 0]],
      );
      for (const { id } of [open, late]) {
        const lines = await shop.db.kysely
          .selectFrom('statement_lines')
          .selectAll()
          .where('order_id', '=', id)
          .execute();
        assert.deepEqual(
          lines.map(({ kind, amount_minor }) => [kind, amount_minor]),
          [['order', 137_405]],
        );
      }
    }));

  it('keeps an order pending past its expiry while its money is on its way', () =>
    inShop(async (shop) => {
      const { id, session } = await shop.begun();
      Object.assign(session, { state: 'processing', payment: 'money_slow' });
      shop.advance(DAY_MS + MINUTE_MS);
      assert.equal(await expire(shop), 0);
      assert.equal(await status(shop, id), 'pending');
      shop.take(session);
      shop.advance(DAY_MS);
      await checkOpenPayments(shop.context, shop.provider);
      assert.equal(await status(shop, id), 'completed');
    }));

  it('expires orders that nobody began to pay first, and limits the time spent calling the provider', () =>
    inShop(async (shop) => {
      const [first, second, idle] = [await shop.begun(), await shop.begun(), await shop.order()];
      const expires_at = shop.context.now() + DAY_MS + MINUTE_MS;
      await shop.db.kysely.updateTable('orders').set({ expires_at }).where('id', '=', idle.id).execute();
      shop.advance(DAY_MS + 2 * MINUTE_MS);
      const checked: [id: string, idle: string][] = [];
      const expired = await expireOrders(shop.context, {
        async mayExpireUnpaid({ id }) {
          checked.push([id, await status(shop, idle.id)]);
          shop.advance(MINUTE_MS);
          return false;
        },
      });
      assert.equal(expired, 1);
      assert.deepEqual(checked, [[first.id, 'failed']]);
      assert.equal(await status(shop, second.id), 'pending');
    }));

  for (const state of ['processing', 'paid'] as const)
    it(`calls the provider once for a click on Pay when the expired page's money is ${state}, amount unknown`, () =>
      inShop(async (shop) => {
        const { id } = await shop.begun();
        const { kysely } = shop.db;
        await kysely
          .updateTable('payments')
          .set({ session_expires_at: 1 })
          .where('order_id', '=', id)
          .execute();
        const order = await kysely
          .selectFrom('orders')
          .selectAll()
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        let calls = 0;
        const provider: Provider = {
          ...shop.provider,
          async find({ reference }) {
            calls += 1;
            return { kind: 'payment', reference, state };
          },
        };
        const page = {
          returnUrl: 'https://shop.example/back',
          cancelUrl: '',
          description: '',
          form: new Map(),
        };
        assert.deepEqual(await pay(shop.context, provider, order, page), {
          kind: 'redirect',
          url: page.returnUrl,
        });
        assert.equal(calls, 1);
        assert.equal((await only(shop, id)).checks, 1);
      }));

  it('keeps an order while the provider is unavailable, reports it, fails it after three days, checks on', () =>
    inShop(async (shop) => {
      const { id, session } = await shop.begun();
      shop.take(session);
      shop.api.failing = 1_000_000;
      shop.advance(DAY_MS + MINUTE_MS);
      assert.equal(await expire(shop), 0);
      assert.equal(await expire(shop), 0, 'and the provider is not called again at once');
      assert.match(
        (await wrong(shop)).join(),
        new RegExp(`fault: State of every payment is known.*${id} .*500`),
      );
      let quarters = 0;
      do {
        shop.advance(DAY_MS / 4);
        quarters += 1;
      } while ((await expire(shop)) === 0 && quarters < 20);
      const over = PATIENCE_MS + shop.context.orderTtlMs - DAY_MS;
      assert.equal(quarters, Math.ceil(over / (DAY_MS / 4)), 'three days after its time to pay');
      assert.equal(await status(shop, id), 'failed');
      shop.api.failing = 0;
      await checkOpenPayments(shop.context, shop.provider, { all: true });
      const { state, kept_minor } = await only(shop, id);
      assert.deepEqual([state, kept_minor], ['captured', 0]);
      assert.equal((await shop.refunds(id))[0]?.cause, 'surplus');
    }));

  it('after a restore applies payments of known orders, and stores and reports the others', () =>
    inShop(async (shop) => {
      const kept = await shop.begun();
      const gone = await shop.begun();
      const late = await shop.begun();
      for (const { session } of [kept, gone, late]) shop.take(session);
      const { kysely } = shop.db;
      // The backup is older than the payments, and than one order and its payment.
      await kysely.deleteFrom('payments').execute();
      for (const table of ['statement_lines', 'allocations', 'deliveries'] as const)
        await kysely.deleteFrom(table).where('order_id', '=', gone.id).execute();
      await kysely.deleteFrom('orders').where('id', '=', gone.id).execute();
      const name = comparedUntilSetting(shop.provider.name);
      await kysely
        .updateTable('settings')
        .set({ value: String(Date.now() - DAY_MS) })
        .where('name', '=', name)
        .execute();

      assert.equal((await shop.sendSessionEvent(late.session)).status, 200, 'by an event');
      assert.equal(await status(shop, late.id), 'completed');
      assert.equal(
        (await shop.sendSessionEvent(gone.session)).status,
        200,
        'and not in a 404 that nobody reads',
      );
      assert.ok(shop.log.some((line) => line.includes('money arrived for an unknown order')));

      const compared = await reconcileBooks(shop.context, shop.provider);
      assert.equal(compared.unclaimed, 1);
      assert.equal(await status(shop, kept.id), 'completed');
      const unclaimed = await kysely.selectFrom('unclaimed_payments').selectAll().execute();
      assert.deepEqual(
        unclaimed.map(({ reference, payment_reference, amount_minor, named_order }) => [
          reference,
          payment_reference,
          amount_minor,
          named_order,
        ]),
        [[gone.session.id, gone.session.payment, 137_405, gone.id]],
      );
      assert.match(
        (await wrong(shop)).join(),
        new RegExp(`fault: Every payment belongs to an order.*${gone.session.id}`),
      );
      await reconcileBooks(shop.context, shop.provider);
      assert.equal((await kysely.selectFrom('unclaimed_payments').selectAll().execute()).length, 1);
    }));

  for (const [how, end] of [
    ['cancelled', '/cancel'],
    ['confirmed by the merchant', '/confirm'],
  ] as const)
    it(`closes the page of an order ${how} while the provider makes it, and sends nobody there`, () =>
      inShop(async (shop) => {
        const { id, path } = await shop.order();
        const { promise, resolve: free } = Promise.withResolvers<void>();
        shop.api.gate = promise;
        const clicked = shop.pay(path);
        await until(async () => shop.api.requests.some((one) => one.path === dialect.startPath));
        assert.equal((await shop.caller.post(`/offset-gateway/orders/${id}${end}`, {})).status, 200);
        shop.api.gate = undefined;
        free();
        const { status: code, headers } = await clicked;
        assert.deepEqual([code, headers.get('location')], [303, path]);
        assert.deepEqual(
          [...shop.api.books.sessions.values()].map(({ state }) => state),
          ['closed'],
        );
        const { state, check_at } = await only(shop, id);
        assert.deepEqual([state, check_at], ['failed', null]);
      }));

  it('replaces a click that never finished, and does not redirect the late one', () =>
    inShop(async (shop) => {
      const { id, path } = await shop.order();
      const { promise, resolve: free } = Promise.withResolvers<void>();
      shop.api.gate = promise;
      const stuck = shop.pay(path);
      await until(async () => shop.api.requests.some((one) => one.path === dialect.startPath));
      shop.advance(2 * MINUTE_MS);
      shop.api.gate = undefined;
      assert.equal((await shop.pay(path)).status, 303);
      free();
      const late = await stuck;
      assert.notEqual(late.status, 303, 'whoever comes too late is not sent to a second page');
      const open = [...shop.api.books.sessions.values()].filter(
        (one) => one.orderId === id && one.state === 'open',
      );
      assert.equal(open.length, 1);
    }));
});
