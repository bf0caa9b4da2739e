import assert from 'node:assert/strict';
import test from 'node:test';
import { signWebhook } from '@flight-offset/core/server';
import { createOffset } from '../offset.ts';
import { memoryStore } from '../stores/memory.ts';
import { testMerchant } from '../testing/merchant.ts';
import { createOrder } from './create-order.ts';
import { orderStatus } from './order-status.ts';
import { receiveWebhook } from './receive-webhook.ts';

const PROJECT = {
  name: 'Wind',
  registry: 'Verra',
  project_id: '1',
  category: 'Renewable energy',
  type: 'Wind',
  public_url: 'https://registry.example/1',
};
const PROJECTS = [
  { ...PROJECT, grams: 70_000 },
  { ...PROJECT, project_id: '2', grams: 30_000 },
];

test('reads the retirement of a paid order again once a day until it is retired', async () => {
  const calls: string[] = [];
  let retirement = 'allocated';
  let down = false;
  const shop = testMerchant(
    {},
    {
      async fetch(request, service) {
        const id = /\/offset-gateway\/orders\/([^/]+)$/.exec(new URL(request.url).pathname)?.[1];
        if (id === undefined) return service.fetch(request);
        calls.push(id);
        if (down) return new Response('', { status: 503 });
        const order = service.orders.find(({ order_id }) => order_id === id);
        return Response.json({ ...order, project: PROJECT, retirement_state: retirement });
      },
    },
  );
  const { orderId } = await createOrder(shop.offset, { token: (await shop.tokens())[0]! });
  shop.service.finalize(orderId, 'completed');
  const DAY = 86_400_000;
  const polled: [number, boolean, string, string, number][] = [
    [0, false, 'allocated', 'allocated', 1],
    [DAY / 2, false, 'retired', 'allocated', 1],
    [DAY / 2, true, 'retired', 'allocated', 2],
    [3_600_000, false, 'retired', 'allocated', 2],
    [DAY, false, 'retired', 'retired', 3],
    [10 * DAY, false, 'retired', 'retired', 3],
  ];
  for (const [wait, isDown, stated, shown, count] of polled) {
    shop.advance(wait);
    [down, retirement] = [isDown, stated];
    for (let poll = 0; poll < 3; poll++) {
      const status = await orderStatus(shop.offset, orderId);
      assert.deepEqual([status.status, status.retirement], ['completed', shown]);
      assert.deepEqual(status.project, PROJECT);
    }
    assert.equal(calls.length, count);
  }
  assert.deepEqual(shop.completed[0]?.project, PROJECT);
  assert.equal(shop.errors.length, 1, 'a call that failed is reported');
});

/**
 * A merchant with a paid order, which the service returns with the fields of `stated`; `calls` counts the requests for
 * it. A function in `held` delays a response.
 */
async function paidShop(options: Parameters<typeof testMerchant>[0] = {}) {
  const stated: Record<string, unknown> = {};
  const calls: string[] = [];
  const held: (() => Promise<void>)[] = [];
  const shop = testMerchant(
    { price: { perTonne: 1199, currency: 'INR' }, ...options },
    {
      async fetch(request, service) {
        const id = /\/offset-gateway\/orders\/([^/]+)$/.exec(new URL(request.url).pathname)?.[1];
        if (id === undefined) return service.fetch(request);
        calls.push(id);
        const response = Response.json({
          ...service.orders.find(({ order_id }) => order_id === id),
          ...stated,
        });
        await held.shift()?.();
        return response;
      },
    },
  );
  const { orderId } = await createOrder(shop.offset, { token: (await shop.tokens())[0]! });
  shop.service.finalize(orderId, 'completed');
  const { price } = await orderStatus(shop.offset, orderId);
  const paid = { currency: price!.currency, amount_minor: price!.amountMinor };
  return { ...shop, orderId, stated, calls, held, paid, read: () => orderStatus(shop.offset, orderId) };
}

test('shows retirement also for an order that was paid before its service stated any', async () => {
  const { read, stated, advance } = await paidShop();
  assert.equal((await read()).retirement, undefined);
  stated.retirement_state = 'retired';
  advance(86_400_000);
  assert.equal((await read()).retirement, 'retired');
});

