/**
 * A database is lost in the evening. Last night's backup is restored, and later events are taken from the provider's
 * books: no payment is lost, none is counted twice, and doctor finds no fault.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { runCommand } from '../src/testing/command-line.ts';
import { INSTALLED_POSTGRES, startInstalledPostgres } from '../src/testing/installed-postgres.ts';
import { razorpayDialect, stripeDialect, type TestDialect } from '../src/testing/provider-dialects.ts';
import { openShop } from '../src/testing/provider-shop.ts';

/** Addresses of the served database, and of the restored one. */
interface Places {
  readonly served: string;
  readonly restored: string;
  readonly environment: Readonly<Record<string, string>>;
}

async function restoreAndReplay(dialect: TestDialect, folder: string, places: Places): Promise<void> {
  const { served, restored, environment } = places;
  const shop = await openShop(dialect, { databaseUrl: served });
  const run = async (databaseUrl: string, ...words: string[]): Promise<string> => {
    const env = { ...environment, ...shop.environment, DATABASE_URL: databaseUrl };
    const { code, out, err } = await runCommand(env, ...words, '--sandbox');
    if (code !== 0) throw new Error(`${words.join(' ')}: ${out}${err}`);
    return out;
  };
  const json = async (...words: string[]) => JSON.parse(await run(restored, ...words));
  try {
    // Yesterday: one order is paid, one is being paid, one more is paid and will be refunded.
    const paid = await shop.paid();
    const open = await shop.begun();
    const returned = await shop.paid();
    const since = new Date().toISOString();
    const backup = join(folder, `${dialect.name}.backup`);
    await run(served, 'backup', backup);

    // Today: the second is paid and the third refunded, and another order is created, which the backup does not have.
    shop.take(open.session);
    await shop.sendSessionEvent(open.session);
    const money = returned.session.due;
    const refund = shop.book({ kind: 'refund', payment: returned.payment, money, state: 'completed' });
    await shop.sendRefundEvent(refund);
    const lost = await shop.paid();

    await run(restored, 'restore', backup);
    const shown = async (id: string): Promise<string> => (await json('orders', 'show', id)).status;
    assert.equal(await shown(open.id), 'pending', 'the backup is of yesterday');
    const reconciled = await json('payments', 'reconcile', '--since', since);
    assert.equal(await shown(paid.id), 'completed');
    assert.equal(await shown(open.id), 'completed');
    const { refunds } = await json('orders', 'show', returned.id);
    assert.deepEqual(
      refunds.map((one: { provider_reference: string; state: string }) => [
        one.provider_reference,
        one.state,
      ]),
      [[refund.id, 'completed']],
    );
    assert.equal(reconciled.unclaimed.length, 1, 'the order that is in no backup');
    const [unclaimed] = await json('payments', 'unclaimed');
    assert.equal(unclaimed.named_order, lost.id);
    await assert.rejects(run(restored, 'doctor', '--json'), /Every payment belongs to an order/);

    // The operator refunds that payment at the provider, and records this. Doing all of it again changes nothing.
    await run(restored, 'payments', 'resolve', unclaimed.reference);
    await run(restored, 'payments', 'reconcile', '--since', since);
    assert.equal((await json('payments', 'unclaimed')).length, 0);
    const findings: { name: string; state: string; detail?: string }[] = await json('doctor', '--json');
    assert.deepEqual(
      findings.filter(({ state }) => state === 'fault'),
      [],
    );
  } finally {
    await shop.close();
  }
}

for (const dialect of [stripeDialect, razorpayDialect]) {
  it(`a backup of SQLite has every payment once after the day is replayed from ${dialect.name}`, {
    timeout: 600_000,
  }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'gateway-replay-'));
    const at = (name: string): string => `sqlite:${join(folder, name)}`;
    try {
      const places = { served: at('served.sqlite'), restored: at('restored.sqlite'), environment: {} };
      await restoreAndReplay(dialect, folder, places);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
}

it('a backup of PostgreSQL has every payment once after the day is replayed from stripe', {
  timeout: 600_000,
  skip: INSTALLED_POSTGRES === undefined && 'PostgreSQL is not installed here, and npm has no pg_dump',
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-replay-'));
  const server = await startInstalledPostgres();
  try {
    const served = await server.createDatabase('served');
    const restored = await server.createDatabase('restored');
    await restoreAndReplay(stripeDialect, folder, { served, restored, environment: server.environment });
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
