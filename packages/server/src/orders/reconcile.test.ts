import assert from 'node:assert/strict';
import test from 'node:test';
import { createOffset } from '../offset.ts';
import { memoryStore } from '../stores/memory.ts';
import { type TestMerchant, testMerchant } from '../testing/merchant.ts';
import { createOrder } from './create-order.ts';
import { orderStatus } from './order-status.ts';
import { reconcile, startReconciling } from './reconcile.ts';
import { storeKey, writeJson } from './record.ts';

async function order(shop: TestMerchant): Promise<string> {
  return (await createOrder(shop.offset, { token: (await shop.tokens())[0]! })).orderId;
}

const lists = ({ service }: TestMerchant): number =>
  service.requests.filter((request) => request === 'GET /offset-gateway/orders').length;

/** A promise and the function that ends it. */
function later(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

test('finds orders whose webhook never arrived in one scan', async () => {
  const shop = testMerchant();
  const ids = [await order(shop), await order(shop), await order(shop)];
  shop.service.finalize(ids[0]!, 'completed');
  shop.service.finalize(ids[2]!, 'failed');
  assert.deepEqual(await reconcile(shop.offset), { checked: 0, finalized: 0 }, 'not yet due');
  shop.advance(30_000);
  assert.deepEqual(await reconcile(shop.offset), { checked: 3, finalized: 2 });
  assert.equal(lists(shop), 1);
  assert.deepEqual(
    shop.completed.map((it) => it.orderId),
    [ids[0]],
  );
  assert.deepEqual(
    shop.failed.map((it) => it.orderId),
    [ids[2]],
  );
});

for (const user of [{ email: 'zoe@example.com' }, { tax_id: '29ABCDE1234F2Z5' }]) {
  test(`an order buried under many newer ones is found by the ${Object.keys(user)} of its user`, async () => {
    const shop = testMerchant({ searchPages: 2 });
    const token = (await shop.tokens())[0]!;
    const { orderId } = await createOrder(shop.offset, { token, user });
    shop.service.finalize(orderId, 'completed');
    const [mine] = shop.service.orders;
    for (let index = 0; index < 300; index++) {
      shop.service.orders.push({ ...mine!, order_id: `newer ${index}`, user: { email: 'eve@example.com' } });
    }
    shop.advance(31_000);
    assert.deepEqual(await reconcile(shop.offset), { checked: 1, finalized: 1 });
    assert.equal(lists(shop), 3);
  });
}

test('an order that stays pending is checked less and less often, and no more after 30 days', async () => {
  const shop = testMerchant();
  const token = (await shop.tokens())[0]!;
  const { orderId } = await createOrder(shop.offset, { token, user: { email: 'zoe@example.com' } });
  const remembered = (): Promise<string | undefined> => shop.offset.store.get(`order:${orderId}`);
  assert.match((await remembered()) ?? '', /zoe@/);
  const waits: number[] = [];
  for (let minutes = 0, last = 0; minutes < 31 * 24 * 60; minutes += 0.5) {
    shop.advance(30_000);
    const { checked } = await reconcile(shop.offset);
    if (checked === 0) continue;
    waits.push(minutes - last);
    last = minutes;
  }
  assert.deepEqual(waits.slice(1, 9), [1, 2, 5, 10, 30, 60, 180, 360]);
  assert.equal(lists(shop), waits.length);
  assert.deepEqual(await shop.offset.store.listPending(), []);
  assert.doesNotMatch((await remembered()) ?? 'zoe@', /zoe@/, 'the address is forgotten, the order is not');
});

test('an order that a webhook makes final while it is given up stays final, and its callback runs once', async () => {
  const store = memoryStore();
  let afterRead = async (): Promise<void> => undefined;
  const shop = testMerchant({
    store: {
      ...store,
      async get(key) {
        const value = await store.get(key);
        if (key.startsWith('order:')) await afterRead();
        return value;
      },
    },
  });
  const orderId = await order(shop);
  shop.service.finalize(orderId, 'completed');
  shop.advance(31 * 86_400_000);
  const webhook = JSON.stringify({ order_id: orderId });
  afterRead = async () => {
    afterRead = async () => undefined;
    await shop.call('POST', 'webhooks', webhook);
  };
  await reconcile(shop.offset);
  shop.advance(3_600_000);
  await shop.call('POST', 'webhooks', webhook);
  assert.equal(shop.completed.length, 1);
  assert.equal((await orderStatus(shop.offset, orderId)).status, 'completed');
});

test('drops the entry of an order that is final or gone without a call', async () => {
  const shop = testMerchant();
  const [final, gone] = [await order(shop), await order(shop)];
  shop.service.finalize(final, 'completed');
  await shop.call('GET', `orders/${final}/status`);
  await shop.offset.store.delete(storeKey.order(gone));
  await writeJson(shop.offset, storeKey.pending(final), { due: 0, checks: 0 });
  shop.advance(30_000);
  const before = shop.service.requests.length;
  assert.deepEqual(await reconcile(shop.offset), { checked: 0, finalized: 0 });
  assert.equal(shop.service.requests.length, before);
  assert.deepEqual(await shop.offset.store.listPending(), []);
});

test('two processes that reconcile at once run the callback once', async () => {
  const store = memoryStore();
  const shop = testMerchant({ store });
  const id = await order(shop);
  shop.service.finalize(id, 'completed');
  shop.advance(31_000);
  const other = createOffset({ ...shop.offset.options, store });
  await Promise.all([reconcile(shop.offset), reconcile(other), reconcile(shop.offset)]);
  assert.deepEqual(
    shop.completed.map((it) => it.orderId),
    [id],
  );
});

test('runs the callback once if a webhook makes an order final while a reconcile waits for the list', async () => {
  let afterRead = async (): Promise<unknown> => undefined;
  const shop = testMerchant(
    {},
    {
      async fetch(request, service) {
        const response = await service.fetch(request);
        if (request.method === 'GET') await afterRead();
        return response;
      },
    },
  );
  const orderId = await order(shop);
  shop.service.finalize(orderId, 'completed');
  shop.advance(31_000);
  afterRead = () => {
    afterRead = async () => undefined;
    return shop.call('POST', 'webhooks', { order_id: orderId });
  };
  assert.deepEqual(await reconcile(shop.offset), { checked: 1, finalized: 1 });
  assert.equal(shop.completed.length, 1);
});

test('reports a failed reconcile and runs again at the next interval', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  let down = true;
  const { promise: reported, resolve: onError } = later();
  const { promise: finalized, resolve: onOrderCompleted } = later();
  const shop = testMerchant(
    { onError, onOrderCompleted },
    {
      fetch: async (request, service) =>
        down && request.method === 'GET' ? new Response('', { status: 503 }) : service.fetch(request),
    },
  );
  shop.service.finalize(await order(shop), 'completed');
  const stop = startReconciling(shop.offset, { everyMs: 60_000 });
  shop.advance(60_000);
  t.mock.timers.tick(60_000);
  await reported;
  down = false;
  // The failed reconcile has to end before the next one may begin.
  await new Promise((resolve) => setImmediate(resolve));
  shop.advance(60_000);
  t.mock.timers.tick(60_000);
  await finalized;
  stop();
});

