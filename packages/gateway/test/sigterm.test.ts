import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import { SANDBOX } from '../src/sandbox.ts';
import { openDatabase } from '../src/store/open-database.ts';
import { callerOf } from '../src/testing/caller.ts';
import { onBothEngines } from '../src/testing/engines.ts';
import { type GatewayProcess, startProcess } from '../src/testing/process.ts';
import { startReceiver } from '../src/testing/receiver.ts';
import { recount } from '../src/testing/recount.ts';
import { until } from '../src/testing/until.ts';

const ROUNDS = 3;

/** The responses, and the number of requests without one. */
interface Seen {
  readonly created: Set<string>;
  readonly settled: Map<string, string>;
  unanswered: number;
}

/** Creates and settles orders until the gateway accepts no more. */
async function load(url: string, callback_url: string, seen: Seen): Promise<void> {
  const caller = callerOf(url);
  const buyer = async (): Promise<void> => {
    while (true) {
      const email = `${randomUUID()}@x.example`;
      const { status, json } = await caller.post('/offset-gateway/orders', {
        emission_amount: 1.5,
        callback_url,
        user: { email },
      });
      assert.equal(status, 201, JSON.stringify(json));
      seen.created.add(json.order_id);
      const outcome = seen.created.size % 3 === 0 ? 'failed' : 'completed';
      const end = await caller.post(`/sandbox/orders/${json.order_id}/payment`, { outcome });
      assert.equal(end.status, 200, JSON.stringify(end.json));
      seen.settled.set(json.order_id, outcome);
    }
  };
  for (const result of await Promise.allSettled(Array.from({ length: 8 }, buyer))) {
    if (result.status === 'rejected' && result.reason instanceof assert.AssertionError) throw result.reason;
    seen.unanswered += 1;
  }
}

onBothEngines('SIGTERM under load', ({ database }) => {
  it(`${ROUNDS} times: every change got its response, no webhook is sent twice, and the process ends with 0`, {
    timeout: 600_000,
  }, async () => {
    const databaseUrl = await database();
    const receiver = await startReceiver();
    const seen: Seen = { created: new Set(), settled: new Map(), unanswered: 0 };
    const db = openDatabase(databaseUrl);
    let gateway: GatewayProcess | undefined;
    try {
      for (let round = 0; round < ROUNDS; round += 1) {
        gateway = await startProcess(databaseUrl);
        const loaded = load(gateway.url, receiver.url, seen);
        const before = seen.settled.size;
        await until(() => seen.settled.size >= before + 20, '20 settled orders');
        assert.equal(await gateway.stop(), 0);
        await loaded;
        const orders = await db.kysely.selectFrom('orders').select(['id', 'status']).execute();
        assert.deepEqual(new Set(orders.map(({ id }) => id)), seen.created);
        for (const { id, status } of orders) assert.equal(status, seen.settled.get(id) ?? 'pending');
        const claimed = await db.kysely
          .selectFrom('deliveries')
          .select('id')
          .where('claimed_until', '>', 0)
          .execute();
        assert.deepEqual(claimed, [], 'a delivery was left in the middle');
      }
      assert.equal(seen.unanswered, ROUNDS * 8, 'every buyer came until nobody took a connection');
      gateway = await startProcess(databaseUrl);
      await receiver.until(seen.settled.size);
      const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
      assert.equal(new Set(ids).size, ids.length);
      const overview = (await callerOf(gateway.url).get('/offset-gateway/orders')).json.overview;
      assert.deepEqual(overview, await recount(db, SANDBOX.merchantId));
      assert.equal(await gateway.stop(), 0);
    } finally {
      await gateway?.kill();
      await db.close();
      await receiver.close();
    }
  });
});
