import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { Registry } from 'prom-client';
import { createOrder } from '../orders/create.ts';
import { requestRefund } from '../refunds/request-refund.ts';
import { onBothEngines } from '../testing/engines.ts';
import { stripeDialect } from '../testing/provider-dialects.ts';
import { openShop } from '../testing/provider-shop.ts';
import { MERCHANT, openStore, settleOrder } from '../testing/store.ts';
import { until } from '../testing/until.ts';
import { addPoolGauges, addStoreGauges } from './store-gauges.ts';

/** Reads the samples of a registry as Prometheus does. */
async function samples(registry: Registry): Promise<Map<string, number>> {
  const lines = (await registry.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
}

onBothEngines('gauges of the store', ({ database, engine }) => {
  it('state pending work, its age and the stock; only database_up if the database is gone', async () => {
    const store = await openStore(await database(), 5000);
    const at = Date.UTC(2026, 5, 1);
    store.setNow(at);
    const callback_url = 'https://merchant.example/n';
    const input = { emission_amount: 1, emission_unit: 'kgCO2' as const, callback_url };
    const { order_id } = JSON.parse((await createOrder(store.context, MERCHANT, input)).body);
    await store.db.kysely
      .insertInto('unclaimed_payments')
      .values({
        provider: 'stripe',
        reference: 'cs_1',
        payment_reference: null,
        currency: 'EUR',
        amount_minor: 1,
        named_order: null,
        received_at: at,
        resolved_at: null,
      })
      .execute();
    await store.db.kysely
      .insertInto('payout_lines')
      .values({
        provider: 'stripe',
        id: 'txn_1',
        payout: 'po_1',
        kind: 'payment',
        payment_reference: 'pi_1',
        reference: null,
        currency: 'EUR',
        gross_minor: 500,
        fee_minor: 25,
        tax_minor: 0,
        net_minor: 475,
        paid_currency: 'EUR',
        paid_minor: 500,
        settled_on: '2026-06-01',
        bank_reference: null,
        state: 'unmatched',
        imported_at: at,
      })
      .execute();
    const registry = new Registry();
    // Half a minute past the order's expiry.
    const { expires_at } = await store.db.kysely
      .selectFrom('orders')
      .select('expires_at')
      .where('id', '=', order_id)
      .executeTakeFirstOrThrow();
    addStoreGauges(registry, store.db, () => expires_at + 30_000);
    addPoolGauges(registry, store.db);
    const shown = await samples(registry);
    const expected: [name: string, value: number][] = [
      ['flight_offset_database_up', 1],
      ['flight_offset_webhooks_pending', 0],
      ['flight_offset_webhooks_overdue_seconds', 0],
      ['flight_offset_refunds_pending', 0],
      ['flight_offset_orders_pending', 1],
      ['flight_offset_orders_overdue_seconds', 30],
      ['flight_offset_payments_open', 0],
      ['flight_offset_payments_unclaimed', 1],
      ['flight_offset_payout_lines_unmatched', 1],
      ['flight_offset_stock_grams{project="wind"}', 4000],
    ];
    for (const [name, value] of expected) assert.equal(shown.get(name), value, name);
    assert.equal(shown.has('flight_offset_database_connections{state="waiting"}'), engine === 'postgres');

    await store.db.close();
    const gone = new Registry();
    addStoreGauges(gone, store.db, () => at);
    const without = await samples(gone);
    assert.deepEqual([...without], [['flight_offset_database_up', 0]]);
  });

  it('count no webhook, refund or order as overdue while it waits for another event', async () => {
    const store = await openStore(await database());
    const { db, context } = store;
    const { kysely } = db;
    const began = context.now();
    await kysely.updateTable('merchants').set({ refund_webhooks: 1 }).execute();
    const callback_url = 'https://merchant.example/n';
    const make = async (): Promise<string> => {
      const input = { emission_amount: 10, emission_unit: 'kgCO2' as const, callback_url };
      return JSON.parse((await createOrder(context, MERCHANT, input)).body).order_id;
    };
    const sold = await make();
    await settleOrder(store, sold, 'completed');
    await requestRefund(context, MERCHANT, sold, { input: { emission_amount: 1 } });
    const paying = await make();
    const day = 86_400_000;
    const amounts = { currency: 'INR', amount_minor: 1 };
    await kysely
      .insertInto('payments')
      .values({
        ...amounts,
        merchant_id: MERCHANT,
        id: 'pay_1',
        order_id: paying,
        provider: 'stripe',
        reference: 'cs_1',
        state: 'started',
        payment_reference: null,
        redirect_url: null,
        check_at: began + 9 * day,
        created_at: began,
        updated_at: began,
      })
      .execute();
    const refund = {
      ...amounts,
      merchant_id: MERCHANT,
      order_id: sold,
      payment_id: null,
      order_minor: 1,
      grams: 0,
      credits: 'none' as const,
      state: 'pending' as const,
      reason: null,
      provider: 'stripe',
      transaction_id: null,
      next_attempt_at: null,
      attempts: 0,
      fault: null,
      settled_at: null,
    };
    await kysely
      .insertInto('refunds')
      .values([
        { ...refund, id: 'rfd_1', cause: 'dispute', provider_reference: 'dp_1', created_at: began },
        { ...refund, id: 'rfd_2', cause: 'requested', provider_reference: 're_1', created_at: began + day },
      ])
      .execute();
    const first = await kysely
      .selectFrom('deliveries')
      .select('id')
      .orderBy('sequence')
      .limit(1)
      .executeTakeFirstOrThrow();
    // The endpoint refused the first webhook: its next attempt is still to come.
    await kysely
      .updateTable('deliveries')
      .set({ next_attempt_at: began + 3 * day })
      .where('id', '=', first.id)
      .execute();
    const shown = async (at: number): Promise<(number | undefined)[]> => {
      const registry = new Registry();
      addStoreGauges(registry, db, () => at);
      const all = await samples(registry);
      return [
        'flight_offset_webhooks_pending',
        'flight_offset_webhooks_overdue_seconds',
        'flight_offset_refunds_pending',
        'flight_offset_refunds_oldest_seconds',
        'flight_offset_orders_pending',
        'flight_offset_orders_overdue_seconds',
      ].map((name) => all.get(name));
    };
    const seconds = day / 1000;
    assert.deepEqual(await shown(began + 2 * day), [2, 0, 1, seconds, 1, 0]);
    const { expires_at } = await kysely
      .selectFrom('orders')
      .select('expires_at')
      .where('id', '=', paying)
      .executeTakeFirstOrThrow();
    await kysely.updateTable('payments').set({ state: 'failed', check_at: null }).execute();
    assert.deepEqual(await shown(began + 4 * day), [
      2,
      seconds,
      1,
      3 * seconds,
      1,
      (began + 4 * day - expires_at) / 1000,
    ]);
    await db.close();
  });

  it('omit resolved, ended and future work and withdrawn projects, and are read once in ten seconds', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    let elapsed = 0;
    t.mock.method(performance, 'now', () => elapsed);
    const { db, context } = await openStore(await database(), 5000);
    const at = context.now();
    const input = { emission_amount: 1, emission_unit: 'kgCO2' as const };
    const { order_id } = JSON.parse((await createOrder(context, MERCHANT, input)).body);
    const money = { currency: 'INR', amount_minor: 1, payment_reference: null };
    const taken = { provider: 'stripe', reference: 'cs_1', named_order: null, received_at: at };
    await db.kysely
      .insertInto('unclaimed_payments')
      .values({ ...money, ...taken, resolved_at: at })
      .execute();
    const payment = {
      merchant_id: MERCHANT,
      order_id,
      provider: 'stripe',
      redirect_url: null,
      created_at: at,
    };
    const ended = { ...payment, ...money, id: 'a', reference: 'a', state: 'failed' as const, updated_at: at };
    const ahead = { ...ended, id: 'b', reference: 'b', state: 'started' as const, check_at: at + 60_000 };
    await db.kysely.insertInto('payments').values(ended).execute();
    await db.kysely.insertInto('payments').values(ahead).execute();
    const registry = new Registry();
    addStoreGauges(registry, db, () => at);
    const shown = await samples(registry);
    const stock = 'flight_offset_stock_grams{project="wind"}';
    assert.deepEqual(
      ['unclaimed', 'open', 'overdue_seconds'].map((name) => shown.get(`flight_offset_payments_${name}`)),
      [0, 1, 0],
    );
    assert.equal(shown.get(stock), 4000);
    await db.kysely.updateTable('projects').set({ active: 0 }).execute();
    elapsed = 9999;
    assert.equal((await samples(registry)).get(stock), 4000);
    elapsed = 10_000;
    assert.equal((await samples(registry)).has(stock), false);
    await db.close();
  });

  it('show only database_up as 0 if every query fails, without an unhandled rejection', async () => {
    const store = await openStore(await database());
    const failing = new Proxy(store.db.reader, {
      get: (reader, name) =>
        name === 'selectFrom'
          ? (table: 'orders') => reader.selectFrom(table).select(sql`no_such_function()`.as('none'))
          : Reflect.get(reader, name),
    });
    const unheard: unknown[] = [];
    const hear = (error: unknown): void => void unheard.push(error);
    process.on('unhandledRejection', hear);
    try {
      const registry = new Registry();
      addStoreGauges(registry, { ...store.db, reader: failing }, Date.now);
      assert.deepEqual([...(await samples(registry))], [['flight_offset_database_up', 0]]);
      await setImmediate();
      assert.deepEqual(unheard, []);
    } finally {
      process.off('unhandledRejection', hear);
      await store.db.close();
    }
  });
});

