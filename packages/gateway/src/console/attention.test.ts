import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createOrder } from '../orders/create.ts';
import { refundOrder } from '../refunds/refund-order.ts';
import { onBothEngines } from '../testing/engines.ts';
import { MERCHANT, openStore, settleOrder } from '../testing/store.ts';
import { DAY_MS } from '../time-span.ts';
import { attentionOf } from './attention.ts';

onBothEngines('the attention list of a merchant', ({ database }) => {
  it('has one entry for all disabled endpoints, of which there may be thousands', async () => {
    const { db, context } = await openStore(await database());
    const at = context.now();
    const disable = (names: readonly string[], days: number): Promise<unknown> =>
      db.kysely
        .insertInto('webhook_endpoints')
        .values(
          names.map((url_hash) => ({
            merchant_id: MERCHANT,
            url_hash,
            failing_since: 0,
            disabled_at: at - days * DAY_MS,
          })),
        )
        .execute();
    const details = async (): Promise<string[]> =>
      (await attentionOf(db, MERCHANT, at)).map(({ name, detail }) => `${name}: ${detail}`);

    assert.deepEqual(await details(), []);
    await disable(['a'], 4);
    assert.deepEqual(await details(), [
      'A webhook endpoint is disabled: It failed for five days or returned 410; nothing has been sent to it for 4 days.',
    ]);
    await disable(
      Array.from({ length: 2999 }, (_, index) => `b_${index}`),
      9,
    );
    assert.deepEqual(await details(), [
      '3,000 webhook endpoints are disabled: They failed for five days or returned 410; nothing has been sent to the first of them for 9 days.',
    ]);
    await db.close();
  });

  it('has endpoints that have accepted nothing for a day, before they are disabled', async () => {
    const { db, context } = await openStore(await database());
    const at = context.now();
    const details = async (days: number): Promise<string[]> =>
      (await attentionOf(db, MERCHANT, at + days * DAY_MS)).map(({ name, detail }) => `${name}: ${detail}`);
    await db.kysely
      .insertInto('webhook_endpoints')
      .values({ merchant_id: MERCHANT, url_hash: 'a', failing_since: at })
      .execute();
    assert.deepEqual(await details(1), []);
    assert.deepEqual(await details(4), [], 'nothing was sent to it since');
    await db.kysely
      .updateTable('webhook_endpoints')
      .set({ last_failed_at: at + 3 * DAY_MS })
      .execute();
    const rest = 'has accepted nothing for 4 days; after five days it is disabled.';
    assert.deepEqual(await details(4), [`A webhook endpoint fails: It ${rest}`]);
    await db.kysely
      .insertInto('webhook_endpoints')
      .values({
        merchant_id: MERCHANT,
        url_hash: 'b',
        failing_since: at + 1,
        last_failed_at: at + 3 * DAY_MS,
      })
      .execute();
    assert.deepEqual(await details(4), [`2 webhook endpoints fail: The first of them ${rest}`]);
    await db.close();
  });

  it('omits webhooks that failed more than a week ago and refunds the provider has not refused', async () => {
    const store = await openStore(await database());
    const { db, context } = store;
    const input = { emission_amount: 1, emission_unit: 'kgCO2' as const };
    const callback_url = 'https://air.example/n';
    const { order_id } = JSON.parse((await createOrder(context, MERCHANT, { ...input, callback_url })).body);
    await settleOrder(store, order_id, 'completed');
    await refundOrder(context, order_id, { part: {} });
    await db.kysely.updateTable('deliveries').set({ state: 'dead' }).execute();
    await db.kysely.updateTable('refunds').set({ state: 'pending' }).execute();
    const names = async (days: number): Promise<string[]> =>
      (await attentionOf(db, MERCHANT, context.now() + days * DAY_MS)).map(({ name }) => name);
    assert.deepEqual(await names(6), ['Webhooks failed']);
    assert.deepEqual(await names(8), []);
    await db.close();
  });

  it('has refunds that bounced in the last 30 days, until another is made', async () => {
    const store = await openStore(await database());
    const { db, context } = store;
    const input = { emission_amount: 10, emission_unit: 'kgCO2' as const };
    const paid = async (): Promise<string> => {
      const { order_id } = JSON.parse((await createOrder(context, MERCHANT, input)).body);
      await settleOrder(store, order_id, 'completed');
      await refundOrder(context, order_id, { part: { emission_amount: 5 } });
      return order_id;
    };
    const first = await paid();
    const details = async (days = 0): Promise<string[]> =>
      (await attentionOf(db, MERCHANT, context.now() + days * DAY_MS)).map(
        ({ name, detail }) => `${name}: ${detail}`,
      );
    const bounce = () => db.kysely.updateTable('refunds').set({ state: 'failed' }).execute();
    const since = 'failed in the last 30 days, and nothing has been refunded since.';
    // A provider completes it a moment after the request.
    await db.kysely
      .updateTable('refunds')
      .set({ settled_at: context.now() + 1 })
      .execute();
    assert.deepEqual(await details(), []);
    await bounce();
    const one = [`Refunds did not reach their payers: A refund of order ${first} ${since}`];
    assert.deepEqual(await details(), one);
    const [{ next } = {}] = await attentionOf(db, MERCHANT, context.now());
    assert.match(next ?? '', /the gateway's operator/, 'nobody of a merchant can record that it was paid');
    assert.deepEqual(await details(31), []);
    const causedBy = (cause: 'dispute' | 'requested') =>
      db.kysely.updateTable('refunds').set({ cause }).execute();
    await causedBy('dispute');
    assert.deepEqual(await details(), [], 'the merchant won it: no payer waits for money');
    await causedBy('requested');
    store.setNow(context.now() + 1);
    await paid();
    await bounce();
    assert.deepEqual(await details(), [
      `Refunds did not reach their payers: A refund of order ${first} and 1 more failed in the last 30 days, and nothing has been refunded since.`,
    ]);
    store.setNow(context.now() + 1);
    for (const { order_id } of await db.kysely.selectFrom('refunds').select('order_id').execute())
      await refundOrder(context, order_id, { part: { emission_amount: 2 } });
    assert.deepEqual(await details(), []);
    await db.close();
  });

  it('has a limit on unpaid statements of which 90% is reached', async () => {
    const { db, context } = await openStore(await database());
    const { kysely } = db;
    const names = async (): Promise<string[]> =>
      (await attentionOf(db, MERCHANT, context.now())).map(({ name, detail }) => `${name}: ${detail}`);
    const limit = { merchant_id: MERCHANT, limit_minor: 20_000 };
    await kysely
      .insertInto('settlement_limits')
      .values([
        { ...limit, currency: 'EUR', open_minor: 18_000 },
        { ...limit, currency: 'GBP', open_minor: 17_999 },
        { ...limit, currency: 'USD', limit_minor: 0, open_minor: 0 },
      ])
      .execute();
    const collects = (settlement: 'merchant' | 'payer'): Promise<unknown> =>
      kysely.updateTable('merchants').set({ settlement }).where('id', '=', MERCHANT).execute();
    await collects('payer');
    assert.deepEqual(await names(), []);
    await collects('merchant');
    assert.deepEqual(await names(), [
      'The limit on unpaid statements in EUR is nearly reached: 180.00 of 200.00 EUR is owed on unpaid statements. Orders that would exceed the limit are refused.',
    ]);
    await db.close();
  });
});
