import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { sql } from 'kysely';
import { readConfig } from '../config.ts';
import { invitePerson } from '../console/people.ts';
import { redeemLink } from '../console/sign-in/redeem-link.ts';
import { startGateway } from '../gateway.ts';
import { createOrder } from '../orders/create.ts';
import { inTransaction, type Tx } from '../store/transaction.ts';
import { onBothEngines } from '../testing/engines.ts';
import { runDuringTransaction } from '../testing/lock-wait.ts';
import { openWithLongTimeouts } from '../testing/open-with-long-timeouts.ts';
import { MERCHANT, openStore, SOMEBODY, settleOrder, type TestStore } from '../testing/store.ts';
import { until } from '../testing/until.ts';
import { DAY_MS } from '../time-span.ts';
import { disableEndpoint, isDisabled, recordFailure, recordSkippedWebhook } from '../webhooks/endpoint.ts';
import { agesOf } from './ages.ts';
import { PRUNE_BATCH, prune } from './prune.ts';

onBothEngines('old data', ({ database, engine }) => {
  const settled = async (store: TestStore, at: number): Promise<string> => {
    store.setNow(at);
    const input = {
      emission_amount: 1,
      emission_unit: 'kgCO2' as const,
      callback_url: 'https://air.example/n',
    };
    const { order_id } = JSON.parse((await createOrder(store.context, MERCHANT, input)).body);
    await settleOrder(store, order_id, 'failed');
    return order_id;
  };
  const count = async ({ db }: TestStore, table: string): Promise<number> =>
    Number(
      (await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(db.kysely)).rows[0]?.n,
    );

  it('ended webhooks are deleted with their attempts; pending and younger ones, and all orders, stay', async () => {
    const store = await openStore(await database());
    const { kysely } = store.db;
    const at = Date.UTC(2026, 0, 1);
    const [delivered, dead, pending] = [
      await settled(store, at),
      await settled(store, at + 1),
      await settled(store, at + 2),
    ];
    const young = await settled(store, at + 10 * DAY_MS);
    const end = (order: string, state: 'delivered' | 'dead') =>
      kysely.updateTable('deliveries').set({ state }).where('order_id', '=', order).execute();
    await end(delivered, 'delivered');
    await end(dead, 'dead');
    await end(young, 'delivered');
    for (const { id, merchant_id } of await kysely
      .selectFrom('deliveries')
      .select(['id', 'merchant_id'])
      .execute())
      await kysely
        .insertInto('delivery_attempts')
        .values({
          merchant_id,
          delivery_id: id,
          attempt: 1,
          at,
          status: 200,
          outcome: 'ok',
          excerpt: '',
          duration_ms: 1,
        })
        .execute();
    assert.equal(await prune(store.db, 'webhooks', at), 0, 'nothing is older than the oldest');
    const row = await kysely
      .selectFrom('deliveries')
      .select(['merchant_id', 'order_id', 'url', 'body', 'state'])
      .select(['attempts', 'next_attempt_at', 'claimed_until', 'created_at'])
      .where('order_id', '=', pending)
      .executeTakeFirstOrThrow();
    const waiting = Array.from({ length: PRUNE_BATCH }, (_, index) => ({ ...row, id: `msg_00${index}` }));
    await kysely.insertInto('deliveries').values(waiting).execute();
    assert.equal(await prune(store.db, 'webhooks', at + 5 * DAY_MS), 2, 'behind many that are pending');
    await kysely.updateTable('deliveries').set({ state: 'dead' }).where('order_id', '=', pending).execute();
    assert.equal(await prune(store.db, 'webhooks', at + 5 * DAY_MS), PRUNE_BATCH, 'the oldest of them');
    const left = await kysely.selectFrom('deliveries').select('order_id').orderBy('sequence').execute();
    assert.deepEqual(
      left.map(({ order_id }) => order_id),
      [pending, young],
    );
    assert.equal(await count(store, 'delivery_attempts'), 2);
    assert.equal(await count(store, 'orders'), 4);
    await store.db.close();
  });

  // SQLite has one writer at a time.
  it('stays if it is changed at the same time: a webhook to send again, an endpoint being disabled', {
    skip: engine === 'sqlite',
  }, async () => {
    const store = await openStore(await database());
    const { db } = store;
    const at = Date.UTC(2026, 0, 1);
    await settled(store, at);
    await db.kysely.updateTable('deliveries').set({ state: 'dead' }).execute();
    await db.kysely
      .insertInto('webhook_endpoints')
      .values({ merchant_id: MERCHANT, url_hash: 'h', failing_since: at, disabled_at: null })
      .execute();
    const again = (tx: Tx) => tx.updateTable('deliveries').set({ state: 'pending' }).execute();
    assert.equal(await runDuringTransaction(db, again, () => prune(db, 'webhooks', at + DAY_MS)), 0);
    const disable = (tx: Tx) => tx.updateTable('webhook_endpoints').set({ disabled_at: at }).execute();
    assert.equal(
      await runDuringTransaction(db, disable, () => prune(db, 'webhook_endpoints', at + DAY_MS)),
      0,
    );
    await db.close();
  });

  it('is deleted in bites, the oldest first, and each row once by two processes', async () => {
    const url = await database();
    const store = await openStore(url);
    const other = openWithLongTimeouts(url);
    const rows = PRUNE_BATCH * 2 + 10;
    // The oldest is stored last.
    const all = Array.from({ length: rows }, (_, index) => `('stripe', 'evt_${index}', ${rows - index - 1})`);
    await sql
      .raw(`insert into provider_events (provider, event_id, received_at) values ${all.join()}`)
      .execute(store.db.kysely);
    const first = await prune(store.db, 'provider_events', rows);
    assert.equal(first, PRUNE_BATCH);
    const { received_at } = await store.db.kysely
      .selectFrom('provider_events')
      .select('received_at')
      .orderBy('received_at')
      .executeTakeFirstOrThrow();
    assert.equal(received_at, PRUNE_BATCH, 'the oldest first');
    let total = first;
    while ((await count(store, 'provider_events')) > 0) {
      const both = await Promise.all([store.db, other].map((db) => prune(db, 'provider_events', rows)));
      total += both.reduce((sum, one) => sum + one, 0);
    }
    assert.equal(total, rows);
    await other.close();
    await store.db.close();
  });

  it('idempotency keys and rate budgets are deleted by their age', async () => {
    const store = await openStore(await database());
    const key = { merchant_id: MERCHANT, body_hash: 'h', response: '{}' };
    for (const [name, created_at] of [
      ['old', 1],
      ['young', 100],
    ] as const)
      await store.db.kysely
        .insertInto('idempotency')
        .values({ ...key, key: name, created_at })
        .execute();
    assert.equal(await prune(store.db, 'idempotency_keys', 50), 1);
    assert.equal(
      (await store.db.kysely.selectFrom('idempotency').select('key').executeTakeFirst())?.key,
      'young',
    );
    if (engine === 'postgres') {
      await sql`insert into rate_windows (key, ends_at, leased) values ('a', 1, 1), ('b', 100, 1)`.execute(
        store.db.kysely,
      );
      assert.equal(await prune(store.db, 'rate_windows', 50), 1);
    } else assert.equal(await prune(store.db, 'rate_windows', 50), 0);
    await store.db.close();
  });

  it('failures of endpoints are deleted once they no longer count; a disabled one stays while webhooks use it', async () => {
    const store = await openStore(await database());
    const { db } = store;
    const at = store.context.now();
    const { webhook_endpoints: age } = agesOf(readConfig({}, { sandbox: true }));
    const row = { merchant_id: MERCHANT, disabled_at: null };
    const old = Array.from({ length: PRUNE_BATCH + 3 }, (_, index) => ({
      ...row,
      url_hash: `old_${index}`,
      failing_since: at - age - 1,
      // An earlier version noted only the first failure.
      last_failed_at: index === 0 ? null : at - age - 1,
    }));
    await db.kysely
      .insertInto('webhook_endpoints')
      .values([
        ...old,
        { ...row, url_hash: 'young', failing_since: at - age },
        { ...row, url_hash: 'failed again', failing_since: at - age - 1, last_failed_at: at - age },
        { ...row, url_hash: 'disabled', failing_since: 1, disabled_at: 2 },
      ])
      .execute();
    assert.equal(await prune(db, 'webhook_endpoints', at - age), PRUNE_BATCH);
    assert.equal(await prune(db, 'webhook_endpoints', at - age), 3);
    const left = db.kysely.selectFrom('webhook_endpoints').select('url_hash').orderBy('url_hash');
    assert.deepEqual(
      (await left.execute()).map(({ url_hash }) => url_hash),
      ['disabled', 'failed again', 'young'],
    );
    const { disabled_endpoints: long } = agesOf(readConfig({}, { sandbox: true }));
    await inTransaction(db, (tx) => disableEndpoint(tx, MERCHANT, 'https://used.example/', at - 2 * long));
    await inTransaction(db, (tx) => recordSkippedWebhook(tx, MERCHANT, 'https://used.example/', at - long));
    assert.equal(await prune(db, 'disabled_endpoints', at - long), 1);
    assert.equal(await isDisabled(db, MERCHANT, 'https://used.example/'), true);
    assert.equal(await prune(db, 'disabled_endpoints', at - long + 1), 1);
    await db.close();
  });

  it('an endpoint stays disabled for the whole period after its last webhook, however long it failed before', async () => {
    const { db, context } = await openStore(await database());
    const began = context.now();
    for (const gone of [true, false]) {
      const url = `https://gone-${gone}.example/`;
      const last = began + 6 * DAY_MS;
      for (let at = began; at <= last; at += 2 * DAY_MS)
        await inTransaction(db, (tx) =>
          (gone && at === last ? disableEndpoint : recordFailure)(tx, MERCHANT, url, at),
        );
      assert.equal(await prune(db, 'disabled_endpoints', last), 0);
      assert.equal(await isDisabled(db, MERCHANT, url), true);
      assert.equal(await prune(db, 'disabled_endpoints', last + 1), 1);
    }
    await db.close();
  });

  it('sign-in links are deleted once expired, sessions of the console once ended', async () => {
    const { db, context } = await openStore(await database());
    const invite = (email: string): Promise<string> =>
      invitePerson(context, { merchantId: MERCHANT, name: 'Ana', email, role: 'viewer' }, SOMEBODY);
    const at = context.now();
    await invite('old@air.example');
    const link = new URL(await invite('ana@air.example')).pathname.split('/').at(-1) ?? '';
    await redeemLink(context, async () => {}, { link, address: '' });
    const { console_links, console_sessions } = agesOf(readConfig({}, { sandbox: true }));
    const pruned = async (now: number): Promise<number[]> => [
      await prune(db, 'console_links', now - console_links),
      await prune(db, 'console_sessions', now - console_sessions),
    ];
    assert.deepEqual(await pruned(at + DAY_MS / 2), [0, 0], 'both are still valid');
    assert.deepEqual(await pruned(at + DAY_MS / 2 + 1), [0, 1]);
    assert.deepEqual(await pruned(at + DAY_MS + 1), [1, 0]);
    await db.close();
  });

  it('is deleted by a running gateway once it passes its default age, and not sooner', async () => {
    const store = await openStore(await database());
    const { kysely } = store.db;
    const now = store.context.now();
    const of = { merchant_id: MERCHANT };
    const failed = {
      ...of,
      method: 'GET',
      route: '/',
      status: 404,
      code: 40401,
      message: '',
      duration_ms: 1,
    };
    const ages: readonly (readonly [table: string, days: number, add: (id: string, at: number) => object])[] =
      [
        ['provider_events', 90, (event_id, received_at) => ({ provider: 'stripe', event_id, received_at })],
        ['idempotency', 2, (key, created_at) => ({ ...of, key, body_hash: 'h', response: '{}', created_at })],
        ['webhook_endpoints', 7, (url_hash, failing_since) => ({ ...of, url_hash, failing_since })],
        [
          'webhook_endpoints',
          90,
          (id, at) => ({ ...of, url_hash: `off_${id}`, failing_since: at, disabled_at: at }),
        ],
        ['failed_requests', 7, (id, at) => ({ ...failed, id, request_id: id, at })],
      ];
    const budgets = [
      'rate_windows',
      1,
      (key: string, ends_at: number) => ({ key, ends_at, leased: 1 }),
    ] as const;
    const all = engine === 'postgres' ? [...ages, budgets] : ages;
    const left = new Map<string, number>();
    for (const [table, days, add] of all) {
      for (const [id, at] of Object.entries({ old: -1, young: 0 }))
        await kysely
          .insertInto(table as 'settings')
          .values(add(id, now - days * DAY_MS + at) as never)
          .execute();
      left.set(table, (left.get(table) ?? 0) + 1);
    }
    const young = await settled(store, now - 90 * DAY_MS);
    await settled(store, now - 90 * DAY_MS - 1);
    left.set('deliveries', 1);
    await kysely.updateTable('deliveries').set({ state: 'delivered' }).execute();
    const gateway = await startGateway({ databaseUrl: store.url, now: () => now });
    for (const [table, rows] of left)
      await until(async () => (await count(store, table)) <= rows, `what is old in ${table} is gone:`);
    for (const [table, rows] of left) assert.equal(await count(store, table), rows, table);
    assert.equal((await kysely.selectFrom('deliveries').select('order_id').execute())[0]?.order_id, young);
    await gateway.close();
    await store.db.close();
  });
});

