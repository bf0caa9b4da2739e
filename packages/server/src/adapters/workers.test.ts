import assert from 'node:assert/strict';
import test from 'node:test';
import type { OffsetHandlerOptions } from '../handler-options.ts';
import { storeKey } from '../orders/record.ts';
import { memoryStore } from '../stores/memory.ts';
import type { OffsetStore } from '../stores/store.ts';
import { BARE_CREDENTIALS, createBareService } from '../testing/bare-service.ts';
import { testMerchant } from '../testing/merchant.ts';
import { toWorkersHandler } from './workers.ts';

const { fetch } = createBareService('https://service.example');
const service: OffsetHandlerOptions['service'] = {
  baseUrl: 'https://service.example',
  apiKey: 'key',
  signingKey: 'a-secret-of-a-test',
  platformId: 'platform',
  fetch: (input, init) => fetch(new Request(input, init)),
};

test('finishes a response after its traveller left: others may wait for the same call', async () => {
  const worker = toWorkersHandler(() => ({ service }));
  const kept: Promise<unknown>[] = [];
  const request = new Request('https://merchant.example/offset/orders/x/status');
  const response = await worker.fetch(request, {}, { waitUntil: (promise) => void kept.push(promise) });
  assert.equal(response.status, 404);
  assert.deepEqual(await Promise.all(kept), [response]);
});

test('makes the options once for each environment; the cron trigger reconciles and reports failures', async () => {
  const [one, other] = [{}, {}];
  const made: object[] = [];
  const reported: string[] = [];
  const listPending = () => Promise.reject(new Error('the store is down'));
  const worker = toWorkersHandler((env: object) => {
    made.push(env);
    const onError: OffsetHandlerOptions['onError'] = (_, { operation }) => void reported.push(operation);
    return { service, store: { ...memoryStore(), listPending }, onError };
  });
  const kept: Promise<unknown>[] = [];
  const context = { waitUntil: (promise: Promise<unknown>) => void kept.push(promise) };
  for (const env of [one, one, other])
    await worker.fetch(new Request('https://merchant.example/offset/orders/x/status'), env, context);
  await worker.scheduled({}, one, context);
  await Promise.all(kept);
  assert.equal(kept.length, 4);
  assert.ok(made.length === 2 && made[0] === one && made[1] === other);
  assert.deepEqual(reported, ['reconcile']);
});

/** A store that allows a number of calls, as D1 does per invocation of a Worker. */
function limited(store: OffsetStore, calls: { left: number }): OffsetStore {
  const counted =
    <A extends unknown[], R>(method: (...args: A) => Promise<R>) =>
    (...args: A): Promise<R> => {
      if (calls.left-- > 0) return method(...args);
      return Promise.reject(new Error('Too many API requests by single worker invocation.'));
    };
  return {
    get: counted(store.get),
    set: counted(store.set),
    setIfAbsent: counted(store.setIfAbsent),
    delete: counted(store.delete),
    listPending: counted(store.listPending),
  };
}

test('reconciles more pending orders than the queries of one D1 run allow over several runs', async () => {
  const store = memoryStore();
  const shop = testMerchant({ store });
  const { orderId } = (await (
    await shop.call('POST', 'orders', { token: (await shop.tokens())[0] })
  ).json()) as { orderId: string };
  shop.service.finalize(orderId, 'completed');
  const [order] = shop.service.orders;
  const record = JSON.parse((await store.get(storeKey.order(orderId)))!) as object;
  for (let index = 0; index < 1000; index++) {
    const id = `order ${index}`;
    shop.service.orders.push({ ...order!, order_id: id });
    await store.set(storeKey.order(id), JSON.stringify({ ...record, id }), 9999);
    await store.set(storeKey.pending(id), JSON.stringify({ due: 0, checks: 0 }), 9999);
  }
  const calls = { left: 0 };
  const completed: string[] = [];
  const reported: unknown[] = [];
  const worker = toWorkersHandler(() => ({
    service: {
      baseUrl: 'https://service.example',
      apiKey: BARE_CREDENTIALS.apiKey,
      signingKey: BARE_CREDENTIALS.secret,
      platformId: BARE_CREDENTIALS.platformId,
      fetch: (input, init) => shop.service.fetch(new Request(input, init)),
    },
    store: limited(store, calls),
    onOrderCompleted: async (one) => void completed.push(one.orderId),
    onError: (error) => void reported.push(error),
  }));
  const env = {};
  const kept: Promise<unknown>[] = [];
  for (let runs = 0; runs < 100 && (await store.listPending()).length > 1; runs++) {
    calls.left = 1000;
    await worker.scheduled({}, env, { waitUntil: (promise) => void kept.push(promise) });
    await Promise.all(kept);
  }
  assert.deepEqual(reported, []);
  assert.equal(new Set(completed).size, completed.length);
  assert.ok(completed.length >= 1000);
});
