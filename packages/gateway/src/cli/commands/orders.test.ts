import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { createOrder } from '../../orders/create.ts';
import { refundOrder } from '../../refunds/refund-order.ts';
import { prune } from '../../retention/prune.ts';
import { runCommand, runCommandIn } from '../../testing/command-line.ts';
import { GATEWAY_COMMAND } from '../../testing/command-process.ts';
import { onBothEngines } from '../../testing/engines.ts';
import { listenOnLoopback } from '../../testing/loopback.ts';
import { stripeDialect } from '../../testing/provider-dialects.ts';
import { type ProviderShop, withShop } from '../../testing/provider-shop.ts';
import { MERCHANT, openStore, settleOrder } from '../../testing/store.ts';

it('orders show prints the records of the order, without the token of its payment page', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-orders-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const DATABASE_URL = `sqlite:${join(folder, 'gateway.sqlite')}`;
  const store = await openStore(DATABASE_URL);
  const { db, context } = store;
  const ids: string[] = [];
  for (const emission_amount of [1, 2]) {
    const callback_url = 'https://merchant.example/n';
    const input = { emission_amount, emission_unit: 'kgCO2' as const, callback_url };
    const { order_id } = JSON.parse((await createOrder(context, MERCHANT, input)).body);
    await settleOrder(store, order_id, 'completed');
    await refundOrder(context, order_id, { part: {}, once: 'booking-EX7K2P' });
    ids.push(order_id);
  }
  const tokens = await db.kysely.selectFrom('orders').select('payment_token').execute();
  await db.close();
  const [id = ''] = ids;
  const run = (...args: string[]) => runCommand({ DATABASE_URL }, 'orders', ...args, '--sandbox', '--json');
  const { out } = await run('show', id);
  for (const { payment_token } of tokens) assert.ok(!out.includes(payment_token));
  const { transactions, refunds, deliveries } = JSON.parse(out);
  assert.equal(JSON.parse(deliveries[0].body).data.order_id, id);
  assert.deepEqual(
    transactions.map((one: { amount_minor: number }) => one.amount_minor).toSorted(),
    [-100, 100],
    'the purchase and its refund',
  );
  assert.equal(refunds.length, 1);
  assert.ok(!('key_hash' in refunds[0]));
  for (const limit of ['0', '100000', 'x']) {
    const { code, err } = await run('list', MERCHANT, '--limit', limit);
    assert.equal(code, 2);
    assert.match(err, /--limit must be from 1 to 99999/);
  }
  assert.equal(JSON.parse((await run('list', MERCHANT, '--limit', '1')).out).length, 1);
});

it('escapes control characters of payers in a terminal, and prints them unchanged to programs', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-orders-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const DATABASE_URL = `sqlite:${join(folder, 'gateway.sqlite')}`;
  const { db, context } = await openStore(DATABASE_URL);
  const name = 'Zoë\u001b[2J\u007f\u009b31m\u202e';
  const input = { emission_amount: 1, emission_unit: 'kgCO2' as const, user: { name } };
  const { order_id: id } = JSON.parse((await createOrder(context, MERCHANT, input)).body);
  await db.close();
  const print = async (isTTY: boolean, ...args: string[]): Promise<string> =>
    (await runCommandIn({ isTTY }, { DATABASE_URL }, 'orders', ...args, '--sandbox')).out;
  const shown = await print(true, 'show', id, '--json');
  assert.equal(JSON.parse(shown).user_name, name);
  const exported = await print(true, 'export', MERCHANT);
  assert.equal(exported.split('\r\n').length, 2);
  for (const text of [shown, exported]) {
    assert.match(text, /Zoë\\u001b\[2J\\u007f\\u009b31m\\u202e/);
    assert.doesNotMatch(text, /[^\P{Cc}\r\n]|\u202e/u);
  }
  assert.ok((await print(false, 'export', MERCHANT)).includes(name), 'a program gets it as it is');
});