test('a refund is stated once the service is read again: part of the price, or all of it', async () => {
  const { read, stated, advance, paid } = await paidShop();
  stated.refunded = { ...paid, amount_minor: 1 };
  assert.equal((await read()).refunded, undefined);
  for (const [refunded, shown] of [
    [stated.refunded, 'part'],
    [paid, 'whole'],
    [{ ...paid, amount_minor: 0 }, undefined],
    ['all', undefined],
  ]) {
    stated.refunded = refunded;
    advance(86_400_000);
    assert.equal((await read()).refunded, shown);
  }
});

test('after a signed webhook the next poll reads a paid order again, and keeps reading while a refund is pending', async () => {
  const secret = `whsec_${btoa('0123456789abcdef0123456789abcdef')}`;
  const { offset, orderId, read, stated, calls, held, advance, paid } = await paidShop({
    webhookSecrets: [secret],
  });
  advance(3000);
  const body = JSON.stringify({ type: 'order.refunded', data: { order_id: orderId } });
  const signed = await signWebhook({ id: 'msg_1', timestamp: new Date(), body, secrets: [secret] });
  const receive = async (headers: object) => {
    await receiveWebhook(offset, { headers: new Headers({ ...headers }), body });
    await read();
  };
  const before = calls.length;
  await receive({});
  assert.equal(calls.length, before, 'no signature');
  Object.assign(stated, { refund_pending: paid, retirement_state: 'retired' });
  await receive(signed);
  assert.equal(calls.length, before + 1);
  await read();
  assert.equal(calls.length, before + 1, 'a moment later');
  advance(3000);
  Object.assign(stated, { refund_pending: undefined, refunded: paid });
  const fails = () => Promise.reject(new TypeError('connection lost'));
  held.push(fails);
  assert.equal((await read()).refunded, undefined, 'a read of a pending refund failed');
  for (let poll = 0; poll < 3; poll++) {
    advance(3000);
    assert.equal((await read()).refunded, 'whole');
  }
  assert.equal(calls.length, before + 3);
  advance(3000);
  held.push(fails);
  await receive(signed);
  advance(3000);
  await read();
  assert.equal(calls.length, before + 5, 'a read failed');
});

test('the next poll in every process states a refund right after the order was read', async () => {
  const secret = `whsec_${btoa('0123456789abcdef0123456789abcdef')}`;
  const store = memoryStore();
  const { offset, orderId, read, stated, calls, held, paid } = await paidShop({
    store,
    webhookSecrets: [secret],
  });
  const other = createOffset({ ...offset.options, store });
  const body = JSON.stringify({ type: 'order.refunded', data: { order_id: orderId } });
  for (const [amount, shown] of [
    [1, 'part'],
    [2, 'part'],
    [paid.amount_minor, 'whole'],
  ] as const) {
    stated.refunded = { ...paid, amount_minor: amount };
    const sent = { id: `msg_${amount}`, timestamp: new Date(offset.now()), body, secrets: [secret] };
    await receiveWebhook(offset, { headers: new Headers({ ...(await signWebhook(sent)) }), body });
    assert.equal((await read()).refunded, shown);
    assert.equal((await orderStatus(other, orderId)).refunded, shown);
  }
  assert.equal(calls.length, 4, 'one of each refund');
  held.push(() => Promise.reject(new TypeError('connection lost')));
  const sent = { id: 'msg_last', timestamp: new Date(offset.now()), body, secrets: [secret] };
  await receiveWebhook(offset, { headers: new Headers({ ...(await signWebhook(sent)) }), body });
  for (let poll = 0; poll < 3; poll++) await read();
  assert.equal(calls.length, 5, 'one that fails is not repeated at once');
  store.set = () => Promise.reject(new TypeError('connection lost'));
  await assert.rejects(
    receiveWebhook(offset, { headers: new Headers({ ...(await signWebhook(sent)) }), body }),
    'a webhook that could not be noted is to be sent again',
  );
});

