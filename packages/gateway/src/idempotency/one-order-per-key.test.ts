import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { SANDBOX } from '../sandbox.ts';
import { openDatabase } from '../store/open-database.ts';
import { type CallerResponse, callerOf } from '../testing/caller.ts';
import { onBothEngines } from '../testing/engines.ts';
import { type GatewayProcess, startProcess } from '../testing/process.ts';
import { recount } from '../testing/recount.ts';
import { until } from '../testing/until.ts';

/** Number of times a gateway is killed; more take longer. */
const KILLS = Number(process.env.KILLS ?? 2);
/** Keys of a burst; those of the second half are used with two bodies. */
const KEYS = 8;
/** Concurrent creates under each key. */
const CREATES = 6;
const ORDERS = '/offset-gateway/orders';

/** A create, and its response. */
interface Create {
  readonly key: string;
  readonly marker: string;
  response?: CallerResponse;
}

/** Sends a create. @param isAgain whether it is repeated until a gateway responds, as merchants do. */
async function send(create: Create, urlOf: () => string, isAgain = false): Promise<void> {
  const body = { emission_amount: 1, user: { name: create.marker } };
  const headers = { 'idempotency-key': create.key };
  while (true) {
    try {
      const response = await callerOf(urlOf()).post(ORDERS, body, headers);
      create.response = response;
      if (response.json.error !== 40901) return;
    } catch {
      // The connection broke: it is unknown whether the order was made.
      if (!isAgain) return;
    }
    await setTimeout(20);
  }
}

onBothEngines('concurrent creates under one key at two gateways, one of which is killed', ({ database }) => {
  it('make one order, which every response names', { timeout: 900_000 }, async (t) => {
    const databaseUrl = await database();
    const gateways: GatewayProcess[] = [];
    t.after(() => Promise.all(gateways.map((one) => one.kill())));
    gateways.push(...(await Promise.all([startProcess(databaseUrl), startProcess(databaseUrl)])));
    const urlOf = (at: number) => () => gateways[at % 2]?.url ?? '';
    const all: Create[] = [];
    for (let kill = 0; kill < KILLS; kill += 1) {
      const creates = Array.from({ length: KEYS * CREATES }, (_, at): Create => {
        const key = `key-${kill}-${at % KEYS}`;
        const isSecond = at % KEYS >= KEYS / 2 && at % 3 === 0;
        return { key, marker: isSecond ? `${key} other` : key };
      });
      // Half of the creates of each key go to each gateway.
      const sent = creates.map((one, at) => send(one, urlOf(at + Math.floor(at / KEYS))));
      await until(() => creates.some(({ response }) => response !== undefined), 'a response');
      await setTimeout(Math.random() * 30);
      await gateways[kill % 2]?.kill();
      await Promise.all(sent);
      gateways[kill % 2] = await startProcess(databaseUrl);
      const lost = creates.filter(({ response }) => response === undefined);
      await Promise.all(lost.map((one, at) => send(one, urlOf(at), true)));
      all.push(...creates);
    }
    const db = openDatabase(databaseUrl);
    t.after(() => db.close());
    const orders = await db.kysely.selectFrom('orders').select(['id', 'user_name']).execute();
    assert.equal(orders.length, KILLS * KEYS);
    for (const key of new Set(all.map((one) => one.key))) {
      const creates = all.filter((one) => one.key === key);
      const [order] = orders.filter(({ user_name }) => user_name === key || user_name === `${key} other`);
      for (const { marker, response } of creates) {
        const expected = marker === order?.user_name ? order.id : 42202;
        assert.equal(response?.json.order_id ?? response?.json.error, expected, key);
      }
      const made = creates.filter(({ response }) => response?.headers.get('idempotent-replayed') === null);
      const first = made.filter(({ response }) => response?.status === 201);
      assert.ok(first.length <= 1, `${first.length} responses of ${key} are the first`);
    }
    const { json } = await callerOf(urlOf(0)()).get(ORDERS);
    assert.deepEqual(json.overview, await recount(db, SANDBOX.merchantId));
  });
});
