import assert from 'node:assert/strict';
import { it } from 'node:test';
import { inTransaction } from '../store/transaction.ts';
import { onBothEngines } from '../testing/engines.ts';
import { MERCHANT, openStore } from '../testing/store.ts';
import { DISABLE_AFTER_MS, enableEndpoint, FORGET_AFTER_MS, isDisabled, noteFailure } from './endpoint.ts';
import { nextWaitMs, RETRY_SECONDS } from './retry-schedule.ts';

const URL = 'https://merchant.example/n';
const DAY_MS = 86_400_000;

onBothEngines('an endpoint', ({ database }) => {
  it('is not disabled for a failure long ago: what failed then has ended', async () => {
    const { db, context } = await openStore(await database());
    const began = context.now();
    const fail = async (at: number): Promise<readonly (number | null)[]> => {
      await inTransaction(db, (tx) => noteFailure(tx, MERCHANT, URL, at, false));
      const row = await db.kysely.selectFrom('webhook_endpoints').selectAll().executeTakeFirstOrThrow();
      return [row.failing_since, row.disabled_at];
    };
    assert.deepEqual(await fail(began), [began, null]);
    const months = began + 60 * DAY_MS;
    assert.deepEqual(await fail(months), [months, null], 'five days begin anew');
    assert.deepEqual(await fail(months + DISABLE_AFTER_MS - 1), [months, null]);
    // One that goes on failing fails again by then, whatever the waits between its attempts.
    const last = months + FORGET_AFTER_MS;
    assert.deepEqual(await fail(last), [months, last]);
    assert.deepEqual(await fail(last + 90 * DAY_MS), [months, last], 'it stays disabled');
    assert.equal(await isDisabled(db, MERCHANT, URL), true);
    assert.equal(await enableEndpoint(db, MERCHANT, URL), true);
    assert.deepEqual(await fail(last + 91 * DAY_MS), [last + 91 * DAY_MS, null]);
    await db.close();
  });

  it('that says it is gone is disabled, however long ago it failed', async () => {
    const { db, context } = await openStore(await database());
    const at = context.now();
    for (const [time, gone] of [
      [at, false],
      [at + 90 * DAY_MS, true],
    ] as const)
      await inTransaction(db, (tx) => noteFailure(tx, MERCHANT, URL, time, gone));
    assert.equal(await isDisabled(db, MERCHANT, URL), true);
    await db.close();
  });
});

it('no wait between two attempts is longer than a failure is remembered past the five days', () => {
  for (let attempts = 1; attempts <= RETRY_SECONDS.length; attempts += 1)
    for (const retryAfterMs of [undefined, 1e12]) {
      const wait = nextWaitMs(attempts, retryAfterMs, () => 1) ?? 0;
      assert.ok(DISABLE_AFTER_MS + wait <= FORGET_AFTER_MS, `attempt ${attempts}: ${wait} ms`);
    }
});
