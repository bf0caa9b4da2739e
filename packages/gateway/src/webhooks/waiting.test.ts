import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { WebhookEvent } from '@flight-offset/core';
import { createOrder } from '../orders/create.ts';
import { requestRefund } from '../refunds/request-refund.ts';
import { inTransaction } from '../store/transaction.ts';
import { onBothEngines } from '../testing/engines.ts';
import { addMerchant, MERCHANT, openStore, settleOrder, type TestStore } from '../testing/store.ts';
import { claimDue } from './claim.ts';
import { enqueue } from './enqueue.ts';
import { createLanes, laneOf } from './lanes.ts';
import { firstDue, lanesBehind, waitingLanes } from './waiting.ts';

const HOUR_MS = 3_600_000;

/** Creates an order with its webhook, followed by as many of refunds. @returns its identifier. */
async function sold(
  { context, db }: TestStore,
  host: string,
  refunds = 0,
  merchant = MERCHANT,
): Promise<string> {
  await db.kysely.updateTable('merchants').set({ refund_webhooks: 1 }).execute();
  const { body } = await createOrder(context, merchant, {
    emission_amount: 10,
    emission_unit: 'kgCO2',
    callback_url: `https://${host}/n`,
  });
  const { order_id } = JSON.parse(body);
  await settleOrder({ db, context }, order_id, 'completed');
  for (let index = 0; index < refunds; index += 1)
    await requestRefund(context, merchant, order_id, { input: { emission_amount: 1 } });
  return order_id;
}

/** Moves the next attempt of an order's oldest webhook. */
async function retryAt({ db }: TestStore, order: string, at: number): Promise<void> {
  const { id } = await db.kysely
    .selectFrom('deliveries')
    .select('id')
    .where('order_id', '=', order)
    .orderBy('sequence')
    .limit(1)
    .executeTakeFirstOrThrow();
  await db.kysely.updateTable('deliveries').set({ next_attempt_at: at }).where('id', '=', id).execute();
}

async function sequencesOf({ db }: TestStore): Promise<number[]> {
  const rows = await db.kysely.selectFrom('deliveries').select('sequence').execute();
  return rows.map(({ sequence }) => sequence);
}