test('a reconcile that takes longer than the interval delays the next', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const slow = later();
  let runs = 0;
  const listPending = async (): Promise<string[]> => {
    runs++;
    await slow.promise;
    return [];
  };
  const stop = startReconciling(testMerchant({ store: { ...memoryStore(), listPending } }).offset);
  t.mock.timers.tick(30_000);
  t.mock.timers.tick(30_000);
  assert.equal(runs, 1);
  slow.resolve();
  // The first has to end before the next one may begin.
  await new Promise((resolve) => setImmediate(resolve));
  t.mock.timers.tick(30_000);
  assert.equal(runs, 2);
  stop();
});

test('an interval of reconciling does not keep a process alive', () => {
  const timers = (): number => process.getActiveResourcesInfo().filter((one) => one === 'Timeout').length;
  const before = timers();
  const stop = startReconciling(testMerchant().offset);
  assert.equal(timers(), before);
  stop();
});

test('starts at a random place among more pending orders than one run reads, so that each gets its turn', async (t) => {
  const shop = testMerchant();
  const ids = [await order(shop), await order(shop), await order(shop)];
  for (const id of ids) shop.service.finalize(id, 'completed');
  shop.advance(30_000);
  const listed = await shop.offset.store.listPending();
  t.mock.method(Math, 'random', () => 0.9);
  assert.deepEqual(await reconcile(shop.offset, { max: 2 }), { checked: 2, finalized: 2 });
  assert.deepEqual(await shop.offset.store.listPending(), [listed[1]]);
});

test('refuses a maximum below 1 or NaN, as of a misspelt variable', async () => {
  const { offset } = testMerchant();
  for (const max of [Number.NaN, 0])
    await assert.rejects(reconcile(offset, { max }), /^TypeError: max must be a number from 1 to/);
});

test('keeps a pending order whose entry is not written yet', async () => {
  const inner = memoryStore();
  let early = true;
  const shop = testMerchant({
    store: {
      ...inner,
      // Redis lists a name before it has its entry.
      get: async (key) => (early && key.startsWith('pending:') ? undefined : inner.get(key)),
    },
  });
  const id = await order(shop);
  assert.deepEqual(await reconcile(shop.offset), { checked: 1, finalized: 0 });
  early = false;
  shop.service.finalize(id, 'completed');
  shop.advance(61_000);
  assert.deepEqual(await reconcile(shop.offset), { checked: 1, finalized: 1 });
});

/** Completed orders of one traveller each, behind so many newer ones that no scan of one page reaches them. */
async function buried(count: number, wiring: Parameters<typeof testMerchant>[1] = {}): Promise<TestMerchant> {
  const shop = testMerchant({ searchPages: 1 }, wiring);
  for (let index = 0; index < count; index++) {
    const token = (await shop.tokens())[0]!;
    const user = { email: `traveller-${index}@example.com` };
    shop.service.finalize((await createOrder(shop.offset, { token, user })).orderId, 'completed');
  }
  const [one] = shop.service.orders;
  for (let index = 0; index < 200; index++) {
    shop.service.orders.push({ ...one!, order_id: `newer ${index}`, user: { email: 'eve@example.com' } });
  }
  return shop;
}

test('leaves orders beyond the maximum of one run due at the next', async () => {
  const shop = await buried(45);
  shop.advance(30_000);
  const runs = [await reconcile(shop.offset), await reconcile(shop.offset), await reconcile(shop.offset)];
  assert.deepEqual(runs, [
    { checked: 20, finalized: 20 },
    { checked: 20, finalized: 20 },
    { checked: 5, finalized: 5 },
  ]);
  assert.equal(shop.completed.length, 45);
});

test('keeps the final states found before the service failed during a run', async () => {
  let listed = 0;
  const shop = await buried(3, {
    fetch: async (request, service) =>
      request.method === 'GET' && request.url.includes('/orders?') && ++listed > 2
        ? new Response('', { status: 503 })
        : service.fetch(request),
  });
  shop.advance(30_000);
  await assert.rejects(reconcile(shop.offset));
  assert.equal(shop.completed.length, 1);
});
