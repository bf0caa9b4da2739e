import assert from 'node:assert/strict';
import { it } from 'node:test';
import { inTransaction } from '../store/transaction.ts';
import { onBothEngines } from '../testing/engines.ts';
import { addMerchant, MERCHANT, openStore, SOMEBODY } from '../testing/store.ts';
import { DAY_MS } from '../time-span.ts';
import {
  clearFailures,
  DISABLE_AFTER_MS,
  disableEndpoint,
  enableEndpoint,
  endpointHash,
  FORGET_AFTER_MS,
  isDisabled,
  recordFailure,
  recordSkippedWebhook,
  SERIES_GAP_MS,
} from './endpoint.ts';
import { nextWaitMs, RETRY_SECONDS } from './retry-schedule.ts';
import { ATTEMPT_MS } from './send.ts';

const URL = 'https://merchant.example/n';

onBothEngines('an endpoint', ({ database }) => {
  it('is disabled after failing for five days, counted anew after a gap without attempts', async () => {
    const { db, context } = await openStore(await database());
    const began = context.now();
    const fail = async (at: number): Promise<readonly (number | null)[]> => {
      await inTransaction(db, (tx) => recordFailure(tx, MERCHANT, URL, at));
      const row = await db.kysely.selectFrom('webhook_endpoints').selectAll().executeTakeFirstOrThrow();
      return [row.failing_since, row.disabled_at];
    };
    assert.deepEqual(await fail(began), [began, null]);
    let since = began;
    for (const gap of [SERIES_GAP_MS + 1, DISABLE_AFTER_MS, FORGET_AFTER_MS, 60 * DAY_MS]) {
      since += gap;
      assert.deepEqual(await fail(since), [since, null], `${gap} ms later`);
    }
    // Any wait between the attempts of an endpoint that keeps failing.
    for (const passed of [SERIES_GAP_MS, 2 * SERIES_GAP_MS, DISABLE_AFTER_MS - 1])
      assert.deepEqual(await fail(since + passed), [since, null]);
    const last = since + DISABLE_AFTER_MS;
    assert.deepEqual(await fail(last), [last, last]);
    assert.deepEqual(await fail(last + 90 * DAY_MS), [last, last], 'it stays disabled');
    assert.equal(await isDisabled(db, MERCHANT, URL), true);
    assert.equal(await enableEndpoint(db, MERCHANT, URL, SOMEBODY), true);
    assert.deepEqual(await fail(last + DAY_MS), [last + DAY_MS, null], 'enabled, it has five days again');
    await inTransaction(db, (tx) => clearFailures(tx, MERCHANT, URL));
    assert.deepEqual(await fail(last + 2 * DAY_MS), [last + 2 * DAY_MS, null], 'so it has after a success');
    await db.close();
  });

  it('whose failures an earlier version recorded is disabled five days after the first of them', async () => {
    const { db, context } = await openStore(await database());
    const at = context.now();
    const first = { merchant_id: MERCHANT, url_hash: endpointHash(URL), failing_since: at };
    await db.kysely.insertInto('webhook_endpoints').values(first).execute();
    const fail = (days: number): Promise<void> =>
      inTransaction(db, (tx) => recordFailure(tx, MERCHANT, URL, at + days * DAY_MS));
    for (const days of [2, 4]) await fail(days);
    assert.equal(await isDisabled(db, MERCHANT, URL), false);
    await fail(5);
    assert.equal(await isDisabled(db, MERCHANT, URL), true);
    await db.close();
  });

  it('that responds with 410 is disabled, however long ago it failed', async () => {
    const { db, context } = await openStore(await database());
    const at = context.now();
    await inTransaction(db, (tx) => recordFailure(tx, MERCHANT, URL, at));
    // Attempts in progress at that time get the same response.
    for (const day of [90, 91])
      await inTransaction(db, (tx) => disableEndpoint(tx, MERCHANT, URL, at + day * DAY_MS));
    assert.equal(await isDisabled(db, MERCHANT, URL), true);
    const row = await db.kysely.selectFrom('webhook_endpoints').selectAll().executeTakeFirstOrThrow();
    assert.equal(row.disabled_at, at + 90 * DAY_MS);
    await db.close();
  });

  it('is one URL of one merchant without its query, independent of other URLs and merchants', async () => {
    const { db, context } = await openStore(await database());
    await addMerchant(db, 'merchant-b');
    const at = context.now();
    const others = [
      ['merchant-b', URL],
      [MERCHANT, `${URL}/other`],
    ] as const;
    const fail = (merchant: string, url: string, time: number, gone = false): Promise<void> =>
      inTransaction(db, (tx) => (gone ? disableEndpoint : recordFailure)(tx, merchant, url, time));
    const health = async (): Promise<(number | null)[][]> => {
      const rows = await db.kysely
        .selectFrom('webhook_endpoints')
        .selectAll()
        .orderBy('merchant_id')
        .orderBy('failing_since')
        .execute();
      return rows.map(({ failing_since, disabled_at }) => [failing_since, disabled_at]);
    };
    await fail(MERCHANT, URL, at);
    await fail(MERCHANT, `${URL}/other`, at + 1);
    await fail('merchant-b', URL, at + 2);
    const alive = [
      [at + 1, null],
      [at + 2, null],
    ];
    const off = at + DISABLE_AFTER_MS + 3;
    for (const time of [at + 2 * DAY_MS, at + 4 * DAY_MS, off]) await fail(MERCHANT, `${URL}?order=1`, time);
    assert.deepEqual(await health(), [alive[0], [off, off], alive[1]], 'only it is disabled');
    for (const [merchant, url] of others) {
      assert.equal(await isDisabled(db, merchant, url), false);
      assert.equal(await enableEndpoint(db, merchant, url, SOMEBODY), false, 'it is not disabled');
      await inTransaction(db, (tx) => recordSkippedWebhook(tx, merchant, url, at + 5));
    }
    assert.deepEqual(await health(), [alive[0], [off, off], alive[1]], 'their failures are counted on');
    for (const [index, [merchant, url]] of others.entries()) await fail(merchant, url, at + index, true);
    const refused = at + DISABLE_AFTER_MS + 9;
    await inTransaction(db, (tx) => recordSkippedWebhook(tx, MERCHANT, URL, refused));
    assert.deepEqual((await health()).at(-2), [refused, off], 'it is remembered');
    const by = { channel: 'cli', id: '' } as const;
    assert.equal(await enableEndpoint(db, MERCHANT, `${URL}?order=1`, by), true);
    assert.deepEqual(
      await db.kysely
        .selectFrom('audit_log')
        .select(['action', 'subject', 'before', 'after'])
        .where('merchant_id', '=', MERCHANT)
        .execute(),
      [
        {
          action: 'webhook_endpoint.enabled',
          subject: URL,
          before: '{"disabled":true}',
          after: '{"disabled":false}',
        },
      ],
    );
    assert.deepEqual(await health(), [
      [at + 1, at + 1],
      [at, at],
    ]);
    await inTransaction(db, (tx) => clearFailures(tx, MERCHANT, URL));
    assert.equal((await health()).length, 2);
    await inTransaction(db, (tx) => clearFailures(tx, MERCHANT, `${URL}/other`));
    assert.deepEqual(await health(), [[at, at]]);
    await db.close();
  });
});

it('is retried at waits too short to end a series of failures', () => {
  for (let attempts = 1; attempts <= RETRY_SECONDS.length; attempts += 1)
    for (const retryAfterMs of [undefined, 1e12]) {
      const wait = nextWaitMs(attempts, retryAfterMs, () => 1) ?? 0;
      assert.ok(wait + ATTEMPT_MS < SERIES_GAP_MS, `attempt ${attempts}: ${wait} ms`);
    }
});
