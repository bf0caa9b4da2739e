import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { startGateway } from './gateway.ts';
import { TEST_CARDS } from './providers/sandbox.ts';
import { openDatabase } from './store/open-database.ts';
import { type CallerResponse, callerOf } from './testing/caller.ts';
import { startReceiver } from './testing/receiver.ts';
import { until } from './testing/until.ts';

const ORDERS = '/offset-gateway/orders';

it('background work that a request causes begins at once, without waiting for an interval', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const folder = await mkdtemp(join(tmpdir(), 'gateway-wakes-'));
  const databaseUrl = `sqlite:${join(folder, 'gateway.sqlite')}`;
  await using receiver = await startReceiver();
  const gateway = await startGateway({ databaseUrl });
  const db = openDatabase(databaseUrl);
  const caller = callerOf(gateway.url);
  const order = async (emission_amount: number): Promise<CallerResponse['json']> =>
    (await caller.post(ORDERS, { emission_amount, callback_url: receiver.url })).json;
  const reported = async (): Promise<number | undefined> =>
    (await db.kysely.selectFrom('allotments').select('grams_reported').executeTakeFirst())?.grams_reported;
  try {
    const { order_id, payment_url } = await order(1);
    const body = new URLSearchParams({ action: 'pay', card: TEST_CARDS.accepted });
    await fetch(payment_url, { method: 'POST', body });
    await until(() => receiver.received.length === 1, 'a webhook');
    assert.equal(await reported(), 0);
    // After that, less than half of the allotment is free.
    await order(6);
    await until(async () => (await reported()) === 1000, 'a top-up ahead of the next order');
    const { json } = await caller.post(`${ORDERS}/${order_id}/refunds`, {});
    assert.equal(json.status, 'pending');
    await until(async () => (await reported()) === 0, 'a refund that was sent, and its credits in their lot');
  } finally {
    await gateway.close();
    await db.close();
    await rm(folder, { recursive: true });
  }
});
