import assert from 'node:assert/strict';
import { it } from 'node:test';
import { minorUnits, portionOf } from '@flight-offset/core';
import { readLotUse } from '../allotments/lot-use.ts';
import { topUp } from '../allotments/top-up.ts';
import { listAudit } from '../audit/list.ts';
import { findOrderKey } from '../orders/end/lock-orders.ts';
import { refundsOfOrder } from '../orders/refunds-of-order.ts';
import { prune } from '../retention/prune.ts';
import { SANDBOX } from '../sandbox.ts';
import { inTransaction } from '../store/transaction.ts';
import { onBothEngines } from '../testing/engines.ts';
import { stripeDialect } from '../testing/provider-dialects.ts';
import { type ProviderShop, withShop } from '../testing/provider-shop.ts';
import { startReceiver } from '../testing/receiver.ts';
import { until } from '../testing/until.ts';
import { endRefund } from './record.ts';

const AMOUNT = 137_405;
const GRAMS = 1_146_000;

onBothEngines('refunds', ({ database }) => {
  async function inShop(work: (shop: ProviderShop) => Promise<void>): Promise<void> {
    await withShop(stripeDialect, { databaseUrl: await database() }, work);
  }
  async function allocated({ db }: ProviderShop, id: string): Promise<number> {
    const rows = await db.kysely
      .selectFrom('allocations')
      .select('grams')
      .where('order_id', '=', id)
      .execute();
    return rows.reduce((sum, { grams }) => sum + grams, 0);
  }
  async function inStock({ db }: ProviderShop): Promise<number> {
    return (await readLotUse(db.kysely)).reduce((sum, { free }) => sum + free, 0);
  }
  /** What the merchant owes, in rupees' minor units. */
  async function owed({ db }: ProviderShop): Promise<number> {
    const limits = db.kysely
      .selectFrom('settlement_limits')
      .select('open_minor')
      .where('currency', '=', 'INR');
    return (await limits.executeTakeFirstOrThrow()).open_minor;
  }
  const path = (id: string): string => `/offset-gateway/orders/${id}/refunds`;
  const completed = (shop: ProviderShop, id: string) =>
    until(async () => {
      const all = await shop.fetchRefunds(id);
      return all.every(({ status }) => status !== 'pending') && all;
    });

  it('make their credits available to all merchants at once, though reported as sold', () =>
    inShop(async (shop) => {
      const order = await shop.paid();
      const allotment = { merchant_id: SANDBOX.merchantId, lot: 'sandbox-wind-2024' };
      await topUp(shop.db, { ...allotment, grams: 1e12 }, shop.context.now());
      const sold = async () => {
        const lot = shop.db.kysely
          .selectFrom('credit_lots')
          .select('grams_sold')
          .where('id', '=', allotment.lot);
        return (await lot.executeTakeFirstOrThrow()).grams_sold;
      };
      assert.equal(await sold(), GRAMS);
      await shop.caller.post(path(order.id), { emission_amount: 146 });
      await until(async () => (await sold()) === 1_000_000);
    }));

  it('of a whole order keep its status and show on the order, transaction, CSV, receipt and audit log', () =>
    inShop(async (shop) => {
      const order = await shop.paid();
      const requested = await shop.caller.post(path(order.id), { reason: 'booking cancelled' });
      assert.equal(requested.status, 201);
      const { refund_id, created_at, ...rest } = requested.json;
      assert.match(refund_id, /^rfd_/);
      const stored = await shop.db.kysely
        .selectFrom('refunds')
        .select('created_at')
        .where('id', '=', refund_id)
        .executeTakeFirstOrThrow();
      assert.equal(created_at, new Date(stored.created_at).toISOString());
      assert.deepEqual(rest, {
        order_id: order.id,
        cause: 'requested',
        status: 'pending',
        amount: { currency: 'INR', amount_minor: AMOUNT },
        grams: GRAMS,
        credits: 'returned',
        reason: 'booking cancelled',
      });
      const [refund] = await completed(shop, order.id);
      assert.equal(refund?.status, 'completed');
      const shown = await shop.fetchOrder(order.id);
      assert.equal(shown.status, 'completed');
      assert.deepEqual(shown.refunded, { currency: 'INR', amount_minor: AMOUNT });
      assert.deepEqual(shown.price, shown.refunded, 'what was refunded is all of it');
      assert.equal(shown.refund_pending, undefined);
      const listed = (await shop.caller.get('/offset-gateway/orders')).json.orders[0];
      assert.deepEqual(listed.refunded, shown.refunded);
      const transaction = await shop.caller.get(`/marketplace/transactions/${refund?.transaction_id}`);
      assert.deepEqual([transaction.json.amount, transaction.json.carbon_credits], [-1374.05, -1.146]);
      assert.equal(await allocated(shop, order.id), 0);
      const csv = (await shop.caller.get('/offset-gateway/exports/orders.csv')).text.trim().split('\r\n');
      assert.match(csv[0] ?? '', /,refunded_inr,refund_pending_inr,/);
      assert.match(csv[1] ?? '', /,1374\.05,0\.00,/);
      const jws = (await shop.caller.raw(`${order.path}/receipt.jws`)).text;
      const claims = JSON.parse(Buffer.from(jws.split('.')[1] ?? '', 'base64url').toString());
      assert.deepEqual([claims.refunded, claims.refunded_amount], [true, 1374.05]);
      assert.match((await shop.caller.raw(order.path)).text, /₹1,374\.05 was refunded on/);
      const [entry] = await listAudit(shop.db, { merchantId: 'sandbox-merchant', subject: order.id });
      const { id: key } = await shop.db.kysely.selectFrom('api_keys').select('id').executeTakeFirstOrThrow();
      assert.deepEqual(
        [entry?.action, entry?.channel, entry?.actor, entry?.name],
        ['refund.requested', 'api', key, null],
      );
      assert.deepEqual(entry?.after, {
        refund: refund_id,
        cause: 'requested',
        currency: 'INR',
        amount_minor: AMOUNT,
        grams: GRAMS,
      });
      const again = await shop.caller.post(path(order.id), {});
      assert.deepEqual([again.status, again.json.error], [409, 40907]);
    }));

  it('return allocated credits to stock once; those in a batch stay retired, as the refund states', () =>
    inShop(async (shop) => {
      const [free, batched] = [await shop.paid(), await shop.paid()];
      const before = await inStock(shop);
      await shop.caller.post(path(free.id), { emission_amount: 146 });
      assert.deepEqual(
        (await completed(shop, free.id)).map(({ credits }) => credits),
        ['returned'],
      );
      assert.equal(await inStock(shop), before + 146_000);
      assert.equal(await allocated(shop, free.id), 1_000_000);
      await shop.db.kysely
        .updateTable('allocations')
        .set({ batch: 'batch-1' })
        .where('order_id', '=', batched.id)
        .execute();
      await shop.caller.post(path(batched.id), {});
      const [kept] = await completed(shop, batched.id);
      assert.equal(kept?.credits, 'retired');
      assert.equal(await allocated(shop, batched.id), GRAMS);
      assert.equal(await inStock(shop), before + 146_000);
      const booked = await shop.caller.get(`/marketplace/transactions/${kept?.transaction_id}`);
      assert.deepEqual([booked.json.amount, booked.json.carbon_credits], [-1374.05, 0]);
    }));

  it('of parts add up to the order, to the minor unit and the gram', () =>
    inShop(async (shop) => {
      const order = await shop.paid();
      for (const emission_amount of [381.999, 382, 0.001])
        assert.equal((await shop.caller.post(path(order.id), { emission_amount })).status, 201);
      const tooMuch = await shop.caller.post(path(order.id), { emission_amount: 382.001 });
      assert.deepEqual([tooMuch.status, tooMuch.json.error], [409, 40907]);
      assert.match(tooMuch.json.message, /emission_amount .* 382 kgCO2/);
      await shop.caller.post(path(order.id), { emission_amount: 0.000382, emission_unit: 'tonCO2e' });
      assert.equal((await shop.caller.post(path(order.id), {})).status, 201);
      const refunds = await completed(shop, order.id);
      assert.equal(
        refunds.reduce((sum, { amount }) => sum + amount.amount_minor, 0),
        AMOUNT,
      );
      assert.equal(
        refunds.reduce((sum, { grams }) => sum + grams, 0),
        GRAMS,
      );
      assert.deepEqual((await shop.fetchOrder(order.id)).refunded, { currency: 'INR', amount_minor: AMOUNT });
      const session = [...shop.api.books.refunds.values()].reduce(
        (sum, { money }) => sum + money.amount_minor,
        0,
      );
      assert.equal(session, AMOUNT, 'and the provider returned as much');
    }));

  it('of parts in another currency add up to the order in rupees, less a part that bounced', () =>
    inShop(async (shop) => {
      const order = await shop.paid({ currency: 'EUR' });
      const { kysely } = shop.db;
      const { inr_minor } = await kysely
        .selectFrom('orders')
        .select('inr_minor')
        .where('id', '=', order.id)
        .executeTakeFirstOrThrow();
      const booked = async (): Promise<number> => {
        const rows = await kysely
          .selectFrom('transactions')
          .select('inr_minor')
          .where('order_id', '=', order.id)
          .where('refund_id', 'is not', null)
          .execute();
        return rows.reduce((sum, row) => sum + row.inr_minor, 0);
      };
      for (const part of [1, 2, 3]) {
        assert.equal((await shop.caller.post(path(order.id), { emission_amount: 382 })).status, 201);
        await completed(shop, order.id);
        // 12.46 EUR a tonne: 14.28 EUR, of which 4.76 EUR each time.
        assert.equal(-(await booked()), portionOf(minorUnits(inr_minor), part * 476, 1428));
        const { text } = await shop.caller.get('/offset-gateway/exports/orders.csv');
        const [names, line] = text.trim().split('\r\n');
        assert.ok(names?.endsWith(',refunded,refund_pending,net,tax,tax_label,tax_rate'));
        assert.ok(line?.endsWith(`,${((part * 476) / 100).toFixed(2)},0.00,,,,`), line);
      }
      assert.equal(-(await booked()), inr_minor);
      const [, second] = await shop.refunds(order.id);
      await inTransaction(shop.db, (tx) => endRefund(tx, shop.context, second!, { state: 'failed' }));
      assert.equal(-(await booked()), portionOf(minorUnits(inr_minor), 2 * 476, 1428));
      const [, bounced] = await shop.refunds(order.id);
      assert.deepEqual([bounced?.state, bounced?.transaction_id], ['failed', second?.transaction_id]);
    }));

  it('with a key are made once, however often repeated at once; the key is refused for another order', () =>
    inShop(async (shop) => {
      const [one, two] = [await shop.paid(), await shop.paid()];
      const key = { 'idempotency-key': 'cancel-7' };
      const body = { emission_amount: 100 };
      const all = await Promise.all(
        Array.from({ length: 10 }, () => shop.caller.post(path(one.id), body, key)),
      );
      assert.deepEqual(new Set(all.map(({ status }) => status)), new Set([201]));
      assert.equal(new Set(all.map(({ text }) => text)).size, 1);
      assert.equal(all.filter(({ headers }) => headers.get('idempotent-replayed')).length, 9);
      assert.equal((await shop.fetchRefunds(one.id)).length, 1);
      const other = await shop.caller.post(path(two.id), body, key);
      assert.deepEqual([other.status, other.json.error], [422, 42202]);
      assert.match(other.json.message, /another body, or for another order/);
      const changed = await shop.caller.post(path(one.id), {}, key);
      assert.deepEqual([changed.status, changed.json.error], [422, 42202]);
      const asOrder = await shop.caller.post('/offset-gateway/orders', body, key);
      assert.equal(asOrder.json.error, 42202);
    }));

  it('with a key are made once after the response is forgotten; another key makes another refund', () =>
    inShop(async (shop) => {
      const order = await shop.paid();
      const refund = async (key: string, body: object = { emission_amount: 100 }) => {
        const { json, headers } = await shop.caller.post(path(order.id), body, { 'idempotency-key': key });
        return [json.error ?? json.status, json.refund_id, headers.get('idempotent-replayed')];
      };
      const [, id] = await refund('strike-7');
      await completed(shop, order.id);
      await prune(shop.db, 'idempotency_keys', shop.context.now() + 1);
      for (const _ of ['repeat', 'and again'])
        assert.deepEqual(await refund('strike-7'), ['completed', id, 'true']);
      for (const other of [{ emission_amount: 200 }, {}, { emission_amount: 100, reason: 'ill' }])
        assert.deepEqual(await refund('strike-7', other), [42202, undefined, null]);
      assert.equal((await shop.fetchRefunds(order.id)).length, 1);
      await refund('strike-8');
      assert.equal((await shop.fetchRefunds(order.id)).length, 2);
    }));

  it('of the same part, ten at once, take no more than the order has', () =>
    inShop(async (shop) => {
      const order = await shop.paid();
      const all = await Promise.all(
        Array.from({ length: 10 }, () => shop.caller.post(path(order.id), { emission_amount: 300 })),
      );
      assert.equal(all.filter(({ status }) => status === 201).length, 3);
      assert.ok(all.every(({ status, json }) => status === 201 || json.error === 40907));
    }));

  it('are refused with a code if they cannot be made, and none is recorded', () =>
    inShop(async (shop) => {
      const pending = await shop.order();
      const paid = await shop.paid();
      const free = await shop.order({ emission_amount: 0 });
      const cases: [id: string, body: unknown, error: number][] = [
        [pending.id, {}, 40906],
        [free.id, {}, 40907],
        ['ord_01JD6Q4T8ZJ5V3N2AAAAAAAAAA', {}, 40402],
        ['nonsense', {}, 40402],
        ['%00', {}, 40402],
        [paid.id, { emission_amount: 0 }, 40002],
        [paid.id, { emission_amount: '1' }, 40002],
        [paid.id, { emission_unit: 'kgCO2' }, 40002],
        [paid.id, { reason: 'a\0b' }, 40002],
        [paid.id, null, 40002],
        [paid.id, '', 40001],
        [paid.id, '{', 40001],
      ];
      for (const [id, body, error] of cases) {
        const { status, json } = await shop.caller.post(path(id), body);
        assert.equal(json.error, error, JSON.stringify(body));
        assert.equal(status, Math.floor(error / 100));
      }
      const unsigned = await shop.caller.raw(path(paid.id), {
        method: 'POST',
        body: '{}',
        headers: { 'content-type': 'application/json', 'x-api-key': 'sandbox-key' },
      });
      assert.equal(unsigned.json.error, 40103);
      assert.deepEqual(await shop.db.kysely.selectFrom('refunds').selectAll().execute(), []);
    }));

  it('send webhooks to a merchant that wants them, after that of the order, and when one bounces', () =>
    inShop(async (shop) => {
      await using receiver = await startReceiver();
      const callback = { callback_url: `${receiver.url}/hook` };
      const quiet = await shop.paid(callback);
      await shop.caller.post(path(quiet.id), {});
      await completed(shop, quiet.id);
      await shop.db.kysely.updateTable('merchants').set({ refund_webhooks: 1 }).execute();
      const order = await shop.paid(callback);
      await shop.caller.post(path(order.id), { emission_amount: 146 });
      const [, , refunded] = await receiver.until(3);
      const { type, data } = JSON.parse(refunded?.body ?? '');
      assert.equal(type, 'order.refunded');
      assert.deepEqual(
        [data.order_id, data.status, data.refund.status, data.refund.grams],
        [order.id, 'completed', 'completed', 146_000],
      );
      assert.match(data.transaction_id, /^txn_/);
      assert.notEqual(data.refund.transaction_id, data.transaction_id);
      // It bounces: the payer's account was closed.
      const [booked] = [...shop.api.books.refunds.values()].filter(
        ({ payment }) => payment === order.payment,
      );
      assert.ok(booked);
      booked.state = 'failed';
      assert.equal(await allocated(shop, order.id), 1_000_000);
      assert.equal((await shop.sendRefundEvent(booked)).status, 200);
      const [, , , failed] = await receiver.until(4);
      assert.equal(JSON.parse(failed?.body ?? '').type, 'order.refund_failed');
      const shown = await shop.fetchOrder(order.id);
      assert.equal(shown.refunded, undefined);
      assert.equal(await allocated(shop, order.id), GRAMS, 'the credits are its own again');
      const rows = await shop.db.kysely
        .selectFrom('transactions')
        .select('amount_minor')
        .where('order_id', '=', order.id)
        .orderBy('id')
        .execute();
      assert.equal(rows.length, 3);
      assert.equal(
        rows.reduce((sum, { amount_minor }) => sum + amount_minor, 0),
        AMOUNT,
        'what bounced is booked back',
      );
      const sent = await shop.db.kysely.selectFrom('deliveries').select('body').execute();
      assert.deepEqual(
        sent
          .map(({ body }) => JSON.parse(body))
          .map(({ type, data }) => [data.order_id, type])
          .toSorted(),
        [
          [quiet.id, 'order.completed'],
          ...['order.completed', 'order.refund_failed', 'order.refunded'].map((each) => [order.id, each]),
        ],
        'each once',
      );
      assert.equal((await shop.caller.post(path(order.id), {})).status, 201, 'and may be refunded again');
    }));

  it('of money the merchant collected complete at once, appear on the statement and free its limit', () =>
    inShop(async (shop) => {
      const { kysely } = shop.db;
      const { id } = await shop.order({ reference: 'EX7K2P' });
      const confirmed = await shop.caller.post(`/offset-gateway/orders/${id}/confirm`, {});
      assert.equal(confirmed.status, 200, confirmed.text);
      const { json } = await shop.caller.post(path(id), { emission_amount: 573 });
      assert.equal(json.status, 'completed');
      const lines = await kysely.selectFrom('statement_lines').selectAll().orderBy('created_at').execute();
      assert.deepEqual(
        lines.map(({ kind, amount_minor, reference }) => [kind, amount_minor, reference]),
        [
          ['order', AMOUNT, lines[0]?.reference],
          ['refund', -json.amount.amount_minor, lines[0]?.reference],
        ],
      );
      assert.equal(await owed(shop), AMOUNT - json.amount.amount_minor);
    }));

  it("of money paid beside the merchant's settlement complete, and are no line of the statement", () =>
    inShop(async (shop) => {
      const { id, session } = await shop.begun();
      const before = await owed(shop);
      assert.equal((await shop.caller.post(`/offset-gateway/orders/${id}/confirm`, {})).status, 200);
      shop.take(session);
      await shop.sendSessionEvent(session);
      assert.deepEqual(
        (await completed(shop, id)).map(({ cause, status }) => [cause, status]),
        [['surplus', 'completed']],
      );
      const { statements } = (await shop.caller.get('/offset-gateway/statements')).json;
      const [{ orders, refunds, total_minor }] = statements;
      assert.deepEqual([orders, refunds, total_minor], [1, 0, AMOUNT]);
      assert.equal(await owed(shop), before + AMOUNT);
    }));

  it('completed twice count once', () =>
    inShop(async (shop) => {
      const order = await shop.paid();
      await shop.caller.post(path(order.id), {});
      await completed(shop, order.id);
      const key = await findOrderKey(shop.db.kysely, order.id);
      const [row] = key ? await refundsOfOrder(shop.db.kysely, key) : [];
      assert.ok(row);
      await inTransaction(shop.db, async (tx) => {
        assert.equal(await endRefund(tx, shop.context, row, { state: 'completed' }), undefined);
      });
      assert.deepEqual((await shop.fetchOrder(order.id)).refunded, { currency: 'INR', amount_minor: AMOUNT });
    }));
});
