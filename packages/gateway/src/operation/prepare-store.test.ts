import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { it } from 'node:test';
import { requireMasterKey } from '../credentials/require-master-key.ts';
import { createSealer } from '../credentials/seal.ts';
import { startGateway } from '../gateway.ts';
import { SANDBOX_MASTER_KEY } from '../sandbox.ts';
import { migrate, migrationState } from '../store/migrate.ts';
import { runCommand } from '../testing/command-line.ts';
import { onBothEngines } from '../testing/engines.ts';
import { openWithLongTimeouts } from '../testing/open-with-long-timeouts.ts';
import { recordRun } from './clock-skew.ts';
import { requireMode } from './mode.ts';

/** Settings with which a gateway takes real payments from a database. */
const environmentOf = (databaseUrl: string, key: Buffer): Record<string, string> => ({
  DATABASE_URL: databaseUrl,
  GATEWAY_MASTER_KEY: key.toString('base64'),
  GATEWAY_PUBLIC_URL: 'https://pay.example.com',
  GATEWAY_PROVIDER: 'stripe',
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
});

onBothEngines('a database from before the last migrations', ({ distributed, emptyDatabase }) => {
  it('is not migrated by a gateway or a command with the wrong master key, mode or clock', {
    skip: distributed,
  }, async (t) => {
    const databaseUrl = await emptyDatabase();
    const db = openWithLongTimeouts(databaseUrl);
    await migrate(db, { until: '0025-lean-confirms' });
    const key = randomBytes(32);
    await requireMode(db, false);
    await requireMasterKey(db, createSealer(key));
    await recordRun(db, { now: Date.now, check: async () => undefined });
    const before = await migrationState(db);
    const environment = environmentOf(databaseUrl, key);
    async function isRefused(why: RegExp, more: Readonly<Record<string, string>>, sandbox = false) {
      const given = { ...environment, ...more };
      await assert.rejects(startGateway({ databaseUrl, sandbox, environment: given }), why);
      const { code, err } = await runCommand(given, 'migrate', ...(sandbox ? ['--sandbox'] : []));
      assert.equal(code, 1);
      assert.match(err, why);
      assert.deepEqual(await migrationState(db), before);
    }

    await isRefused(/master key given/, { GATEWAY_MASTER_KEY: randomBytes(32).toString('base64') });
    await isRefused(/takes real payments/, {}, true);
    const { now } = Date;
    const clock = t.mock.method(Date, 'now', () => now() - 7_200_000);
    await isRefused(/clock is 2 h behind/, {});
    clock.mock.restore();

    assert.equal((await runCommand(environment, 'migrate')).code, 0);
    assert.deepEqual(await migrationState(db), { due: [], unknown: [] });
    await db.close();
  });

  for (const [name, refused] of [
    [
      'serve',
      ({ DATABASE_URL: databaseUrl = '', ...environment }) =>
        startGateway({ databaseUrl, sandbox: false, environment }),
    ],
    ['migrate', async (environment) => assert.equal((await runCommand(environment, 'migrate')).code, 0)],
  ] as const satisfies readonly [string, (environment: Record<string, string>) => Promise<unknown>][])
    it(`of the sandbox is migrated even by a ${name} that is refused, so that \`sandbox remove\` can run`, {
      skip: distributed,
    }, async () => {
      const databaseUrl = await emptyDatabase();
      const db = openWithLongTimeouts(databaseUrl);
      await migrate(db, { until: '0025-lean-confirms' });
      await requireMode(db, true);
      await requireMasterKey(db, createSealer(SANDBOX_MASTER_KEY));
      const environment = environmentOf(databaseUrl, randomBytes(32));
      await assert.rejects(refused(environment));
      assert.deepEqual(await migrationState(db), { due: [], unknown: [] });
      const { code, out } = await runCommand(environment, 'sandbox', 'remove');
      assert.equal(code, 0);
      assert.match(out, /mode: sandbox/);
      assert.equal((await runCommand(environment, 'migrate')).code, 0);
      await db.close();
    });
});
