/** Gateways in processes whose machine has a wrong clock. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { verifyWebhook } from '@flight-offset/core/server';
import { SANDBOX } from '../src/sandbox.ts';
import { openDatabase } from '../src/store/open-database.ts';
import { callerOf } from '../src/testing/caller.ts';
import type { Ended } from '../src/testing/command-line.ts';
import { GATEWAY_COMMAND } from '../src/testing/command-process.ts';
import { onBothEngines } from '../src/testing/engines.ts';
import { startProcess } from '../src/testing/process.ts';
import { startReceiver } from '../src/testing/receiver.ts';

const DAY = 86_400_000;
const ORDERS = '/offset-gateway/orders';

/** Returns the environment of a process whose clock is off by this many milliseconds. */
function clockOff(ms: number): Record<string, string> {
  const program = `const RightDate = Date; globalThis.Date = class extends RightDate {
    constructor(...given) { if (given.length === 0) super(RightDate.now() + ${ms}); else super(...given); }
    static now() { return RightDate.now() + ${ms}; } };`;
  return { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(program)}` };
}

/** Runs a command in another process: this one's clock is right. */
async function run(databaseUrl: string, words: string[], more: Record<string, string>): Promise<Ended> {
  const args = [...GATEWAY_COMMAND, ...words, '--sandbox'];
  const env = { PATH: process.env.PATH, DATABASE_URL: databaseUrl, ...more };
  const child = spawn(process.execPath, args, { env });
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code: Number(code), out, err };
}

onBothEngines('a wrong clock', ({ engine, database }) => {
  it('is refused by serve and commands, which state by how much it is wrong', async () => {
    const databaseUrl = await database();
    const right = await startProcess(databaseUrl);
    const db = openDatabase(databaseUrl);
    const noted = (): Promise<unknown> =>
      db.kysely.selectFrom('settings').select('value').where('name', '=', 'clock').executeTakeFirst();
    while (engine === 'sqlite' && !(await noted())) await setTimeout(20);
    await db.close();
    await right.stop();
    for (const words of [
      ['serve', '--port', '0'],
      ['merchants', 'create', 'Late Air'],
    ]) {
      const { code, err } = await run(databaseUrl, words, clockOff(-3 * DAY));
      assert.equal(code, 1, err);
      assert.match(err, /clock is 3 days behind .*GATEWAY_MAX_CLOCK_SKEW_SECONDS/);
    }
    // On SQLite a time long after the last one may be right.
    if (engine === 'sqlite') return;
    const ahead = await run(databaseUrl, ['serve', '--port', '0'], clockOff(25 * 3_600_000));
    assert.equal(ahead.code, 1);
    assert.match(ahead.err, /clock is 25 h ahead of the database's clock/);
  });

  // A file has only its machine's clock: shared-clock.test.ts covers jumps of it.
  if (engine === 'sqlite') return;

  it('within the limit, a command settles an order and replaces a secret by the time of the serving processes', async () => {
    const databaseUrl = await database();
    const serving = await startProcess(databaseUrl);
    const { json } = await callerOf(serving.url).post(ORDERS, { emission_amount: 1 });
    await serving.stop();
    for (const words of [
      ['orders', 'expire', json.order_id],
      ['webhooks', 'rotate', SANDBOX.merchantId],
    ]) {
      const { code, err } = await run(databaseUrl, words, clockOff(-55_000));
      assert.equal(code, 0, err);
    }
    const db = openDatabase(databaseUrl);
    const order = await db.kysely
      .selectFrom('orders')
      .select(['created_at', 'settled_at'])
      .executeTakeFirstOrThrow();
    const replaced = await db.kysely
      .selectFrom('webhook_secrets')
      .select('expires_at')
      .where('expires_at', 'is not', null)
      .executeTakeFirstOrThrow();
    await db.close();
    assert.ok((order.settled_at ?? 0) > order.created_at, JSON.stringify(order));
    assert.ok((replaced.expires_at ?? 0) > order.created_at + DAY, JSON.stringify(replaced));
  });

  it('within the limit, a command makes no key older than that of before, and dates what it changes by the shared time', async () => {
    const databaseUrl = await database();
    const serving = await startProcess(databaseUrl);
    const { json } = await callerOf(serving.url).post(ORDERS, { emission_amount: 1 });
    await serving.stop();
    const db = openDatabase(databaseUrl);
    const money = { provider: 'stripe', payment_reference: null, currency: 'EUR', amount_minor: 100 };
    const unclaimed = { ...money, reference: 'cs_1', named_order: null, received_at: 1, resolved_at: null };
    await db.kysely.insertInto('unclaimed_payments').values(unclaimed).execute();
    const behind = async (...words: string[]): Promise<string> => {
      const { code, out, err } = await run(databaseUrl, words, clockOff(-55_000));
      assert.equal(code, 0, err);
      return out;
    };
    const { id } = JSON.parse(await behind('keys', 'create', SANDBOX.merchantId, '--json'));
    await behind('keys', 'revoke', id);
    await behind('merchants', 'create', 'Late Air');
    await behind('payments', 'resolve', 'cs_1');
    const { created_at: before } = await db.kysely
      .selectFrom('orders')
      .select('created_at')
      .where('id', '=', json.order_id)
      .executeTakeFirstOrThrow();
    const keys = await db.kysely.selectFrom('api_keys').selectAll().orderBy('created_at').execute();
    const { created_at: merchant } = await db.kysely
      .selectFrom('merchants')
      .select('created_at')
      .where('name', '=', 'Late Air')
      .executeTakeFirstOrThrow();
    const { resolved_at: resolved } = await db.kysely
      .selectFrom('unclaimed_payments')
      .select('resolved_at')
      .executeTakeFirstOrThrow();
    const audited = await db.kysely.selectFrom('audit_log').select(['action', 'at']).execute();
    await db.close();
    assert.equal(keys.at(-1)?.id, id, 'the oldest live key signs webhooks');
    const times = { merchant, resolved, revoked: keys.at(-1)?.revoked_at };
    for (const [what, at] of Object.entries(times)) assert.ok((at ?? 0) > before, what);
    const actions = ['api_key.created', 'api_key.revoked', 'merchant.created', 'unclaimed_payment.resolved'];
    for (const action of actions) {
      const at = audited.filter((one) => one.action === action).at(-1)?.at ?? 0;
      assert.ok(at > before, action);
    }
  });

  it('within the limit, the last import of a price applies', async () => {
    const databaseUrl = await database();
    const folder = await mkdtemp(join(tmpdir(), 'wrong-clock-'));
    const project = { id: 'wind', name: 'Wind', registry: 'R', project_id: 'W-1', category: 'c', type: 't' };
    const file = join(folder, 'catalogue.json');
    const serving = await startProcess(databaseUrl);
    const db = openDatabase(databaseUrl);
    try {
      for (const [price_per_tonne, ahead] of [
        [10, 55_000],
        [20, 0],
      ] as const) {
        const projects = [{ ...project, public_url: 'https://example.com/w-1', price_per_tonne }];
        await writeFile(file, JSON.stringify({ projects }));
        const { code, err } = await run(databaseUrl, ['projects', 'import', file], clockOff(ahead));
        assert.equal(code, 0, err);
      }
      const prices = await db.kysely
        .selectFrom('project_prices')
        .select('minor_per_tonne')
        .where('project', '=', 'wind')
        .orderBy('effective_from')
        .execute();
      assert.deepEqual(prices, [{ minor_per_tonne: 1000 }, { minor_per_tonne: 2000 }]);
    } finally {
      await serving.stop();
      await db.close();
      await rm(folder, { recursive: true });
    }
  });

  it('that the setting allows leaves the signatures of webhooks acceptable to merchants', async () => {
    await using receiver = await startReceiver();
    const wrong = await startProcess(await database(), {
      ...clockOff(-3_600_000),
      GATEWAY_MAX_CLOCK_SKEW_SECONDS: '7200',
    });
    try {
      const { post } = callerOf(wrong.url);
      const { json } = await post(ORDERS, { emission_amount: 1, callback_url: receiver.url });
      await post(`/sandbox/orders/${json.order_id}/payment`, { outcome: 'completed' });
      const [webhook] = await receiver.until(1);
      assert.ok(webhook);
      const { headers, body } = webhook;
      await verifyWebhook({ headers, body, secrets: [SANDBOX.webhookSecret] });
    } finally {
      await wrong.stop();
    }
  });

  it('that the setting allows fails no order, forgets no idempotency key and states no wrong time', async () => {
    const databaseUrl = await database();
    const right = await startProcess(databaseUrl);
    const key = { 'idempotency-key': 'kept' };
    const made = await callerOf(right.url).post(ORDERS, { emission_amount: 1 }, key);
    const late = await callerOf(right.url).post(ORDERS, { emission_amount: 2 }, { 'idempotency-key': 'old' });
    await right.stop();
    const db = openDatabase(databaseUrl);
    // Expired rows show that the process has done its rounds.
    await db.kysely
      .updateTable('orders')
      .set({ expires_at: 1 })
      .where('id', '=', late.json.order_id)
      .execute();
    await db.kysely.updateTable('idempotency').set({ created_at: 1 }).where('key', '=', 'old').execute();
    const wrong = await startProcess(databaseUrl, {
      ...clockOff(3 * DAY),
      GATEWAY_MAX_CLOCK_SKEW_SECONDS: String((4 * DAY) / 1000),
    });
    try {
      const caller = callerOf(wrong.url);
      const pending = async (): Promise<string[]> =>
        (await db.kysely.selectFrom('orders').select('id').where('status', '=', 'pending').execute()).map(
          ({ id }) => id,
        );
      const keys = async (): Promise<string[]> =>
        (await db.kysely.selectFrom('idempotency').select('key').execute()).map((row) => row.key);
      while ((await pending()).includes(late.json.order_id) || (await keys()).includes('old'))
        await setTimeout(20);
      assert.deepEqual(await pending(), [made.json.order_id]);
      assert.deepEqual(await keys(), ['kept']);
      assert.equal(
        (await caller.post(ORDERS, { emission_amount: 1 }, key)).json.order_id,
        made.json.order_id,
      );
      const { json } = await caller.post(ORDERS, { emission_amount: 3 });
      assert.ok(Math.abs(Date.parse(json.created_at) - Date.now()) < DAY, json.created_at);
    } finally {
      await wrong.stop();
      await db.close();
    }
  });
});
