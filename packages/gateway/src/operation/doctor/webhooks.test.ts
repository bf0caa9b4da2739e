import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { createOrder } from '../../orders/create.ts';
import { requestRefund } from '../../refunds/request-refund.ts';
import { onBothEngines } from '../../testing/engines.ts';
import { MERCHANT, openStore, settleOrder } from '../../testing/store.ts';
import type { CheckContext } from './check.ts';
import { webhookChecks } from './webhooks.ts';

const HOUR_MS = 3_600_000;

onBothEngines('doctor about webhooks', ({ database, distributed, engine }) => {
  it('reports sequence numbers that were not replicated, until its own statement has set them', {
    skip: distributed || engine === 'sqlite',
  }, async () => {
    const store = await openStore(await database());
    const { context, db } = store;
    const check = webhookChecks.find(({ name }) => name === 'New webhooks get new numbers');
    const run = () => check?.run({ db } as CheckContext);
    assert.deepEqual(await run(), { state: 'ok' });
    const callback_url = 'https://merchant.example/n';
    const input = { emission_amount: 10, emission_unit: 'kgCO2' as const, callback_url };
    const { order_id } = JSON.parse((await createOrder(context, MERCHANT, input)).body);
    await settleOrder(store, order_id, 'completed');
    assert.deepEqual(await run(), { state: 'ok' });
    await sql`alter sequence deliveries_sequence_seq restart`.execute(db.kysely);
    const { state, next = '' } = (await run()) ?? {};
    assert.equal(state, 'fault');
    await sql.raw(next.slice(next.indexOf('select'))).execute(db.kysely);
    assert.deepEqual(await run(), { state: 'ok' });
    await db.close();
  });

  it('reports an overdue webhook, but none that waits for another of its order', async () => {
    const store = await openStore(await database());
    const { context, db } = store;
    await db.kysely.updateTable('merchants').set({ refund_webhooks: 1 }).execute();
    const callback_url = 'https://merchant.example/n';
    const input = { emission_amount: 10, emission_unit: 'kgCO2' as const, callback_url };
    const { order_id } = JSON.parse((await createOrder(context, MERCHANT, input)).body);
    await settleOrder(store, order_id, 'completed');
    await requestRefund(context, MERCHANT, order_id, { input: {} });
    const first = await db.kysely
      .selectFrom('deliveries')
      .select('id')
      .orderBy('sequence')
      .limit(1)
      .executeTakeFirstOrThrow();
    const run = async (): Promise<string | undefined> =>
      (await webhookChecks[0]?.run({ db, now: context.now } as CheckContext))?.state;
    const began = context.now();
    store.setNow(began + 10 * HOUR_MS);
    assert.equal(await run(), 'fault');
    // The endpoint refused it; the next attempt follows the schedule.
    await db.kysely
      .updateTable('deliveries')
      .set({ next_attempt_at: began + 20 * HOUR_MS, attempts: 5 })
      .where('id', '=', first.id)
      .execute();
    assert.equal(await run(), 'ok');
    store.setNow(began + 30 * HOUR_MS);
    assert.equal(await run(), 'fault');
    await db.close();
  });

  it('names the first five merchants with disabled endpoints, and counts the others', async () => {
    const { db, context } = await openStore(await database());
    const disabled = (merchant_id: string, days: number, count: number) =>
      Array.from({ length: count }, (_, index) => ({
        merchant_id,
        url_hash: `${index}`,
        failing_since: 0,
        disabled_at: context.now() - days * 24 * HOUR_MS - index,
      }));
    const rows = [
      disabled('mer_a', 9, 1200),
      ...[8, 7, 6, 5, 4, 3].map((days) => disabled(`mer_${days}`, days, 1)),
    ];
    await db.kysely.insertInto('webhook_endpoints').values(rows.flat()).execute();
    const check = webhookChecks.find(({ name }) => name === 'No webhook endpoint is disabled');
    const { detail } = (await check?.run({ db, now: context.now } as CheckContext)) ?? {};
    assert.equal(
      detail,
      '1,200 endpoints of mer_a, for 9 days; 1 endpoint of mer_8, for 8 days; 1 endpoint of mer_7, for 7 days; 1 endpoint of mer_6, for 6 days; 1 endpoint of mer_5, for 5 days; and of 2 other merchants',
    );
    await db.close();
  });

  it('names merchants whose endpoints have accepted nothing for a day, before they are disabled', async () => {
    const { db, context } = await openStore(await database());
    const failing = (merchant_id: string, hours: number) => ({
      merchant_id,
      url_hash: `${merchant_id} ${hours}`,
      failing_since: context.now() - hours * HOUR_MS,
      last_failed_at: context.now() - Math.min(hours, 28) * HOUR_MS,
    });
    const check = webhookChecks.find(({ name }) => name === 'Webhooks are delivered');
    const run = async () => check?.run({ db, now: context.now } as CheckContext);
    await db.kysely.insertInto('webhook_endpoints').values(failing('mer_a', 23)).execute();
    assert.equal((await run())?.state, 'ok');
    const ended = { ...failing('mer_d', 96), last_failed_at: context.now() - 96 * HOUR_MS };
    // As stored by an earlier version.
    const once = { ...failing('mer_b', 25), last_failed_at: null };
    const disabled = { ...failing('mer_e', 96), disabled_at: context.now() };
    const rows = [failing('mer_b', 96), once, failing('mer_c', 72), ended, disabled];
    await db.kysely.insertInto('webhook_endpoints').values(rows).execute();
    const found = await run();
    assert.deepEqual(
      [found?.state, found?.detail],
      ['warning', 'nothing is accepted by 2 endpoints of mer_b, for 4 days; 1 endpoint of mer_c, for 3 days'],
    );
    assert.match(found?.next ?? '', /webhooks list --state pending; .* webhooks replay MERCHANT/);
    await db.close();
  });
});
