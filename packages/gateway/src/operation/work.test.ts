import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pino } from 'pino';
import type { Counter } from 'prom-client';
import { readAllotments } from '../allotments/read-allotments.ts';
import { readConfig } from '../config.ts';
import { createOrder } from '../orders/create.ts';
import { claimOpening, finishOpening } from '../payments/open-payment.ts';
import type { Provider, Report } from '../providers/provider.ts';
import { ProviderError } from '../providers/provider-error.ts';
import { requestRefund } from '../refunds/request-refund.ts';
import { PRUNE_BATCH } from '../retention/prune.ts';
import { newId } from '../store/ids.ts';
import { openDatabase } from '../store/open-database.ts';
import { readSetting } from '../store/settings.ts';
import { Bank, createPaidOrder } from '../testing/bank.ts';
import { order } from '../testing/retired-orders.ts';
import { MERCHANT, openStore, type TestStore } from '../testing/store.ts';
import { until } from '../testing/until.ts';
import { DAY_MS } from '../time-span.ts';
import { createMetrics } from './metrics.ts';
import { startWork, type WorkOptions } from './work.ts';

type Given = Partial<WorkOptions> & Pick<TestStore, 'db' | 'context' | 'sealer'>;

/** Starts the background work without a gateway. */
function start({ db, context, sealer, ...more }: Given) {
  const metrics = createMetrics();
  const lines: Record<string, unknown>[] = [];
  const work = startWork({
    orders: { ...context, db },
    metrics,
    provider: bookOf([]),
    config: readConfig({}, { sandbox: true }),
    sealer,
    log: pino({ level: 'error' }, { write: (line: string) => void lines.push(JSON.parse(line)) }),
    faults: { report: () => {}, close: () => {} },
    store: { isLost: false, check: async () => undefined },
    shared: undefined,
    ...more,
  });
  return { work, metrics, lines };
}

/** Creates a provider that reports these entries. */
function bookOf(reports: readonly Report[]): Provider {
  const each = async function* () {
    yield* reports;
  };
  return {
    name: 'bank',
    reportsSince: each,
    refundsSince: async function* () {},
  } as Partial<Provider> as Provider;
}

/** Returns the counts of a counter, by its labels. */
async function counted<T extends string>(counter: Counter<T>) {
  return (await counter.get()).values.filter(({ value }) => value > 0);
}

