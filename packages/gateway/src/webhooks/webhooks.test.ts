import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import dns from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { verifyWebhook } from '@flight-offset/core/server';
import { sql } from 'kysely';
import { createApiKey, revokeApiKey } from '../credentials/api-keys.ts';
import { type Background, repeat } from '../operation/background.ts';
import { createOrder } from '../orders/create.ts';
import { requestRefund } from '../refunds/request-refund.ts';
import type { Database } from '../store/engine.ts';
import { onBothEngines } from '../testing/engines.ts';
import { runDuringTransaction } from '../testing/lock-wait.ts';
import { listenOnLoopback } from '../testing/loopback.ts';
import { startReceiver } from '../testing/receiver.ts';
import { addMerchant, MERCHANT, openStore, SOMEBODY, settleOrder, type TestStore } from '../testing/store.ts';
import { DAY_MS } from '../time-span.ts';
import { addressesOf } from './addresses-of.ts';
import { DISABLE_AFTER_MS, enableEndpoint, isDisabled } from './endpoint.ts';
import { guardedDispatcher } from './guarded-dispatcher.ts';
import { redeliver } from './redeliver.ts';
import { nextWaitMs, RETRY_SECONDS } from './retry-schedule.ts';
import { rotateWebhookSecret, webhookSecrets } from './secrets.ts';
import { send } from './send.ts';
import { checkTarget, TargetError } from './target.ts';
import { createDeliveryWorker, type DeliveryWorker } from './worker.ts';

const policy = { allowLoopback: true, ports: [443] };
/** A failure here is an endless wait. */
const patiently = { timeout: 600_000 };

async function settled(store: TestStore, callback_url: string, merchant = MERCHANT): Promise<string> {
  const input = { emission_amount: 1, emission_unit: 'kgCO2' as const, callback_url };
  const { order_id } = JSON.parse((await createOrder(store.context, merchant, input)).body);
  await settleOrder(store, order_id, 'completed');
  return order_id;
}

/** Starts an endpoint that accepts every request and never responds. */
async function startSilent(): Promise<{
  readonly url: string;
  /** Number of requests that wait for a response now. */
  open(): number;
  until(count: number): Promise<unknown>;
  close(): Promise<void>;
}> {
  const waiting = new Set<ServerResponse>();
  const server = createServer((_, response) => {
    waiting.add(response);
    response.on('close', () => waiting.delete(response));
    server.emit('waiting');
  });
  const { url, close } = await listenOnLoopback(server);
  return {
    url: `${url}/`,
    open: () => waiting.size,
    async until(count) {
      while (waiting.size < count) await once(server, 'waiting');
    },
    close,
  };
}

/** Creates a worker that also waits for its attempts. */
function workerOf(store: TestStore): DeliveryWorker & { run(): Promise<number> } {
  const worker = createDeliveryWorker({ db: store.db, sealer: store.sealer, now: store.context.now, policy });
  return {
    ...worker,
    async run() {
      const count = await worker.start();
      await worker.idle();
      return count;
    },
  };
}

const states = (store: TestStore): Promise<{ state: string; attempts: number; next_attempt_at: number }[]> =>
  store.db.kysely.selectFrom('deliveries').selectAll().orderBy('sequence').execute();

