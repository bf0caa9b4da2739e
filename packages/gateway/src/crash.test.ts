import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { Order } from '@flight-offset/core';
import { SANDBOX } from './sandbox.ts';
import { openDatabase } from './store/open-database.ts';
import { callerOf } from './testing/caller.ts';
import { onBothEngines } from './testing/engines.ts';
import { type GatewayProcess, startProcess } from './testing/process.ts';
import { type Receiver, startReceiver } from './testing/receiver.ts';
import { recount } from './testing/recount.ts';
import { until } from './testing/until.ts';

/** More kills take longer: `KILLS=200` is the promised number. */
const KILLS = Number(process.env.KILLS ?? 4);

interface Acknowledged {
  readonly created: Map<string, string>;
  readonly settled: Map<string, string>;
}

/** Creates and settles orders until the gateway is gone; remembers only what was acknowledged. */
async function load(url: string, receiver: Receiver, acknowledged: Acknowledged): Promise<void> {
  const caller = callerOf(url);
  const buyer = async (): Promise<void> => {
    while (true) {
      const key = randomUUID();
      const body = { emission_amount: 1.5, callback_url: receiver.url, user: { email: `${key}@x.example` } };
      const { status, json } = await caller.post('/offset-gateway/orders', body, { 'idempotency-key': key });
      assert.equal(status, 201);
      acknowledged.created.set(key, json.order_id);
      const outcome = Math.random() < 0.7 ? 'completed' : 'failed';
      const end = await caller.post(`/sandbox/orders/${json.order_id}/payment`, { outcome });
      assert.equal(end.status, 200);
      acknowledged.settled.set(json.order_id, outcome);
    }
  };
  const results = await Promise.allSettled(Array.from({ length: 6 }, buyer));
  for (const result of results) {
    // A connection that broke is what is being tested; anything else is a fault of the test or the gateway.
    if (result.status === 'rejected' && result.reason instanceof assert.AssertionError) throw result.reason;
  }
}

async function allOrders(url: string): Promise<Order[]> {
  const orders: Order[] = [];
  for (let page = 1; ; page += 1) {
    const { json } = await callerOf(url).get(`/offset-gateway/orders?limit=100&sort=asc&page=${page}`);
    orders.push(...json.orders);
    if (json.orders.length < 100) return orders;
  }
}

onBothEngines('killed under load', ({ database }) => {
  it(`${KILLS} times: no order lost, none doubled, every webhook sent`, { timeout: 900_000 }, async (t) => {
    const databaseUrl = await database();
    await using receiver = await startReceiver();
    let gateway: GatewayProcess | undefined;
    // Whatever fails, no process is left that would keep the test running.
    t.after(() => gateway?.kill());
    const acknowledged: Acknowledged = { created: new Map(), settled: new Map() };
    for (let kill = 0; kill < KILLS; kill += 1) {
      gateway = await startProcess(databaseUrl);
      const loaded = load(gateway.url, receiver, acknowledged);
      // A kill before any settlement would prove nothing, however slow the machine is.
      const before = acknowledged.settled.size;
      await until(() => acknowledged.settled.size > before, 'a settled order');
      await setTimeout(Math.random() * 300);
      await gateway.kill();
      await loaded;
    }
    gateway = await startProcess(databaseUrl);
    const db = openDatabase(databaseUrl);
    try {
      // Repeating every acknowledged create makes no further order.
      for (const [key, id] of [...acknowledged.created].slice(-20)) {
        const body = {
          emission_amount: 1.5,
          callback_url: receiver.url,
          user: { email: `${key}@x.example` },
        };
        const headers = { 'idempotency-key': key };
        const again = await callerOf(gateway.url).post('/offset-gateway/orders', body, headers);
        assert.equal(again.json.order_id, id);
        assert.equal(again.headers.get('idempotent-replayed'), 'true');
      }
      const orders = await allOrders(gateway.url);
      const byId = new Map(orders.map((order) => [order.order_id, order]));
      for (const id of acknowledged.created.values()) assert.ok(byId.has(id), `${id} is lost`);
      for (const [id, outcome] of acknowledged.settled) assert.equal(byId.get(id)?.status, outcome);
      assert.equal(new Set(orders.map(({ user }) => user.email)).size, orders.length);
      const transactions = await db.kysely.selectFrom('transactions').select('order_id').execute();
      const completed = orders.filter(({ status }) => status === 'completed');
      assert.deepEqual(
        transactions.map(({ order_id }) => order_id).sort(),
        completed.map(({ order_id }) => order_id).sort(),
      );
      const { json } = await callerOf(gateway.url).get('/offset-gateway/orders');
      assert.deepEqual(json.overview, await recount(db, SANDBOX.merchantId));
      const settled = orders.filter(({ status }) => status !== 'pending').map(({ order_id }) => order_id);
      // A delivery that was under way when the process died is claimed again after its claim expires.
      await db.kysely.updateTable('deliveries').set({ claimed_until: 0, next_attempt_at: 0 }).execute();
      const unheard = new Set(settled);
      for (let delivered = 0; unheard.size > 0; delivered += 1) {
        const received = await receiver.until(delivered + 1);
        unheard.delete(JSON.parse(received[delivered]?.body ?? '').data.order_id);
      }
      assert.ok(settled.length > 0);
    } finally {
      await db.close();
    }
    assert.equal(await gateway.stop(), 0);
  });
});
