import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { it } from 'node:test';
import { readConfig } from '../config.ts';
import { createApiKey } from '../credentials/api-keys.ts';
import { reencryptSecrets } from '../credentials/reencrypt.ts';
import { createSealer } from '../credentials/seal.ts';
import { type RunningGateway, startGateway } from '../gateway.ts';
import type { OrderContext } from '../orders/context.ts';
import { orderSettings } from '../orders/settings.ts';
import { SANDBOX_MASTER_KEY } from '../sandbox.ts';
import type { Database } from '../store/engine.ts';
import { openDatabase } from '../store/open-database.ts';
import { callerOf } from '../testing/caller.ts';
import { type Ended, runCommand } from '../testing/command-line.ts';
import { consoleVisitor } from '../testing/console-visitor.ts';
import { onBothEngines } from '../testing/engines.ts';
import { SOMEBODY } from '../testing/store.ts';
import { until } from '../testing/until.ts';
import { requireMode } from './mode.ts';
import { removeSandbox } from './remove-sandbox.ts';
import { describeLeftovers } from './sandbox-leftovers.ts';

const ORDERS = '/offset-gateway/orders';
const newKey = (): string => randomBytes(32).toString('base64');

function contextOf(db: Database): OrderContext {
  const settings = orderSettings(readConfig({}, { sandbox: true }));
  return { db, publicUrl: '', now: Date.now, onWebhookEnqueued: () => {}, ...settings };
}

/** Starts a gateway for real payments. */
function startProduction(
  databaseUrl: string,
  masterKey: string,
  more: Readonly<Record<string, string>> = {},
): Promise<RunningGateway> {
  const environment = {
    ...more,
    GATEWAY_MASTER_KEY: masterKey,
    GATEWAY_PUBLIC_URL: 'https://pay.example.com',
    GATEWAY_PROVIDER: 'stripe',
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
  };
  return startGateway({ databaseUrl, sandbox: false, environment });
}