it('retention periods are configured, with a minimum', () => {
  const read = (environment: Record<string, string>) => readConfig(environment, { sandbox: true });
  const ages = agesOf(read({ GATEWAY_KEEP_WEBHOOKS_DAYS: '7' }));
  assert.deepEqual([ages.webhooks, ages.provider_events], [7 * DAY_MS, 90 * DAY_MS]);
  // A webhook is retried for days, an endpoint disabled after five; a provider repeats its events for days.
  assert.throws(() => read({ GATEWAY_KEEP_WEBHOOKS_DAYS: '6' }), /GATEWAY_KEEP_WEBHOOKS_DAYS/);
  assert.throws(() => read({ GATEWAY_KEEP_PROVIDER_EVENTS_DAYS: '29' }), /GATEWAY_KEEP_PROVIDER_EVENTS_DAYS/);
});

const GUIDE = new URL('../../../../docs/guide/operations.md', import.meta.url);

it('the guide states how long rows are kept by default', () => {
  const guide = readFileSync(GUIDE, 'utf8');
  const { console_links: _, ...ages } = agesOf(readConfig({}, { sandbox: true }));
  const stated = Object.entries({
    webhooks: 'webhooks that were delivered',
    provider_events: 'identifiers of events',
    webhook_endpoints: 'failures of webhook endpoints',
    disabled_endpoints: 'webhook endpoints that are disabled',
    idempotency_keys: 'responses kept for idempotency keys',
    rate_windows: 'budgets of requests',
    console_sessions: 'sessions of the console',
    failed_requests: 'requests that failed',
  }).map(([name, rows]) => {
    const [, count, unit] = new RegExp(`^\\| ${rows}[^|]*\\| (\\d+) (day|hour)`, 'm').exec(guide) ?? [];
    return [name, Number(count) * (unit === 'day' ? DAY_MS : DAY_MS / 24)];
  });
  assert.deepEqual(Object.fromEntries(stated), ages);
});