describe('background work of a gateway', () => {
  const each: readonly (readonly [what: string, isLost: boolean, failed: readonly string[]])[] = [
    [
      'is counted by name when it fails',
      false,
      ['allotments', 'expiry', 'open_payments', 'reconciliation', 'refunds', 'retention', 'webhooks'],
    ],
    ['does nothing on a database that this process has lost', true, []],
  ];
  for (const [what, isLost, failed] of each)
    it(what, async ({ mock }) => {
      mock.timers.enable({ apis: ['setTimeout'] });
      const store = await openStore('sqlite::memory:');
      const db = openDatabase('sqlite::memory:');
      const { work, metrics } = start({
        ...store,
        // Without its tables, all work on it fails.
        db,
        store: { isLost, check: async () => undefined },
      });
      mock.timers.tick(0);
      await work.stop();
      const names = (await counted(metrics.backgroundFailures)).map(({ labels }) => labels.work);
      assert.deepEqual(names.sort(), failed);
      await Promise.all([db.close(), store.db.close()]);
    });

  it('deletes old rows in batches without a pause, and counts them and expired orders', async () => {
    const store = await openStore('sqlite::memory:');
    const { db, context } = store;
    await createOrder(context, MERCHANT, { emission_amount: 1, emission_unit: 'kgCO2' });
    store.setNow(context.now() + 3 * DAY_MS);
    const rows = Array.from({ length: PRUNE_BATCH + 1 }, (_, key) => ({
      merchant_id: MERCHANT,
      key: String(key),
      body_hash: 'h',
      response: '{}',
      created_at: 0,
    }));
    await db.kysely.insertInto('idempotency').values(rows).execute();
    const { work, metrics, lines } = start({
      ...store,
      shared: { now: context.now, check: async () => undefined },
    });
    const expired = await until(async () => (await counted(metrics.expired))[0], 'an order that expired');
    assert.equal(expired.value, 1);
    const left = () => db.kysely.selectFrom('idempotency').select('key').execute();
    await until(async () => (await left()).length === 0, 'all that was old is gone');
    await work.stop();
    assert.deepEqual(
      (await counted(metrics.pruned)).map(({ labels, value }) => [labels.table, value]),
      [['idempotency_keys', PRUNE_BATCH + 1]],
    );
    assert.deepEqual(lines, []);
    await db.close();
  });

  it('returns an allotment that is not drawn from', async () => {
    const store = await openStore('sqlite::memory:');
    const { db, context } = store;
    await order(store, 1, 'completed');
    const free = async () => (await readAllotments(db.kysely, [MERCHANT])).map((one) => one.free);
    assert.ok((await free()).some((grams) => grams > 0));
    store.setNow(context.now() + DAY_MS);
    const { work } = start(store);
    await until(async () => (await free()).every((grams) => grams === 0), 'an allotment that was returned');
    await work.stop();
    await db.close();
  });

  it('counts failures of a provider, and expires no order whose payer may have paid', async ({ mock }) => {
    mock.timers.enable({ apis: ['setTimeout'] });
    const store = await openStore('sqlite::memory:');
    const { db, context } = store;
    const bank = new Bank();
    bank.responds = { made: false, status: 500 };
    const opened = async (reference: string): Promise<string> => {
      const id = await order(store, 1);
      const claimed = await claimOpening(context, 'bank', { id, merchant_id: MERCHANT });
      assert.ok(claimed.kind === 'claimed');
      await finishOpening(context, claimed, { reference, url: 'https://bank.example', expiresAt: 9e15 });
      return id;
    };
    const expired = await opened('a');
    store.setNow(context.now() + context.orderTtlMs);
    await opened('b');
    await requestRefund(context, MERCHANT, await createPaidOrder(store, { money: 'm' }), { input: {} });
    store.setNow(context.now() + context.orderTtlMs - 1);
    const find = async (): Promise<never> => {
      throw new ProviderError('bank', 'find', { status: 500 });
    };
    const { work, metrics } = start({ ...store, provider: { ...bank.provider, find } });
    mock.timers.tick(0);
    await work.stop();
    const faults = await counted(metrics.backgroundFailures);
    assert.deepEqual(faults.map(({ labels }) => labels.work).sort(), ['open_payments', 'refunds']);
    const found = db.kysely.selectFrom('orders').select('status').where('id', '=', expired);
    assert.equal((await found.executeTakeFirstOrThrow()).status, 'pending');
    await db.close();
  });

  it('logs unclaimed money and a clock that jumped, and notes when it ran', async () => {
    const { db, context, sealer } = await openStore('sqlite::memory:');
    const received = { currency: 'EUR', amount_minor: 7 };
    const report = {
      kind: 'payment',
      state: 'paid',
      reference: 'page',
      paymentReference: 'money',
      paymentId: newId('pay'),
      received,
    } as const;
    const { work, lines } = start({
      db,
      context,
      sealer,
      provider: bookOf([report]),
      shared: { now: () => 4711, check: async () => 'it jumped' },
    });
    const named = (message: string) => until(() => lines.find(({ msg }) => msg === message), message);
    const { unclaimed } = await named('money arrived for unknown orders; run doctor');
    const { clock } = await named('a clock is wrong');
    assert.deepEqual([unclaimed, clock], [1, 'it jumped']);
    await work.stop();
    assert.equal(await readSetting(db.kysely, 'clock'), '4711');
    await db.close();
  });
});