it('payments, refunds and delivery attempts are counted and logged; probes are logged as debug', async () => {
  const shop = await openShop(stripeDialect);
  try {
    const order = await shop.paid({ callback_url: 'https://127.0.0.1:9/n' });
    await shop.caller.post(`/offset-gateway/orders/${order.id}/refunds`, {});
    await until(async () => (await shop.refunds(order.id))[0]?.state === 'completed');
    await until(() => shop.log.some((line) => JSON.parse(line).msg === 'delivery'));
    for (const path of ['/healthz', '/readyz']) await shop.caller.raw(path);
    const { text } = await shop.caller.raw('/metrics');
    assert.match(text, /^flight_offset_payments_total\{outcome="captured"\} 1$/m);
    for (const state of ['pending', 'completed'])
      assert.match(text, new RegExp(`^flight_offset_refunds_total\\{state="${state}"\\} 1$`, 'm'));
    assert.match(text, /^flight_offset_provider_calls_total\{operation="refund",outcome="ok"\} 1$/m);
    const lines = shop.log.map((line) => JSON.parse(line));
    const [attempt] = lines.filter(({ msg }) => msg === 'delivery');
    const outcome = 'ECONNREFUSED';
    assert.deepEqual([attempt.attempt, attempt.outcome, attempt.status], [1, outcome, null]);
    assert.match(
      text,
      new RegExp(`^flight_offset_delivery_attempts_total\\{outcome="${outcome}"\\} [1-9]`, 'm'),
    );
    const [payment] = lines.filter(({ msg }) => msg === 'payment');
    assert.deepEqual(
      [payment.order, payment.outcome, payment.currency, payment.amount_minor],
      [order.id, 'captured', 'INR', 137_405],
    );
    assert.deepEqual(
      lines
        .filter(({ msg }) => msg === 'refund')
        .map((line) => [line.order, line.outcome, line.amount_minor]),
      [
        [order.id, 'pending', 137_405],
        [order.id, 'completed', 137_405],
      ],
    );
    const probes = lines.filter(({ route }) => ['/healthz', '/readyz', '/metrics'].includes(route));
    assert.ok(probes.length >= 2);
    for (const { level } of probes) assert.equal(level, 20, 'debug');
    assert.ok(lines.some(({ route, level }) => route === '/offset-gateway/orders' && level === 30));
  } finally {
    await shop.close();
  }
});

it('a provider call that fails is counted', async () => {
  const shop = await openShop(stripeDialect);
  try {
    const order = await shop.order();
    Object.assign(shop.api, { failing: 1000 });
    assert.equal((await shop.pay(order.path)).status >= 400, true);
    const { text } = await shop.caller.raw('/metrics');
    assert.match(text, /^flight_offset_provider_calls_total\{operation="start",outcome="failed"\} [1-9]/m);
  } finally {
    await shop.close();
  }
});

it('a payment whose page closed unpaid is counted as failed once, however often it is reported', async () => {
  const shop = await openShop(stripeDialect);
  try {
    const { session } = await shop.begun();
    session.state = 'closed';
    for (let times = 0; times < 2; times += 1)
      assert.equal((await shop.sendSessionEvent(session)).status, 200);
    const { text } = await shop.caller.raw('/metrics');
    assert.match(text, /^flight_offset_payments_total\{outcome="failed"\} 1$/m);
    assert.doesNotMatch(text, /^flight_offset_payments_total\{outcome="captured"\} [1-9]/m);
  } finally {
    await shop.close();
  }
});
