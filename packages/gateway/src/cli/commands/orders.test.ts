import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { createOrder } from '../../orders/create.ts';
import { refundOrder } from '../../refunds/refund-order.ts';
import { runCommand } from '../../testing/command-line.ts';
import { MERCHANT, openStore, settleOrder } from '../../testing/store.ts';

it('orders show prints what belongs to the order, without the token of its payment page', async (t) => {
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
    await refundOrder(context, order_id, {});
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
  for (const limit of ['0', '100000', 'x']) {
    const { code, err } = await run('list', MERCHANT, '--limit', limit);
    assert.equal(code, 2);
    assert.match(err, /--limit must be from 1 to 99999/);
  }
  assert.equal(JSON.parse((await run('list', MERCHANT, '--limit', '1')).out).length, 1);
});
