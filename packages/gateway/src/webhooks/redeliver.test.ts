import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Updateable } from 'kysely';
import { listAudit } from '../audit/list.ts';
import { createOrder } from '../orders/create.ts';
import type { DeliveryTable } from '../store/schema.ts';
import { onBothEngines } from '../testing/engines.ts';
import { addMerchant, MERCHANT, openStore, SOMEBODY, type TestStore } from '../testing/store.ts';
import { redeliver, redeliverFailed, redeliverOne } from './redeliver.ts';

const BY = { channel: 'cli', id: '' } as const;

type State = DeliveryTable['state'];

/** Stores webhooks, one per millisecond. */
async function keep(
  { db, context }: TestStore,
  webhooks: readonly (readonly [string, State, string?])[],
): Promise<void> {
  const url = 'https://a.example/n';
  const input = { emission_amount: 1, emission_unit: 'kgCO2' as const, callback_url: url };
  for (const [created_at, [id, state, merchant_id = MERCHANT]] of webhooks.entries()) {
    const { order_id } = JSON.parse((await createOrder(context, merchant_id, input)).body);
    const tried = { attempts: 10, next_attempt_at: 9, claimed_until: 8, delivered_at: 7 };
    const webhook = { id, merchant_id, order_id, url, body: '{}', state, created_at, ...tried };
    await db.kysely.insertInto('deliveries').values(webhook).execute();
  }
}

async function waiting({ db }: TestStore): Promise<string[]> {
  const rows = await db.kysely.selectFrom('deliveries').selectAll().orderBy('sequence').execute();
  return rows.filter(({ state }) => state === 'pending').map(({ id }) => id);
}

/** Returns the entries of the merchant's audit log. */
async function logged({ db }: TestStore): Promise<unknown[]> {
  const entries = await listAudit(db, { merchantId: MERCHANT });
  return entries.map(({ at, action, subject, after }) => [at, action, subject, after]).toReversed();
}

onBothEngines('a webhook sent again', ({ database }) => {
  it('belongs to the merchant, and starts with new attempts', async () => {
    const store = await openStore(await database());
    const { db } = store;
    await keep(store, [
      ['msg_1', 'delivered'],
      ['msg_2', 'delivered'],
    ]);
    assert.equal(await redeliverOne(db, { merchantId: 'merchant-b', id: 'msg_1' }, 100, BY), false);
    assert.deepEqual(await waiting(store), []);
    assert.equal(await redeliverOne(db, { merchantId: MERCHANT, id: 'msg_1' }, 100, BY), true);
    assert.deepEqual(await waiting(store), ['msg_1']);
    const webhooks = db.kysely.selectFrom('deliveries').selectAll().orderBy('sequence');
    const [row, other] = await webhooks.execute();
    assert.ok(row && other);
    assert.deepEqual(
      [row.state, row.attempts, row.next_attempt_at, row.claimed_until, row.delivered_at],
      ['pending', 0, 100, 0, null],
    );
    assert.equal(await redeliver(db, other.order_id, 200, BY), 1);
    assert.deepEqual(
      (await webhooks.execute()).map(({ next_attempt_at }) => next_attempt_at),
      [100, 200],
    );
    assert.deepEqual(await logged(store), [
      [100, 'webhooks.redelivered', 'msg_1', { webhooks: ['msg_1'] }],
      [200, 'webhooks.redelivered', other.order_id, { webhooks: ['msg_2'] }],
    ]);
    await db.close();
  });

  it('is a failed one of the merchant within the span, the oldest first', async () => {
    const store = await openStore(await database());
    await addMerchant(store.db, 'merchant-b');
    await keep(store, [
      ['before', 'dead'],
      ['first', 'dead'],
      ['accepted', 'delivered'],
      ['of another', 'dead', 'merchant-b'],
      ['queued', 'pending'],
      ['second', 'dead'],
      ['third', 'dead'],
      ['after', 'dead'],
    ]);
    const span = { merchantId: MERCHANT, from: 1, until: 7, limit: 2 };
    const none = { ...span, until: 1 };
    assert.deepEqual(await redeliverFailed(store.db, none, 100, BY), { count: 0, next: undefined });
    const { count, next } = await redeliverFailed(store.db, span, 100, BY);
    assert.equal(count, 2);
    const [entry, ...others] = await logged(store);
    assert.deepEqual(others, []);
    assert.match(JSON.stringify(entry), /^\[100,"webhooks.redelivered","",\{"webhooks":\["(first|second)"/);
    assert.deepEqual(await waiting(store), ['first', 'queued', 'second']);
    // Webhooks that fail again meanwhile are not sent a third time.
    await store.db.kysely
      .updateTable('deliveries')
      .set({ state: 'dead' })
      .where('id', 'in', ['first', 'second'])
      .execute();
    assert.deepEqual(await redeliverFailed(store.db, { ...span, after: next }, 100, SOMEBODY), {
      count: 1,
      next: undefined,
    });
    assert.deepEqual(await waiting(store), ['queued', 'third']);
    await store.db.close();
  });

  it('may also wait for a retry, but not be under way or new', async () => {
    const store = await openStore(await database());
    await keep(store, [
      ['given up', 'dead'],
      ['to be tried again', 'pending'],
      ['under way', 'pending'],
      ['new', 'pending'],
    ]);
    const set = (id: string, values: Updateable<DeliveryTable>): Promise<unknown> =>
      store.db.kysely.updateTable('deliveries').set(values).where('id', '=', id).execute();
    await set('to be tried again', { next_attempt_at: 90_000, claimed_until: 0 });
    await set('under way', { claimed_until: 200 });
    await set('new', { attempts: 0, next_attempt_at: 101 });
    const span = { merchantId: MERCHANT, from: 0, until: 9, limit: 9 };
    assert.equal((await redeliverFailed(store.db, span, 100, BY)).count, 2);
    const rows = await store.db.kysely.selectFrom('deliveries').selectAll().orderBy('sequence').execute();
    assert.deepEqual(
      rows.map(({ id, state, attempts, next_attempt_at }) => [id, state, attempts, next_attempt_at]),
      [
        ['given up', 'pending', 0, 100],
        ['to be tried again', 'pending', 0, 100],
        ['under way', 'pending', 10, 9],
        ['new', 'pending', 0, 101],
      ],
    );
    await store.db.close();
  });
});