test('a refund during a read of the order is read too, in this process or another', async () => {
  const store = memoryStore();
  const secret = `whsec_${btoa('0123456789abcdef0123456789abcdef')}`;
  const shop = await paidShop({ store, webhookSecrets: [secret] });
  const { offset, orderId, read, stated, held, advance, paid } = shop;
  const other = createOffset({ ...offset.options, store });
  const body = JSON.stringify({ type: 'order.refunded', data: { order_id: orderId } });
  for (const [refunded, shown] of [
    [{ ...paid, amount_minor: 1 }, 'part'],
    [paid, 'whole'],
  ] as const) {
    advance(86_400_000);
    let [reading, arrive] = [Promise.resolve({}), (): void => undefined];
    await new Promise<void>((started) => {
      held.push(() => {
        started();
        return new Promise((resolve) => {
          arrive = resolve;
        });
      });
      reading = read();
    });
    stated.refunded = refunded;
    const sent = { id: `msg_${shown}`, timestamp: new Date(offset.now()), body, secrets: [secret] };
    await receiveWebhook(other, { headers: new Headers({ ...(await signWebhook(sent)) }), body });
    // The other process leaves an order alone while this one reads it.
    await orderStatus(other, orderId);
    arrive();
    await reading;
    advance(3000);
    assert.equal((await read()).refunded, shown);
    assert.equal((await orderStatus(other, orderId)).refunded, shown);
  }
});

test('an order that becomes final while its refund is pending is read again', async () => {
  const store = memoryStore();
  const { orderId, offset, service, stated, tokens, advance, paid } = await paidShop({ store });
  const other = createOffset({ ...offset.options, store });
  const { orderId: second } = await createOrder(offset, { token: (await tokens())[0]! });
  assert.notEqual(second, orderId);
  assert.equal((await orderStatus(other, second)).status, 'pending');
  service.finalize(second, 'completed');
  Object.assign(stated, { refund_pending: paid, retirement_state: 'allocated' });
  assert.equal((await orderStatus(offset, second)).status, 'completed');
  const { status, retirement } = await orderStatus(other, second);
  assert.deepEqual([status, retirement], ['completed', 'allocated'], 'not as it was while pending');
  await assert.rejects(other.statusChecks.run(second, () => Promise.reject(new Error('unavailable'))));
  assert.equal((await orderStatus(other, second)).retirement, 'allocated', 'a check has just failed');
  Object.assign(stated, { refund_pending: undefined, refunded: paid });
  advance(3000);
  assert.equal((await orderStatus(offset, second)).refunded, 'whole');
});

test('concurrent polls of a retirement that is due share one call', async () => {
  let calls = 0;
  const shop = testMerchant(
    {},
    {
      async fetch(request, service) {
        const id = /\/offset-gateway\/orders\/([^/]+)$/.exec(new URL(request.url).pathname)?.[1];
        if (id === undefined) return service.fetch(request);
        calls++;
        const order = service.orders.find(({ order_id }) => order_id === id);
        return Response.json({ ...order, retirement_state: 'allocated' });
      },
    },
  );
  const { orderId } = await createOrder(shop.offset, { token: (await shop.tokens())[0]! });
  shop.service.finalize(orderId, 'completed');
  await orderStatus(shop.offset, orderId);
  shop.advance(86_400_000);
  await Promise.all(Array.from({ length: 5 }, () => orderStatus(shop.offset, orderId)));
  assert.equal(calls, 2);
});

for (const [name, stated, shown] of [
  ['every project of a blend', { projects: PROJECTS }, { projects: PROJECTS }],
  ['fuel', { product: 'aviation_fuel', projects: [] }, { product: 'aviation_fuel' }],
  ['nothing that is invalid', { product: 'magic', projects: [{ grams: -1 }] }, {}],
] as const) {
  test(`the status of an order states ${name}`, async () => {
    const { offset, service, tokens } = testMerchant(
      {},
      {
        async fetch(request, service) {
          const response = await service.fetch(request);
          if (request.method !== 'GET' || !response.ok) return response;
          const list = (await response.json()) as { orders?: object[] };
          if (!list.orders) return Response.json(list);
          return Response.json({ ...list, orders: list.orders.map((order) => ({ ...order, ...stated })) });
        },
      },
    );
    const [token = ''] = await tokens();
    const { orderId } = await createOrder(offset, { token });
    const [order] = service.orders;
    assert.ok(order);
    order.status = 'completed';
    // Once as the service returns it, once as remembered.
    for (let time = 0; time < 2; time++) {
      const { orderId: _, status, grams: __, project: ___, ...bought } = await orderStatus(offset, orderId);
      assert.deepEqual([status, bought], ['completed', shown]);
    }
  });
}