onBothEngines('webhooks', ({ database, engine }) => {
  it('are repeated on schedule until a 2xx, with the same id, and each attempt is logged', async () => {
    const store = await openStore(await database());
    const secret = await rotateWebhookSecret(store.db, store.sealer, MERCHANT);
    const statuses = [500, 302, 300, 404, 204];
    await using receiver = await startReceiver((index) => ({
      status: statuses[index] ?? 200,
      headers: { location: '/elsewhere', ...(index === 1 && { 'retry-after': '345' }) },
    }));
    await settled(store, receiver.url);
    const worker = workerOf(store);
    for (let attempt = 0; attempt < statuses.length; attempt += 1) {
      assert.equal(await worker.run(), 1);
      assert.equal(await worker.run(), 0, 'nothing is due before its time');
      const [row] = await states(store);
      if (attempt === statuses.length - 1) break;
      const wait = (row?.next_attempt_at ?? 0) - store.context.now();
      const expected = (RETRY_SECONDS[attempt] ?? 0) * 1000;
      assert.ok(wait >= expected * 0.8 && wait <= expected * 1.2, `${wait} is not about ${expected}`);
      if (attempt === 1) assert.equal(wait, 345_000, 'as its endpoint states');
      store.setNow(row?.next_attempt_at ?? 0);
    }
    const sent = await store.db.kysely.selectFrom('deliveries').selectAll().executeTakeFirstOrThrow();
    assert.deepEqual(
      [sent.state, sent.delivered_at, sent.claimed_until],
      ['delivered', store.context.now(), 0],
    );
    const failing = await store.db.kysely.selectFrom('webhook_endpoints').selectAll().execute();
    assert.deepEqual(failing, [], 'its failures are forgotten');
    assert.deepEqual(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 1);
    for (const { headers, body } of receiver.received) {
      const now = new Date(Number(headers['webhook-timestamp']) * 1000);
      assert.equal(headers['content-type'], 'application/json');
      assert.equal(headers['user-agent'], 'flight-offset-gateway');
      assert.ok(Math.abs(now.getTime() - Date.now()) < 600_000, 'whatever the clock of the gateway says');
      await verifyWebhook({ headers, body, secrets: [secret], now });
    }
    const log = await store.db.kysely
      .selectFrom('delivery_attempts')
      .selectAll()
      .orderBy('attempt')
      .execute();
    assert.deepEqual(
      log.map(({ status, outcome }) => [status, outcome]),
      [
        [500, 'refused'],
        [302, 'refused'],
        [300, 'refused'],
        [404, 'refused'],
        [204, 'delivered'],
      ],
    );
    await worker.close();
    await store.db.close();
  });

  it('stop after 410, which disables the endpoint until it is enabled again', async () => {
    const store = await openStore(await database());
    await using receiver = await startReceiver((index) => ({ status: index === 0 ? 410 : 200 }));
    const order = await settled(store, receiver.url);
    await settled(store, receiver.url);
    const worker = workerOf(store);
    await rotateWebhookSecret(store.db, store.sealer, MERCHANT);
    await store.db.kysely
      .updateTable('deliveries')
      .set({ next_attempt_at: 9e15 })
      .where('order_id', '<>', order)
      .execute();
    await worker.run();
    assert.equal((await states(store))[0]?.state, 'dead');
    await store.db.kysely.updateTable('deliveries').set({ next_attempt_at: 0 }).execute();
    const later = store.context.now() + 60_000;
    store.setNow(later);
    await worker.run();
    assert.equal((await states(store))[1]?.state, 'dead');
    assert.equal(receiver.received.length, 1);
    const row = await store.db.kysely.selectFrom('webhook_endpoints').selectAll().executeTakeFirstOrThrow();
    assert.deepEqual([row.disabled_at, row.failing_since], [later - 60_000, later], 'it is in use');
    assert.equal(await enableEndpoint(store.db, MERCHANT, receiver.url, SOMEBODY), true);
    assert.equal(await redeliver(store.db, order, store.context.now(), SOMEBODY), 1);
    await worker.run();
    assert.equal((await states(store))[0]?.state, 'delivered');
    const log = await store.db.kysely.selectFrom('delivery_attempts').selectAll().execute();
    assert.deepEqual(
      log.map(({ attempt, outcome }) => `${attempt} ${outcome}`).sort(),
      ['1 endpoint_disabled', '1 gone', '2 delivered'],
      'those before a replay count on',
    );
    await worker.close();
    await store.db.close();
  });

  it('are dead after the attempt that follows the last wait', async () => {
    const store = await openStore(await database());
    await rotateWebhookSecret(store.db, store.sealer, MERCHANT);
    await using receiver = await startReceiver(() => ({ status: 503 }));
    await settled(store, receiver.url);
    await store.db.kysely
      .updateTable('deliveries')
      .set({ attempts: RETRY_SECONDS.length - 1 })
      .execute();
    const worker = workerOf(store);
    for (const state of ['pending', 'dead']) {
      await worker.run();
      const [row] = await states(store);
      assert.equal(row?.state, state);
      store.setNow(row?.next_attempt_at ?? 0);
    }
    await worker.close();
    await store.db.close();
  });

  it('are no longer sent to an endpoint that failed for days, which is disabled', async () => {
    const store = await openStore(await database());
    await rotateWebhookSecret(store.db, store.sealer, MERCHANT);
    await using receiver = await startReceiver(() => ({ status: 503 }));
    await settled(store, receiver.url);
    const worker = workerOf(store);
    await worker.run();
    store.setNow(store.context.now() + DISABLE_AFTER_MS);
    await worker.run();
    assert.equal(await isDisabled(store.db, MERCHANT, receiver.url), false, 'the gateway had stood still');
    for (let passed = 0; passed < DISABLE_AFTER_MS; passed += DAY_MS) {
      await settled(store, receiver.url);
      store.setNow(store.context.now() + DAY_MS);
      await worker.run();
    }
    const sent = receiver.received.length;
    await settled(store, receiver.url);
    await worker.run();
    assert.equal((await states(store)).at(-1)?.state, 'dead');
    for (const _ of [2, 3]) await settled(store, receiver.url);
    assert.equal(await worker.run(), 2, 'what is not sent takes no slot from other paths of its origin');
    assert.equal(receiver.received.length, sent);
    await worker.close();
    await store.db.close();
  });

  it('are sent once each by three workers', async () => {
    const store = await openStore(await database());
    await rotateWebhookSecret(store.db, store.sealer, MERCHANT);
    await using receiver = await startReceiver();
    for (let i = 0; i < 30; i += 1) await settled(store, receiver.url);
    const workers = [workerOf(store), workerOf(store), workerOf(store)];
    while ((await Promise.all(workers.map((worker) => worker.run()))).some((count) => count > 0));
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    assert.equal(new Set(ids).size, 30);
    assert.equal(ids.length, 30);
    await Promise.all(workers.map((worker) => worker.close()));
    await store.db.close();
  });

  it(
    'to an endpoint that does not respond delay no others, of its merchant or of another',
    patiently,
    async () => {
      const store = await openStore(await database());
      await addMerchant(store.db, 'merchant-b');
      for (const merchant of [MERCHANT, 'merchant-b'])
        await rotateWebhookSecret(store.db, store.sealer, merchant);
      const silent = await startSilent();
      await using own = await startReceiver();
      await using others = await startReceiver();
      // These are the oldest, and would fill a queue that sends the oldest first.
      for (let i = 0; i < 64; i += 1) await settled(store, silent.url);
      for (let i = 0; i < 5; i += 1) {
        await settled(store, own.url);
        await settled(store, others.url, 'merchant-b');
      }
      const { db, sealer, context } = store;
      const worker = createDeliveryWorker({
        db,
        sealer,
        now: context.now,
        policy,
        onSlotFree: () => background.wake(),
      });
      const background: Background = repeat({
        // Only a freed slot, or work left over, begins the next run.
        everyMs: 2 ** 30,
        work: () => worker.start(),
        end: () => worker.close(),
        fault: (error) => assert.fail(String(error)),
      });
      await Promise.all([own.until(5), others.until(5), silent.until(1)]);
      assert.ok(silent.open() <= 2, `${silent.open()} requests wait at the endpoint that does not respond`);
      // Ends the waiting requests, again and again, until nothing is due.
      await silent.close();
      await background.stop();
      await db.close();
    },
  );

  it('that are due in a lane are found by an index', async () => {
    const store = await openStore(await database());
    const { db } = store;
    const explain = db.engine === 'sqlite' ? 'explain query plan' : 'explain';
    const query = `${explain} select id from deliveries where lane = 'a b' and state = 'pending'
      and next_attempt_at <= 1 order by next_attempt_at limit 2`;
    const plan = await db.kysely.connection().execute(async (connection) => {
      if (db.engine === 'postgres') await sql`set enable_seqscan = off`.execute(connection);
      return (await sql.raw(query).execute(connection)).rows;
    });
    assert.match(JSON.stringify(plan), /deliveries_lane/);
    await db.close();
  });

  it('have an x-body-signature by the oldest live key, so that a rotation ends with the revocation', async () => {
    const store = await openStore(await database());
    const { db, sealer } = store;
    await rotateWebhookSecret(db, sealer, MERCHANT);
    await using receiver = await startReceiver(() => ({ status: 200 }));
    const worker = workerOf(store);
    const key = async (label: string, merchant = MERCHANT) => {
      const made = await createApiKey({ db, sealer }, merchant, { scheme: 'hmac-sha256', label });
      // Two keys of one millisecond have no order.
      await setTimeout(2);
      return made;
    };
    const signedWith = async (secret: string | undefined): Promise<boolean> => {
      await settled(store, receiver.url);
      await worker.run();
      const { headers, body } = receiver.received.at(-1)!;
      return (
        headers['x-body-signature'] ===
        createHmac('sha256', secret ?? '')
          .update(body)
          .digest('hex')
      );
    };
    await addMerchant(db, 'merchant-b');
    await key('older, of another', 'merchant-b');
    await createApiKey({ db, sealer }, MERCHANT, { scheme: 'ed25519', publicKey: 'older, without a secret' });
    const old = await key('old');
    assert.equal(await signedWith(old.secret), true);
    const fresh = await key('new');
    assert.equal(await signedWith(old.secret), true, 'the receiver may not have the new one yet');
    await revokeApiKey(db, old.id);
    assert.equal(await signedWith(fresh.secret), true);
    await worker.close();
    await db.close();
  });

  it('whose result cannot be recorded are reported, and sent again once their claim is over', async () => {
    const store = await openStore(await database());
    await rotateWebhookSecret(store.db, store.sealer, MERCHANT);
    let isFull = false;
    await using receiver = await startReceiver((index) => {
      isFull = index === 0;
      return { status: 200 };
    });
    await settled(store, `${receiver.url}?of=a%20b&c`);
    const db: Database = {
      ...store.db,
      transaction: async (work) => {
        if (isFull) throw new Error('the disk is full');
        return store.db.transaction(work);
      },
    };
    const faults: string[] = [];
    const { sealer, context } = store;
    const onFault = (error: unknown): void => void faults.push(String(error));
    const worker = createDeliveryWorker({ db, sealer, now: context.now, policy, onFault });
    await worker.start();
    await worker.idle();
    assert.deepEqual(faults, ['Error: the disk is full']);
    isFull = false;
    assert.equal(await worker.start(), 0, 'its claim lasts');
    store.setNow(context.now() + 60_000);
    assert.equal(await worker.start(), 1);
    await worker.close();
    assert.equal((await states(store))[0]?.state, 'delivered', 'a worker that is closed waits for that');
    const [first, second] = receiver.received;
    assert.equal(first?.headers['webhook-id'], second?.headers['webhook-id']);
    assert.match(first?.path ?? '', /\?of=a%20b&c$/, 'the address is whole');
    await store.db.close();
  });

  it('delivered meanwhile stay delivered, though another attempt fails', async () => {
    const store = await openStore(await database());
    await rotateWebhookSecret(store.db, store.sealer, MERCHANT);
    const silent = await startSilent();
    await settled(store, silent.url);
    const worker = workerOf(store);
    const running = worker.run();
    await silent.until(1);
    // Another process delivers it after this claim has ended; the attempt of a third is logged together with this one.
    await store.db.kysely.updateTable('deliveries').set({ state: 'delivered' }).execute();
    const [webhook] = await store.db.kysely.selectFrom('deliveries').selectAll().execute();
    const logged = { merchant_id: MERCHANT, delivery_id: webhook!.id, attempt: 1, at: 1, status: null };
    const third = (db: Pick<Database['kysely'], 'insertInto'>): Promise<unknown> =>
      db
        .insertInto('delivery_attempts')
        .values({ ...logged, outcome: 'timeout', excerpt: '', duration_ms: 1 })
        .execute();
    const recorded = async (): Promise<void> => {
      await silent.close();
      await running;
    };
    if (engine === 'sqlite') await third(store.db.kysely).then(recorded);
    else await runDuringTransaction(store.db, third, recorded);
    assert.equal((await states(store))[0]?.state, 'delivered');
    const attempts = store.db.kysely.selectFrom('delivery_attempts').select(['attempt', 'outcome']);
    const log = await attempts.orderBy('attempt').execute();
    assert.deepEqual(
      log.map(({ attempt }) => attempt),
      [1, 2],
    );
    await worker.close();
    await store.db.close();
  });

  it('sent again during their last attempt start anew, though that attempt fails', async () => {
    const store = await openStore(await database());
    await rotateWebhookSecret(store.db, store.sealer, MERCHANT);
    const silent = await startSilent();
    const order = await settled(store, silent.url);
    await store.db.kysely.updateTable('deliveries').set({ attempts: 50 }).execute();
    const worker = workerOf(store);
    const running = worker.run();
    await silent.until(1);
    assert.equal(await redeliver(store.db, order, store.context.now(), SOMEBODY), 1);
    await silent.close();
    await running;
    const [webhook] = await states(store);
    assert.deepEqual([webhook?.state, webhook?.attempts], ['pending', 0]);
    assert.equal(webhook?.next_attempt_at, store.context.now());
    await worker.close();
    await store.db.close();
  });

  it('that wait for another of their order are sent right after it', async () => {
    const store = await openStore(await database());
    await rotateWebhookSecret(store.db, store.sealer, MERCHANT);
    await store.db.kysely.updateTable('merchants').set({ refund_webhooks: 1 }).execute();
    const statuses = [500, 204, 410];
    await using receiver = await startReceiver((index) => ({ status: statuses[index] ?? 204 }));
    const order = await settled(store, receiver.url);
    const refund = (): Promise<unknown> =>
      requestRefund(store.context, MERCHANT, order, { input: { emission_amount: 0.1 } });
    await refund();
    await refund();
    const worker = workerOf(store);
    const runAll = async (): Promise<string[]> => {
      while ((await worker.run()) > 0);
      return (await states(store)).map(({ state }) => state);
    };
    assert.deepEqual(await runAll(), ['pending', 'pending', 'pending']);
    store.setNow((await states(store))[0]?.next_attempt_at ?? 0);
    assert.deepEqual(await runAll(), ['delivered', 'dead', 'dead'], 'behind one that was given up too');
    await worker.close();
    await store.db.close();
  });

  it('of a merchant without a secret are not sent, and log so, until it has one', async () => {
    const store = await openStore(await database());
    await using receiver = await startReceiver();
    await settled(store, receiver.url);
    const worker = workerOf(store);
    await worker.run();
    const { outcome, excerpt } = await store.db.kysely
      .selectFrom('delivery_attempts')
      .selectAll()
      .executeTakeFirstOrThrow();
    assert.equal(outcome, 'no_webhook_secret');
    assert.match(excerpt, /no webhook secret/);
    assert.equal(receiver.received.length, 0);
    await rotateWebhookSecret(store.db, store.sealer, MERCHANT);
    store.setNow((await states(store))[0]?.next_attempt_at ?? 0);
    await worker.run();
    assert.equal(receiver.received.length, 1);
    await worker.close();
    await store.db.close();
  });

  // SQLite has one writer at a time.
  it('put off at the moment their predecessor is delivered are due all the same', {
    skip: engine === 'sqlite',
  }, async () => {
    const store = await openStore(await database());
    await rotateWebhookSecret(store.db, store.sealer, MERCHANT);
    await store.db.kysely.updateTable('merchants').set({ refund_webhooks: 1 }).execute();
    await using receiver = await startReceiver();
    const order = await settled(store, receiver.url);
    await requestRefund(store.context, MERCHANT, order, { input: { emission_amount: 0.1 } });
    const worker = workerOf(store);
    const [, second] = await store.db.kysely
      .selectFrom('deliveries')
      .select('id')
      .orderBy('sequence')
      .execute();
    const later = store.context.now() + 60_000;
    await runDuringTransaction(
      store.db,
      (tx) =>
        tx
          .updateTable('deliveries')
          .set({ next_attempt_at: later })
          .where('id', '=', second?.id ?? '')
          .execute(),
      () => worker.run(),
    );
    assert.equal(receiver.received.length, 1);
    assert.equal(await worker.run(), 1);
    assert.equal(receiver.received.length, 2);
    await worker.close();
    await store.db.close();
  });

  it('are signed with a replaced secret for another day', async () => {
    const store = await openStore(await database());
    await addMerchant(store.db, 'merchant-b');
    const at = store.context.now();
    const rotate = (now: number, merchant = MERCHANT): Promise<string> =>
      rotateWebhookSecret(store.db, store.sealer, merchant, { now });
    const secrets = (now: number, merchant = MERCHANT): Promise<string[]> =>
      webhookSecrets(store.db, store.sealer, merchant, now);
    const other = await rotate(at, 'merchant-b');
    const first = await rotate(at);
    const second = await rotate(at + 1);
    const third = await rotate(at + 2);
    assert.deepEqual(await secrets(at + 3), [third, second, first]);
    assert.deepEqual(await secrets(at + 1 + DAY_MS), [third, second], 'a day, however often it is replaced');
    const options = { now: at + 2 + DAY_MS, by: { channel: 'cli', id: '' } } as const;
    const refuse = (): never => assert.fail('refused');
    await assert.rejects(
      rotateWebhookSecret(store.db, store.sealer, MERCHANT, { ...options, check: refuse }),
      /refused/,
    );
    assert.deepEqual(await secrets(at + 3), [third, second, first]);
    let current: string | undefined;
    const fourth = await rotateWebhookSecret(store.db, store.sealer, MERCHANT, {
      ...options,
      check(id) {
        current = id;
      },
    });
    const kept = await store.db.kysely
      .selectFrom('webhook_secrets')
      .select('id')
      .where('merchant_id', '=', MERCHANT)
      .orderBy('created_at')
      .execute();
    assert.equal(kept.length, 2, 'what signs no more is deleted');
    assert.equal(current, kept[0]?.id);
    assert.deepEqual(
      await store.db.kysely
        .selectFrom('audit_log')
        .select(['at', 'action', 'subject'])
        .where('merchant_id', '=', MERCHANT)
        .execute(),
      [{ at: options.now, action: 'webhook_signing.rotated', subject: kept[1]?.id }],
    );
    assert.deepEqual(await secrets(at + 9 * DAY_MS), [fourth]);
    assert.deepEqual(await secrets(at + 9 * DAY_MS, 'merchant-b'), [other], 'each merchant has its own');
    await store.db.close();
  });

  it('are signed with one secret a day after several rotations at once', async () => {
    const { db, sealer } = await openStore(await database());
    const at = Date.now();
    await rotateWebhookSecret(db, sealer, MERCHANT, { now: at });
    const rotated = await Promise.all(
      Array.from({ length: 4 }, () => rotateWebhookSecret(db, sealer, MERCHANT, { now: at })),
    );
    assert.equal((await webhookSecrets(db, sealer, MERCHANT, at)).length, 5);
    const [last, ...others] = await webhookSecrets(db, sealer, MERCHANT, at + DAY_MS);
    assert.ok(last !== undefined && rotated.includes(last));
    assert.deepEqual(others, []);
    await db.close();
  });
});