onBothEngines('a database', ({ database }) => {
  it('of the sandbox is refused for real payments, with the reasons, until the sandbox is removed', async () => {
    const databaseUrl = await database();
    const masterKey = newKey();
    const sandbox = await startGateway({ databaseUrl, environment: { GATEWAY_MASTER_KEY: masterKey } });
    const pending = await callerOf(sandbox.url).post(ORDERS, { emission_amount: 1 });
    const paid = await callerOf(sandbox.url).post(ORDERS, { emission_amount: 2 });
    await callerOf(sandbox.url).post(`/sandbox/orders/${paid.json.order_id}/payment`, {
      outcome: 'completed',
    });
    await sandbox.close();
    await assert.rejects(startProduction(databaseUrl, masterKey), ({ name, message }: Error) => {
      assert.equal(name, 'ModeError');
      for (const what of [
        /API keys: key_/,
        /whs_sandbox/,
        /sandbox-platform/,
        /sandbox-wind/,
        /sandbox remove/,
      ])
        assert.match(message, what);
      assert.doesNotMatch(message, /sandbox-secret|whsec_/);
      return true;
    });
    const db = openDatabase(databaseUrl);
    assert.ok((await removeSandbox(contextOf(db))).length > 0);
    assert.deepEqual(await describeLeftovers(db), []);
    const orders = await db.kysely.selectFrom('orders').select(['id', 'status']).execute();
    assert.deepEqual(
      new Map(orders.map(({ id, status }) => [id, status])),
      new Map([
        [pending.json.order_id, 'failed'],
        [paid.json.order_id, 'completed'],
      ]),
    );
    const gateway = await startProduction(databaseUrl, masterKey);
    const { pathname } = new URL(paid.json.payment_url);
    // The receipt of an order that nobody paid stays marked.
    const [, claims = ''] = (await callerOf(gateway.url).raw(`${pathname}/receipt.jws`)).text.split('.');
    assert.equal(JSON.parse(Buffer.from(claims, 'base64url').toString()).sandbox, true);
    assert.equal((await callerOf(gateway.url).get(ORDERS)).json.error, 40102);
    await gateway.close();
    // It takes real payments from now on.
    await assert.rejects(startGateway({ databaseUrl }), { name: 'ModeError' });
    await db.close();
  });

  it('keeps nothing that was created at the console of the sandbox once that is removed', async () => {
    const databaseUrl = await database();
    const keys = { GATEWAY_MASTER_KEY: newKey(), GATEWAY_CONSOLE: '1' };
    const sandbox = await startGateway({ databaseUrl, environment: keys });
    const environment = { ...keys, DATABASE_URL: databaseUrl, GATEWAY_PUBLIC_URL: 'https://pay.example.com' };
    const run = async (...words: string[]): Promise<string> => (await runCommand(environment, ...words)).out;
    const [air = ''] = /mer_\w+/.exec(await run('merchants', 'create', 'Air')) ?? [];
    const ours = JSON.parse(await run('keys', 'create', air)).id;
    await run('console', 'invite', 'ours@air.example', '--merchant', air, '--role', 'admin');
    const anybody = consoleVisitor(sandbox.url);
    await anybody.post('/sign-in/sandbox');
    for (const [path, fields] of [
      ['/operators', { name: 'Mallory', email: 'mallory@evil.example', role: 'operator' }],
      [`/merchants/${air}/people`, { name: 'Eve', email: 'eve@evil.example', role: 'admin' }],
      [`/merchants/${air}/developers/keys`, { label: 'mine' }],
    ] as const)
      assert.equal((await anybody.post(path, { ...fields, once: randomUUID() })).status, 200, path);
    await sandbox.close();
    await assert.rejects(startProduction(databaseUrl, keys.GATEWAY_MASTER_KEY, keys), {
      name: 'ModeError',
      message: /people of the console: .*sandbox-operator/,
    });
    const db = openDatabase(databaseUrl);
    await removeSandbox(contextOf(db));
    const left = await db.kysely.selectFrom('console_people').select('email_key').execute();
    assert.deepEqual(left, [{ email_key: 'ours@air.example' }]);
    assert.deepEqual(await db.kysely.selectFrom('console_sessions').selectAll().execute(), []);
    assert.deepEqual(await db.kysely.selectFrom('api_keys').select('id').execute(), [{ id: ours }]);
    await db.close();
    const gateway = await startProduction(databaseUrl, keys.GATEWAY_MASTER_KEY, keys);
    const { cookie } = anybody;
    const { status } = await fetch(`${gateway.url}/console/operators`, {
      headers: { cookie },
      redirect: 'manual',
    });
    assert.equal(status, 401);
    await gateway.close();
  });

  it('of the sandbox stays refused for real payments if other merchants have paid orders in it', async () => {
    const databaseUrl = await database();
    const keys = { GATEWAY_MASTER_KEY: newKey() };
    const sandbox = await startGateway({ databaseUrl, environment: keys });
    const environment = { ...keys, DATABASE_URL: databaseUrl, GATEWAY_PUBLIC_URL: 'https://pay.example.com' };
    const run = (...words: string[]): Promise<Ended> => runCommand(environment, ...words);
    const [air = ''] = /mer_\w+/.exec((await run('merchants', 'create', 'Air', '--sandbox')).out) ?? [];
    const caller = callerOf(sandbox.url, JSON.parse((await run('keys', 'create', air, '--sandbox')).out));
    const { json: order } = await caller.post(ORDERS, { emission_amount: 1 });
    await caller.post(`/sandbox/orders/${order.order_id}/payment`, { outcome: 'completed' });
    await sandbox.close();
    const refused = await run('sandbox', 'remove');
    assert.equal(refused.code, 1);
    assert.match(refused.err, /it has 1 paid order of other merchants .*Set DATABASE_URL to another one/);
    assert.ok(refused.err.includes(order.order_id));
    await assert.rejects(
      startProduction(databaseUrl, keys.GATEWAY_MASTER_KEY),
      ({ name, message }: Error) => {
        assert.equal(name, 'ModeError');
        assert.match(message, /API keys: .*sandbox-platform.*Use another DATABASE_URL/s);
        return true;
      },
    );
  });

  it('of real payments is refused to commands with --sandbox', async () => {
    const databaseUrl = await database();
    const masterKey = newKey();
    await (await startProduction(databaseUrl, masterKey)).close();
    const environment = { DATABASE_URL: databaseUrl, GATEWAY_MASTER_KEY: masterKey };
    for (const words of ['retirements publish', 'merchants create Air', 'migrate']) {
      const { code, err } = await runCommand(environment, ...words.split(' '), '--sandbox');
      assert.match(err, /^This database takes real payments, and --sandbox would work on it/);
      assert.equal(code, 1);
    }
    const db = openDatabase(databaseUrl);
    assert.deepEqual(await db.kysely.selectFrom('merchants').select('id').execute(), []);
    await db.close();
  });

  it('of real payments stays one after the removal of a sandbox that it never had', async () => {
    const databaseUrl = await database();
    const masterKey = newKey();
    const db = openDatabase(databaseUrl);
    const real = await startProduction(databaseUrl, masterKey);
    assert.deepEqual(await removeSandbox(contextOf(db)), []);
    await db.close();
    await real.close();
    const sandbox = startGateway({ databaseUrl, environment: { GATEWAY_MASTER_KEY: masterKey } });
    await assert.rejects(sandbox, { name: 'ModeError', message: /takes real payments/ });
  });

  it('that takes real payments is no longer served by a sandbox still running on it', async () => {
    const databaseUrl = await database();
    const masterKey = newKey();
    const sandbox = await startGateway({ databaseUrl, environment: { GATEWAY_MASTER_KEY: masterKey } });
    const db = openDatabase(databaseUrl);
    await removeSandbox(contextOf(db));
    const real = await startProduction(databaseUrl, masterKey);
    try {
      await until(
        async () => (await callerOf(sandbox.url).raw('/readyz')).status === 503,
        'a sandbox that ended',
      );
      assert.equal((await fetch(`${sandbox.url}/console`)).status, 503);
      assert.equal((await callerOf(real.url).raw('/readyz')).status, 200);
    } finally {
      await Promise.all([sandbox.close(), real.close(), db.close()]);
    }
  });

  it('of the sandbox has batches published only with --sandbox', async () => {
    const databaseUrl = await database();
    const masterKey = newKey();
    const given = { GATEWAY_MASTER_KEY: masterKey };
    await (await startGateway({ databaseUrl, environment: given })).close();
    const environment = {
      ...given,
      DATABASE_URL: databaseUrl,
      GATEWAY_PUBLIC_URL: 'https://pay.example.com',
    };
    const refused = await runCommand(environment, 'retirements', 'publish');
    assert.match(refused.err, /^This database was used with --sandbox.* Add --sandbox/);
    assert.equal(refused.code, 1);
    assert.equal((await runCommand(environment, 'retirements', 'publish', '--sandbox')).code, 0);
  });

  it('is for one of the two if a sandbox and a real gateway start on it at the same moment', async () => {
    for (let round = 0; round < 4; round += 1) {
      const databaseUrl = await database();
      const [real, sandbox] = [openDatabase(databaseUrl), openDatabase(databaseUrl)];
      const started = await Promise.allSettled([requireMode(real, false), requireMode(sandbox, true)]);
      assert.deepEqual(started.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
      await Promise.all([real.close(), sandbox.close()]);
    }
  });

  it('of a sandbox that has just begun is refused for real payments until the sandbox is removed', async () => {
    const databaseUrl = await database();
    const db = openDatabase(databaseUrl);
    await requireMode(db, true);
    await assert.rejects(requireMode(db, false), { name: 'ModeError', message: /mode: sandbox/ });
    await requireMode(db, true);
    await removeSandbox(contextOf(db));
    await requireMode(db, false);
    await db.close();
  });

  it('with secrets under the public key of the sandbox is refused for real payments', async () => {
    const databaseUrl = await database();
    const masterKey = newKey();
    await (await startProduction(databaseUrl, masterKey)).close();
    const db = openDatabase(databaseUrl);
    await db.kysely
      .insertInto('merchants')
      .values({
        id: 'm',
        name: 'M',
        accent: null,
        logo_url: null,
        return_origins: '[]',
        sandbox: 0,
        created_at: 0,
      })
      .execute();
    const { id } = await createApiKey({ db, sealer: createSealer(SANDBOX_MASTER_KEY) }, 'm', {
      scheme: 'hmac-sha256',
    });
    await assert.rejects(startProduction(databaseUrl, masterKey), (error: Error) =>
      error.message.includes(id),
    );
    await db.close();
  });

  it('refuses another master key, even without any credential', async () => {
    const databaseUrl = await database();
    await (await startProduction(databaseUrl, newKey())).close();
    const wrong = newKey();
    await assert.rejects(startProduction(databaseUrl, wrong), ({ name, message }: Error) => {
      assert.equal(name, 'MasterKeyError');
      assert.doesNotMatch(message, new RegExp(wrong.slice(0, 10).replace(/[+/]/g, '.')));
      return true;
    });
    // The last one to close the file removes its log, so nothing was left open.
    assert.ok(!existsSync(databaseUrl.replace('sqlite:', '').concat('-wal')));
  });

  it('changes its master key while two processes serve, without a failed request', async () => {
    const databaseUrl = await database();
    const [old, next] = [newKey(), newKey()];
    const both = (first: string, second: string): Promise<RunningGateway> =>
      startGateway({
        databaseUrl,
        environment: { GATEWAY_MASTER_KEY: first, GATEWAY_SECOND_MASTER_KEY: second },
      });
    const gateways = [await both(old, next), await both(next, old)];
    const db = openDatabase(databaseUrl);
    let stop = false;
    const statuses: number[] = [];
    const buyers = gateways.map(async ({ url }) => {
      while (!stop) statuses.push((await callerOf(url).post(ORDERS, { emission_amount: 1 })).status);
    });
    const sealer = createSealer(Buffer.from(next, 'base64'), Buffer.from(old, 'base64'));
    while (statuses.length < 10) await new Promise(setImmediate);
    assert.ok((await reencryptSecrets(db, sealer, SOMEBODY)) > 0);
    assert.equal(await reencryptSecrets(db, sealer, SOMEBODY), 0);
    const before = statuses.length;
    while (statuses.length < before + 20) await new Promise(setImmediate);
    stop = true;
    await Promise.all(buyers);
    assert.deepEqual([...new Set(statuses)], [201]);
    await Promise.all(gateways.map((one) => one.close()));
    await assert.rejects(startGateway({ databaseUrl, environment: { GATEWAY_MASTER_KEY: old } }), {
      name: 'MasterKeyError',
    });
    const alone = await startGateway({ databaseUrl, environment: { GATEWAY_MASTER_KEY: next } });
    assert.equal((await callerOf(alone.url).post(ORDERS, { emission_amount: 1 })).status, 201);
    await alone.close();
    await db.close();
  });

  it('migrated by a newer gateway is refused, naming the migration', async () => {
    const databaseUrl = await database();
    await (await startGateway({ databaseUrl })).close();
    const db = openDatabase(databaseUrl);
    await db.kysely
      .insertInto('schema_migrations' as never)
      .values({ name: '9999-of-tomorrow' } as never)
      .execute();
    await db.close();
    await assert.rejects(startGateway({ databaseUrl }), /newer gateway .*9999-of-tomorrow/);
  });
});

it('the sandbox and real payments have different databases by default', () => {
  const environment = { GATEWAY_MASTER_KEY: newKey() };
  const urls = [true, false].map(
    (sandbox) => readConfig(environment, { sandbox, command: 'manage' }).DATABASE_URL,
  );
  assert.equal(new Set(urls).size, 2);
});

it('--sandbox refuses live keys of a provider', () => {
  for (const key of [
    { STRIPE_SECRET_KEY: 'sk_live_1' },
    { STRIPE_SECRET_KEY: 'rk_live_1' },
    { RAZORPAY_KEY_ID: 'rzp_live_1' },
  ])
    assert.throws(() => readConfig(key, { sandbox: true, command: 'manage' }), /takes test keys only/);
  readConfig({ STRIPE_SECRET_KEY: 'sk_test_1' }, { sandbox: true, command: 'manage' });
});
