/** The primary or its standby is gone permanently. A standby takes over at the one address that the gateway knows. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import pg from 'pg';
import { startPostgres } from '../../src/testing/postgres.ts';
import { until } from '../../src/testing/until.ts';
import { startFaultProxy } from '../../torture/fault-proxy.ts';
import { createRandom } from '../../torture/random.ts';
import { underLoad } from './under-load.ts';

const ENVIRONMENT = {
  GATEWAY_DATABASE_STATEMENT_TIMEOUT_SECONDS: '1',
  GATEWAY_DATABASE_CONNECT_TIMEOUT_SECONDS: '1',
};

for (const [name, silent] of [
  ['stops at once', false],
  ['vanishes without a word', true],
] as const)
  it(`the primary ${name}: the promoted standby has every acknowledged order, and serves the rest`, {
    timeout: 900_000,
  }, async () => {
    const primary = await startPostgres();
    const databaseUrl = new URL(await primary.createDatabase());
    const standby = await primary.addStandby();
    const proxy = await startFaultProxy(Number(databaseUrl.port), createRandom(1));
    databaseUrl.port = String(proxy.port);
    const promoted = new URL(databaseUrl);
    promoted.port = String(standby.port);
    const load = { databaseUrl: databaseUrl.href, environment: ENVIRONMENT, afterwards: promoted.href };
    try {
      const { lines } = await underLoad(load, async ({ buyers, readyz }) => {
        if (silent) proxy.vanish();
        await primary.crash();
        await buyers.refusals(10);
        await standby.promote();
        proxy.setTarget(standby.port);
        if (silent) proxy.reappear();
        await until(async () => (await readyz()) === 200, 'readiness');
      });
      assert.ok(lines.faults() > 0);
    } finally {
      await proxy.close();
      await standby.stop();
      await primary.stop();
    }
  });

it('without its only standby, nothing is acknowledged until the primary no longer waits for one', {
  timeout: 900_000,
}, async () => {
  const primary = await startPostgres();
  const databaseUrl = await primary.createDatabase();
  const standby = await primary.addStandby();
  const operator = new pg.Client(databaseUrl);
  const orders = async (): Promise<number> => {
    const { rows } = await operator.query('select count(*)::int as orders from orders');
    return rows[0].orders;
  };
  try {
    await operator.connect();
    await underLoad({ databaseUrl, environment: ENVIRONMENT }, async ({ buyers, readyz }) => {
      await standby.stop();
      await buyers.refusals(1);
      const kept = await orders();
      // Each refusal takes longer than the statement timeout.
      await buyers.refusals(12);
      assert.equal(await orders(), kept);
      assert.equal(await readyz(), 503);
      await operator.query(`alter system set synchronous_standby_names = ''`);
      await operator.query('select pg_reload_conf()');
      await until(async () => (await readyz()) === 200, 'readiness');
    });
  } finally {
    await operator.end();
    await primary.stop();
  }
});