describe('the retry schedule', () => {
  it('is that of the webhook guide, and ends after its last wait', () => {
    const minutes = RETRY_SECONDS.map(
      (_, index) => (nextWaitMs(index + 1, undefined, () => 0.5) ?? 0) / 60_000,
    );
    const hours = [2, 5, 10, 14, 20, 24].map((count) => count * 60);
    assert.deepEqual(minutes, [5 / 60, 5, 30, ...hours]);
    assert.equal(nextWaitMs(RETRY_SECONDS.length + 1, undefined), undefined);
  });
  const cases: [attempts: number, retryAfter: number | undefined, random: number, wait: number][] = [
    [1, undefined, 0.5, 5000],
    [1, undefined, 0, 4000],
    [2, undefined, 1, 360_000],
    [1, 1000, 0.5, 5000],
    [1, 8000, 0.5, 8000],
    [1, 3_600_000, 0.5, 10_000],
  ];
  for (const [attempts, retryAfter, random, wait] of cases) {
    it(`attempt ${attempts}, retry-after ${retryAfter}: ${wait} ms`, () =>
      assert.equal(
        nextWaitMs(attempts, retryAfter, () => random),
        wait,
      ));
  }
});

describe('webhook targets', () => {
  const strict = { allowLoopback: false, ports: [443, 8443] };
  const refused = [
    'http://merchant.example/',
    'http://merchant.example:443/',
    'ftp://merchant.example/',
    'https://user:pw@merchant.example/',
    'https://user@merchant.example/',
    'https://:pw@merchant.example/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://127.1/',
    'https://0/',
    'https://[::1]/',
    'https://[::ffff:7f00:1]/',
    'https://169.254.169.254/latest/meta-data',
    'https://10.0.0.1/',
    'https://[fd00::1]/',
    'https://[64:ff9b::a9fe:a9fe]/',
    // IPv4-compatible and unassigned IPv6: some systems route the former to the IPv4 address in it.
    'https://[::7f00:1]/',
    'https://[::10.0.0.1]/',
    'https://[::8.8.8.8]/',
    'https://[4000::1]/',
    'https://[fec0::1]/',
    // Names of this machine, which no name server has.
    'https://localhost/',
    'https://localhost:8443/',
    'https://api.localhost/',
    // Ports of services other than HTTPS.
    'https://merchant.example:22/',
    'https://merchant.example:25/',
    'https://merchant.example:6379/',
    'https://merchant.example:80/',
  ];
  for (const url of refused) {
    it(`${url} is refused`, () => assert.throws(() => checkTarget(url, strict), TargetError));
  }
  const taken = [
    'https://1.1.1.1/',
    'https://1.1.1.1:8443/',
    'https://[2606:4700:4700::1111]/',
    'https://[::ffff:8.8.8.8]/',
    'https://merchant.example:443/',
    'https://1.merchant.example/',
  ];
  for (const url of taken) it(`${url} is accepted`, () => assert.ok(checkTarget(url, strict)));
  it('may have other ports if the operator allows them', () => {
    const ports = [443, 4443];
    assert.ok(checkTarget('https://merchant.example:4443/', { ...strict, ports }));
    assert.throws(
      () => checkTarget('https://merchant.example:8443/', { ...strict, ports }),
      /port 443 or 4443/,
    );
  });
  it('exclude other private networks even if loopback is allowed', () => {
    assert.ok(checkTarget('http://127.0.0.1:9/', policy));
    assert.ok(checkTarget('http://localhost:9/', policy));
    assert.throws(() => checkTarget('http://192.168.1.1/', policy), TargetError);
    assert.throws(() => checkTarget('http://169.254.169.254/', policy), TargetError);
  });
  /**
   * Makes DNS resolve every name to these addresses; the system's own lookup fails. @returns the number of calls of the
   * latter.
   */
  function resolveTo(t: TestContext, addresses: { readonly v4?: string[]; readonly v6?: string[] }) {
    const none = (): never => {
      throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
    };
    t.mock.method(Resolver.prototype, 'resolve4', async () => addresses.v4 ?? none());
    t.mock.method(Resolver.prototype, 'resolve6', async () => addresses.v6 ?? none());
    const system = t.mock.method(
      dns,
      'lookup',
      (_name: string, _options: object, found: (error: Error) => void) => found(new Error('unknown')),
    );
    syncBuiltinESMExports();
    t.after(() => {
      t.mock.restoreAll();
      syncBuiltinESMExports();
    });
    return () => system.mock.callCount();
  }
  const secrets = ['whsec_c2FuZGJveC13ZWJob29rLXNlY3JldC0wMDAwMDAwMDE='];
  it('exclude a name that resolves to this machine: nothing arrives there', async (t) => {
    await using receiver = await startReceiver();
    // Its port is allowed, so that only the address is refused.
    const open = { ...strict, ports: [Number(new URL(receiver.url).port)] };
    const dispatcher = guardedDispatcher(open);
    const url = receiver.url.replace('http://127.0.0.1', 'https://merchant.example');
    const attempt = { id: 'msg_1', url, body: '{}', at: 0, secrets, bodyKey: undefined };
    resolveTo(t, { v4: ['127.0.0.1'] });
    const result = await send(attempt, open, dispatcher);
    assert.equal(result.outcome, 'forbidden_target');
    assert.equal(result.excerpt, 'callback_url leads into a private network');
    assert.equal(receiver.received.length, 0);
    const refused = await send(attempt, strict, dispatcher);
    assert.match(refused.excerpt, /must use port 443 or 8443; the operator may allow others/);
    await dispatcher.close();
  });
  it('include localhost if webhooks may lead to this machine', async () => {
    await using receiver = await startReceiver();
    const dispatcher = guardedDispatcher(policy);
    const url = receiver.url.replace('127.0.0.1', 'localhost');
    const attempt = { id: 'msg_1', url, body: '{}', at: 0, secrets, bodyKey: undefined };
    assert.equal((await send(attempt, policy, dispatcher)).outcome, 'delivered');
    await dispatcher.close();
  });
  it('exclude a name with any address in a private network', async (t) => {
    const dispatcher = guardedDispatcher(strict);
    const url = 'https://m.example/';
    const attempt = { id: 'msg_1', url, body: '{}', at: 0, secrets, bodyKey: undefined };
    for (const addresses of [
      { v4: ['127.0.0.1', '8.8.8.8'] },
      { v4: ['8.8.8.8'], v6: ['::ffff:10.0.0.1'] },
      { v6: ['2606:4700:4700::1111', 'fd00::1'] },
      {},
    ]) {
      resolveTo(t, addresses);
      const { outcome } = await send(attempt, strict, dispatcher);
      assert.equal(outcome, 'v4' in addresses || 'v6' in addresses ? 'forbidden_target' : 'ENOTFOUND');
      t.mock.restoreAll();
    }
    await dispatcher.close();
  });
  it('have the addresses of both families, IPv4 first', async (t) => {
    resolveTo(t, { v4: ['8.8.8.8'], v6: ['2606:4700:4700::1111'] });
    assert.deepEqual(await addressesOf('m.example'), [
      { address: '8.8.8.8', family: 4 },
      { address: '2606:4700:4700::1111', family: 6 },
    ]);
  });
  it('are not looked up by the system, whose threads a silent name server would hold', async (t) => {
    const dispatcher = guardedDispatcher(strict);
    const url = 'https://slow.example/';
    const bySystem = resolveTo(t, { v4: ['10.0.0.1'] });
    await send({ id: 'msg_1', url, body: '{}', at: 0, secrets, bodyKey: undefined }, strict, dispatcher);
    assert.equal(bySystem(), 0, 'the system resolves two names at a time, each for as long as it takes');
    await dispatcher.close();
  });
  it('are judged by their status if the body breaks off, and reported by an error if it is no HTTP', async (t) => {
    const heads = [
      'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf',
      'HTTP/1.1 410 Gone\r\nContent-Length: 9\r\n\r\n',
      'SSH-2.0\r\n',
    ];
    const server = createTcpServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => socket.end(heads.shift() ?? ''));
    }).listen(0, '127.0.0.1');
    t.after(() => server.close());
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const dispatcher = guardedDispatcher(policy);
    const attempt = { id: 'msg_1', url, body: '{}', at: 0, secrets, bodyKey: undefined };
    const outcomes: string[] = [];
    for (const _ of [1, 2, 3]) outcomes.push((await send(attempt, policy, dispatcher)).outcome);
    assert.deepEqual(outcomes, ['delivered', 'gone', 'HTTPParserError']);
    await dispatcher.close();
  });
  it('have the beginning of their response kept, without NUL, and their retry-after', async (t) => {
    const server = createServer((_, response) => {
      response.writeHead(503, { 'retry-after': '7' });
      // The response never ends.
      response.write(`a\0b${'c'.repeat(5000)}`);
      response.once('close', () => server.emit('left'));
    });
    const { url, close } = await listenOnLoopback(server);
    t.after(close);
    const left = once(server, 'left');
    const dispatcher = guardedDispatcher(policy);
    const attempt = { id: 'msg_1', url, body: '{}', at: 0, secrets, bodyKey: undefined };
    const { outcome, status, retryAfterMs, excerpt } = await send(attempt, policy, dispatcher);
    assert.deepEqual([outcome, status, retryAfterMs], ['refused', 503, 7000]);
    assert.equal(excerpt, `ab${'c'.repeat(1021)}`);
    await left;
    await dispatcher.close();
  });
  it('have only the beginning of a long response read', async (t) => {
    const server = createServer((_, response) => {
      response.once('close', () => server.emit('left', response.writableFinished));
      // More than all buffers on the way hold.
      response.end('c'.repeat(64e6));
    });
    const { url, close } = await listenOnLoopback(server);
    t.after(close);
    const left = once(server, 'left');
    const dispatcher = guardedDispatcher(policy);
    const attempt = { id: 'msg_1', url, body: '{}', at: 0, secrets, bodyKey: undefined };
    assert.equal((await send(attempt, policy, dispatcher)).outcome, 'delivered');
    assert.deepEqual(await left, [false]);
    await dispatcher.close();
  });
  it('time out after 20 seconds', async (t) => {
    const silent = await startSilent();
    t.after(() => silent.close());
    const clock = t.mock.method(AbortSignal, 'timeout', () =>
      AbortSignal.abort(new DOMException('', 'TimeoutError')),
    );
    const dispatcher = guardedDispatcher(policy);
    const attempt = { id: 'msg_1', url: silent.url, body: '{}', at: 0, secrets, bodyKey: undefined };
    assert.equal((await send(attempt, policy, dispatcher)).outcome, 'timeout');
    assert.deepEqual(clock.mock.calls[0]?.arguments, [20_000]);
    await dispatcher.close();
  });
  it('exclude file URLs', () => {
    assert.ok(readFileSync(new URL(import.meta.url)).length > 0);
    assert.throws(() => checkTarget('file:///etc/hostname', policy), TargetError);
  });
});
