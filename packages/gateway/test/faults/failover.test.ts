/** The primary is gone for good, and its standby takes over behind the one address that the gateway knows. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startGateway } from '../../src/index.ts';
import { startBuyers } from '../../src/testing/buyers.ts';
import { callerOf } from '../../src/testing/caller.ts';
import { keepFaultLines } from '../../src/testing/fault-lines.ts';
import { startPostgres } from '../../src/testing/postgres.ts';
import { until } from '../../src/testing/until.ts';
import { startFaultProxy } from '../../torture/fault-proxy.ts';
import { createRandom } from '../../torture/random.ts';

const ENVIRONMENT = {
  GATEWAY_DATABASE_STATEMENT_TIMEOUT_SECONDS: '1',
  GATEWAY_DATABASE_CONNECT_TIMEOUT_SECONDS: '1',
};

for (const [name, silent] of [
  ['stops at once', false],
  ['vanishes without a word', true],
] as const)
  it(`the primary ${name}: the promoted standby has every acknowledged order, and serves the rest`, {
    timeout: 300_000,
  }, async () => {
    const primary = await startPostgres();
    const databaseUrl = new URL(await primary.createDatabase());
    const standby = await primary.addStandby();
    const proxy = await startFaultProxy(Number(databaseUrl.port), createRandom(1));
    databaseUrl.port = String(proxy.port);
    const lines = keepFaultLines();
    const gateway = await startGateway({
      databaseUrl: databaseUrl.href,
      environment: ENVIRONMENT,
      log: lines.log,
    });
    const buyers = startBuyers([gateway.url]);
    try {
      await buyers.paid(10);
      if (silent) proxy.vanish();
      await primary.crash();
      await buyers.refusals(10);
      await standby.promote();
      proxy.setTarget(standby.port);
      if (silent) proxy.reappear();
      await until(async () => (await callerOf(gateway.url).raw('/readyz')).status === 200, 'readiness');
      await buyers.paid(10);
      await buyers.stop();
      databaseUrl.port = String(standby.port);
      await buyers.check(databaseUrl.href);
      lines.assertOnePerSecond();
      assert.ok(lines.faults() > 0);
    } finally {
      await buyers.stop().catch(() => {});
      await gateway.close();
      await proxy.close();
      await standby.stop();
      await primary.stop();
    }
  });