onBothEngines('waiting webhooks', ({ database }) => {
  it('wake their worker after the commit, and not if it fails', async () => {
    const store = await openStore(await database());
    const id = await sold(store, 'a.example');
    let woken = 0;
    const onWebhookEnqueued = (): void => {
      woken += 1;
    };
    const outbox = { now: store.context.now, onWebhookEnqueued };
    const order = { id, merchant_id: MERCHANT, callback_url: 'https://a.example/n' };
    const write = (fault?: Error) =>
      inTransaction(store.db, async (tx) => {
        await enqueue(tx, outbox, [[order, {} as WebhookEvent]]);
        assert.equal(woken, 0);
        if (fault) throw fault;
      });
    await assert.rejects(write(new Error('the rest failed')), /the rest failed/);
    assert.equal(woken, 0);
    await write();
    assert.equal(woken, 1);
    await store.db.close();
  });

  it('are due by the oldest of each order, while later ones wait', async () => {
    const store = await openStore(await database());
    const { kysely } = store.db;
    const began = store.context.now();
    const due = async (at: number): Promise<number | null> =>
      firstDue(kysely, await waitingLanes(kysely), at);
    assert.equal(await due(began), null);
    const refused = await sold(store, 'a.example', 2);
    const now = began + 10 * HOUR_MS;
    assert.equal(await due(now), began);
    await retryAt(store, refused, now + HOUR_MS);
    assert.equal(await due(now), null, 'an endpoint refused the first of them: nothing is late');
    assert.equal(await due(now + 2 * HOUR_MS), now + HOUR_MS);
    store.setNow(began + HOUR_MS);
    const other = await sold(store, 'a.example');
    assert.equal(await due(now), began + HOUR_MS, 'another order of the same lane');
    await retryAt(store, other, now + HOUR_MS);
    store.setNow(began + 2 * HOUR_MS);
    await addMerchant(store.db, 'merchant-b');
    await sold(store, 'b.example', 1, 'merchant-b');
    assert.equal(await due(now), began + 2 * HOUR_MS, 'another lane');
    assert.deepEqual(
      (await waitingLanes(kysely)).map(({ lane, count, earliest }) => [lane, count, earliest]),
      [
        [laneOf(MERCHANT, 'https://a.example'), 4, began],
        [laneOf('merchant-b', 'https://b.example'), 2, began + 2 * HOUR_MS],
      ],
    );
    await store.db.close();
  });

  it('are listed per lane by the earliest, without delivered ones; lanes behind are sorted by name', async () => {
    const store = await openStore(await database());
    const { kysely } = store.db;
    const began = store.context.now();
    for (const host of ['a.example', 'gone.example']) await sold(store, host);
    await kysely.updateTable('deliveries').set({ state: 'delivered' }).execute();
    assert.deepEqual(await waitingLanes(kysely), []);
    const blocked = await sold(store, 'b.example', 1);
    store.setNow(began + HOUR_MS);
    const [first, second] = [await sold(store, 'a.example'), await sold(store, 'a.example')];
    store.setNow(began + 5 * HOUR_MS);
    await sold(store, 'b.example');
    const [a, b] = [`${MERCHANT} https://a.example`, `${MERCHANT} https://b.example`];
    const lanes = await waitingLanes(kysely);
    assert.deepEqual(
      lanes.map(({ lane, count, earliest }) => [lane, count, earliest]),
      [
        [laneOf(MERCHANT, 'https://b.example'), 3, began],
        [laneOf(MERCHANT, 'https://a.example'), 2, began + HOUR_MS],
      ],
    );
    const now = began + 9 * HOUR_MS;
    assert.deepEqual(await lanesBehind(kysely, lanes, { since: now, limit: 9 }), [a, b]);
    assert.equal(await firstDue(kysely, lanes, now), began);
    await retryAt(store, blocked, now + HOUR_MS);
    await retryAt(store, first, began + 3 * HOUR_MS);
    assert.equal(await firstDue(kysely, lanes, now), began + HOUR_MS, 'the first of a lane');
    await retryAt(store, second, now + HOUR_MS);
    assert.equal(await firstDue(kysely, lanes, now), began + 3 * HOUR_MS, 'not that of the first lane');
    await store.db.close();
  });

  it('are sent one at a time per order, so that a refund follows its order', async () => {
    const store = await openStore(await database());
    const now = store.context.now();
    const order = await sold(store, 'a.example', 1);
    const { deliveries } = await claimDue(store.db, createLanes(), now);
    assert.deepEqual(
      deliveries.map(({ order_id, sequence }) => [order_id, sequence]),
      [[order, Math.min(...(await sequencesOf(store)))]],
    );
    await retryAt(store, order, now + HOUR_MS);
    assert.deepEqual(
      (await claimDue(store.db, createLanes(), now)).deliveries,
      [],
      'nor while the first waits',
    );
    await store.db.close();
  });

  it('are put off at once behind others of their order, so that further ones are found due', async () => {
    const store = await openStore(await database());
    const now = store.context.now();
    const waits = await sold(store, 'a.example', 5);
    await retryAt(store, waits, now + HOUR_MS);
    for (const host of ['a', 'a', 'a', 'd']) await sold(store, `${host}.example`);
    const claim = async (): Promise<[hosts: string, postponed: boolean]> => {
      const { deliveries, postponed } = await claimDue(store.db, createLanes(), now);
      return [deliveries.map(({ url }) => new URL(url).hostname[0]).join(), postponed];
    };
    assert.deepEqual(await claim(), ['a,a,d', true], 'as many of a lane as it has slots for');
    assert.deepEqual(await claim(), ['a', false]);
    assert.deepEqual(await claim(), ['', false]);
    const rows = store.db.kysely.selectFrom('deliveries').select('next_attempt_at');
    assert.deepEqual(
      (await rows.where('order_id', '=', waits).execute()).map(
        ({ next_attempt_at }) => next_attempt_at - now,
      ),
      Array(6).fill(HOUR_MS),
    );
    await store.db.close();
  });

  it('are claimed in every lane for a minute, after which another process sends them', async () => {
    const store = await openStore(await database());
    const now = store.context.now();
    for (const host of ['a', 'b', 'c', 'd']) await sold(store, `${host}.example`);
    // Like another process, it knows no attempts in progress.
    const claim = async (at: number): Promise<string[]> =>
      (await claimDue(store.db, createLanes(), at)).deliveries.map(({ url }) => url.slice(8, 9)).sort();
    assert.deepEqual(await claim(now - 1), []);
    assert.deepEqual(await claim(now), ['a', 'b', 'c', 'd']);
    assert.deepEqual(await claim(now + 59_999), []);
    assert.deepEqual(await claim(now + 60_000), ['a', 'b', 'c', 'd']);
    await store.db.close();
  });

  it('name the lanes that are behind', async () => {
    const store = await openStore(await database());
    const { kysely } = store.db;
    const began = store.context.now();
    const [a] = [
      await sold(store, 'a.example', 1),
      await sold(store, 'b.example'),
      await sold(store, 'c.example'),
    ];
    await retryAt(store, a, began + 5 * HOUR_MS);
    const lanes = await waitingLanes(kysely);
    const behind = (since: number, limit = 9): Promise<string[]> =>
      lanesBehind(kysely, lanes, { since, limit });
    const [b, c] = [`${MERCHANT} https://b.example`, `${MERCHANT} https://c.example`];
    assert.deepEqual(await behind(began + HOUR_MS), [b, c]);
    assert.equal((await behind(began + HOUR_MS, 1)).length, 1);
    assert.deepEqual(await behind(began - 1), []);
    await store.db.close();
  });
});