it('orders expire reports that there is no pending order, for a completed and for an unknown one', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-orders-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const DATABASE_URL = `sqlite:${join(folder, 'gateway.sqlite')}`;
  const store = await openStore(DATABASE_URL);
  const input = { emission_amount: 1, emission_unit: 'kgCO2' as const };
  const { order_id } = JSON.parse((await createOrder(store.context, MERCHANT, input)).body);
  await settleOrder(store, order_id, 'completed');
  await store.db.close();
  for (const id of [order_id, 'ord_none']) {
    const { code, err } = await runCommand({ DATABASE_URL }, 'orders', 'expire', id, '--sandbox');
    assert.equal(code, 1);
    assert.match(err, new RegExp(`There is no pending order ${id}\\.`));
  }
});

onBothEngines('orders refund with an idempotency key', ({ database }) => {
  const inShop = async (work: (shop: ProviderShop) => Promise<void>): Promise<void> =>
    withShop(stripeDialect, { databaseUrl: await database() }, work);

  it('refunds once, even if it was killed before it printed anything', () =>
    inShop(async (shop) => {
      const { id } = await shop.paid();
      const part = [
        'orders',
        'refund',
        id,
        '--kilograms',
        '146',
        '--idempotency-key',
        'ticket 7',
        '--sandbox',
      ];
      const provider = createServer();
      const called = once(provider, 'request');
      const silent = await listenOnLoopback(provider);
      const env = { ...process.env, ...shop.environment, GATEWAY_PROVIDER_API_URL: silent.url };
      const command = spawn(process.execPath, [...GATEWAY_COMMAND, ...part], { env, stdio: 'ignore' });
      const ended = once(command, 'close');
      await Promise.race([called, ended]);
      command.kill('SIGKILL');
      await ended;
      await silent.close();
      const [first] = await shop.refunds(id);
      // A minute later, when the claim of the killed process has ended.
      await shop.db.kysely.updateTable('refunds').set({ next_attempt_at: 0 }).execute();
      const { code, out, err } = await runCommand(shop.environment, ...part);
      assert.equal(code, 0, err);
      assert.deepEqual(
        JSON.parse(out).map((one: { refund_id: string; status: string }) => [one.refund_id, one.status]),
        [[first?.id, 'completed']],
      );
      assert.equal((await shop.refunds(id)).length, 1);
    }));

  it('refunds again with another key or for another order, and refuses another part', () =>
    inShop(async (shop) => {
      const [one, other] = [await shop.paid(), await shop.paid()];
      const refund = async (id: string, key: string, ...part: string[]) => {
        const words = ['orders', 'refund', id, ...part, '--idempotency-key', key, '--sandbox'];
        const { code, out, err } = await runCommand(shop.environment, ...words);
        return code === 0 ? JSON.parse(out).map(({ grams }: { grams: number }) => grams) : err;
      };
      const headers = { 'idempotency-key': 'a' };
      const path = `/offset-gateway/orders/${one.id}/refunds`;
      assert.equal((await shop.caller.post(path, { emission_amount: 46 }, headers)).status, 201);
      const hundred = ['--kilograms', '100'];
      assert.deepEqual(await refund(one.id, 'a', ...hundred), [100_000]);
      assert.deepEqual(await refund(one.id, 'b', ...hundred), [100_000]);
      assert.deepEqual(await refund(other.id, 'a', ...hundred), [100_000]);
      for (const options of [['--kilograms', '101'], [...hundred, '--reason', 'ill'], ['--surplus'], []])
        assert.match(await refund(one.id, 'a', ...options), /^This --idempotency-key was used/);
      assert.match(await refund(one.id, 'é'), /^--idempotency-key must be/);
      for (const _ of ['first', 'repeat']) assert.deepEqual(await refund(one.id, 'rest'), [900_000]);
      assert.match(await refund(one.id, 'more'), /is left to refund/);
      assert.equal((await shop.refunds(one.id)).length, 4);
      // Even after the first idempotency keys are deleted.
      await prune(shop.db, 'idempotency_keys', shop.context.now() + 1);
      assert.deepEqual(await refund(other.id, 'a', ...hundred), [100_000]);
      assert.match(await refund(other.id, 'a'), /^This --idempotency-key was used/);
      assert.equal((await shop.refunds(other.id)).length, 1);
    }));
});
