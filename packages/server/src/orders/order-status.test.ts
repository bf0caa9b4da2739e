/** Cost of polls: anyone may send them. */
import assert from 'node:assert/strict';
import test from 'node:test';
import type { CheckoutStatus } from '@flight-offset/core';
import { signWebhook } from '@flight-offset/core/server';
import { type TestMerchant, testMerchant } from '../testing/merchant.ts';
import { createOrder } from './create-order.ts';

const SECRET = `whsec_${btoa('0123456789abcdef0123456789abcdef')}`;

/** A merchant with one pending order among `others` newer ones; `byId` gives the service the extension. */
async function shopWith(byId: boolean, others = 0): Promise<TestMerchant & { id: string; calls(): number }> {
  const shop: TestMerchant = testMerchant(
    { webhookSecrets: [SECRET] },
    {
      fetch: async (request, service) => {
        const id = /\/offset-gateway\/orders\/([^/]+)$/.exec(new URL(request.url).pathname)?.[1];
        if (!byId || id === undefined) return service.fetch(request);
        service.requests.push('GET one order');
        return Response.json(service.orders.find(({ order_id }) => order_id === id));
      },
    },
  );
  const { orderId: id } = await createOrder(shop.offset, { token: (await shop.tokens())[0]! });
  const [made] = shop.service.orders;
  for (let index = 0; index < others; index++)
    shop.service.orders.push({ ...made!, order_id: `other-${index}`, callback_url: '' });
  const before = shop.service.requests.length;
  return { ...shop, id, calls: () => shop.service.requests.length - before };
}

for (const [name, byId, others, most] of [
  ['one order at a time', true, 0, 30],
  ['a list of one page', false, 0, 31],
  ['a list of ten pages', false, 950, 50],
] as const) {
  test(`120 polls in a minute, of a service with ${name}: at most ${most} calls`, async () => {
    const { call, id, calls, advance } = await shopWith(byId, others);
    for (let second = 0; second < 60; second++) {
      await Promise.all([call('GET', `orders/${id}/status`), call('GET', `orders/${id}/status`)]);
      advance(1000);
    }
    assert.ok(calls() <= most, `${calls()} calls`);
  });
}

test('treats a state unknown to the interface as pending: no callback runs, and the order can become final later', async () => {
  const { call, id, service, advance, completed, failed } = await shopWith(true);
  const [order] = service.orders;
  for (const [stated, shown] of [
    ['processing', 'pending'],
    ['', 'pending'],
    ['completed', 'completed'],
  ]) {
    Object.assign(order!, { status: stated });
    advance(60_000);
    const status = (await (await call('GET', `orders/${id}/status`)).json()) as CheckoutStatus;
    assert.equal(status.status, shown);
    assert.deepEqual([completed.length, failed.length], [stated === 'completed' ? 1 : 0, 0]);
  }
});

test('reads a failed order once: it has no retirement that may change', async () => {
  const { call, id, service, advance, calls } = await shopWith(true);
  service.finalize(id, 'failed');
  for (const wait of [0, 10_000, 2 * 86_400_000]) {
    advance(wait);
    const status = (await (await call('GET', `orders/${id}/status`)).json()) as CheckoutStatus;
    assert.equal(status.status, 'failed');
  }
  assert.equal(calls(), 1);
});

test('an order is stored for 400 days', async () => {
  const { call, id, advance } = await shopWith(true);
  advance(400 * 86_400_000 - 1);
  assert.equal((await call('GET', `orders/${id}/status`)).status, 200);
  advance(1);
  assert.equal((await call('GET', `orders/${id}/status`)).status, 404);
});

test('unsigned webhooks cost no more calls than polls, and get 429 with Retry-After', async () => {
  const { call, id, calls, service, completed, advance } = await shopWith(true);
  const statuses: number[] = [];
  for (let i = 0; i < 100; i++) {
    statuses.push((await call('POST', 'webhooks', { data: { order_id: id } })).status);
  }
  assert.deepEqual([calls(), statuses[0], new Set(statuses.slice(1))], [1, 202, new Set([429])]);
  service.finalize(id, 'completed');
  const refused = await call('POST', 'webhooks', { data: { order_id: id } });
  assert.equal(refused.headers.get('retry-after'), '2');
  advance(2000);
  assert.equal((await call('POST', 'webhooks', { data: { order_id: id } })).status, 200);
  assert.equal(completed.length, 1);
  // A final order leaves nothing to request.
  advance(60_000);
  const before = calls();
  assert.equal((await call('POST', 'webhooks', { data: { order_id: id } })).status, 200);
  assert.equal(calls(), before);
});

test('a signed webhook is acted upon at once', async () => {
  const { call, handler, id, service, completed } = await shopWith(true);
  await call('GET', `orders/${id}/status`);
  service.finalize(id, 'completed');
  const body = JSON.stringify({ data: { order_id: id } });
  const signed = await signWebhook({ id: 'msg_1', timestamp: new Date(), body, secrets: [SECRET] });
  const request = new Request('https://merchant.example/offset/webhooks', {
    method: 'POST',
    headers: { ...signed },
    body,
  });
  assert.equal((await handler(request)).status, 200);
  assert.equal(completed.length, 1);
});

test('does not scan the list for an order that the service no longer has', async () => {
  const shop = testMerchant(
    {},
    {
      fetch: async (request, service) =>
        /orders\/bare-1$/.test(request.url)
          ? Response.json({ error: 40402, message: 'no such order' }, { status: 404 })
          : service.fetch(request),
    },
  );
  const { orderId } = await createOrder(shop.offset, { token: (await shop.tokens())[0]! });
  const response = await shop.call('GET', `orders/${orderId}/status`);
  assert.equal(((await response.json()) as { status: string }).status, 'pending');
  assert.ok(!shop.service.requests.includes('GET /offset-gateway/orders'));
});

test('does not repeat a failed check at the next poll', async () => {
  let calls = 0;
  const shop = testMerchant(
    { breaker: { failures: 1000 } },
    {
      fetch: async (request, service) => {
        if (request.method === 'POST' || request.url.endsWith('/offer')) return service.fetch(request);
        calls++;
        return new Response('', { status: 503 });
      },
    },
  );
  const { orderId } = await createOrder(shop.offset, { token: (await shop.tokens())[0]! });
  for (let i = 0; i < 50; i++) assert.equal((await shop.call('GET', `orders/${orderId}/status`)).status, 503);
  assert.equal(calls, 1);
});

const ELSEWHERE =
  "receipt_url leads to https://elsewhere.example; add it to paymentOrigins if it is the service's";
const UNSAFE = 'receipt_url must be an https URL';
for (const [name, receiptUrl, published, allowed = 'https://service.example', ...reported] of [
  ['of the payment page', 'https://service.example/pay/1', 'https://service.example/pay/1'],
  ['of another origin', 'https://elsewhere.example/pay/1', undefined, undefined, ELSEWHERE],
  ['that is no URL', 'javascript:alert(1)', undefined, undefined, UNSAFE],
  ['of any origin, where any is allowed', 'https://any.example/1', 'https://any.example/1', '*'],
  ['that is a script, where any is allowed', 'javascript:alert(1)', undefined, '*', UNSAFE],
  ['without TLS, where any is allowed', 'http://any.example/1', undefined, '*', UNSAFE],
] as const)
  test(`a paid order has its price, how far it is retired, and its receipt, unless it leads elsewhere: one ${name}`, async () => {
    const reports: string[] = [];
    let callbacks = 0;
    const onError = (error: unknown): void => void reports.push((error as Error).message);
    const shop = testMerchant(
      {
        paymentOrigins: [allowed],
        price: { perTonne: 1199, currency: 'INR' },
        onError,
        onOrderCompleted() {
          if (callbacks++ === 0) throw new Error('failed at first');
        },
      },
      {
        fetch: async (request, service) => {
          const id = /\/offset-gateway\/orders\/([^/]+)$/.exec(new URL(request.url).pathname)?.[1];
          if (id === undefined) return service.fetch(request);
          const order = service.orders.find(({ order_id }) => order_id === id);
          return Response.json({ ...order, retirement_state: 'retired', receipt_url: receiptUrl });
        },
      },
    );
    const { orderId } = await createOrder(shop.offset, { token: (await shop.tokens())[0]! });
    shop.service.finalize(orderId, 'completed');
    for (let poll = 0; poll < 2; poll++) {
      const response = await shop.call('GET', `orders/${orderId}/status`);
      const status = (await response.json()) as CheckoutStatus;
      assert.equal(status.status, 'completed');
      assert.equal(status.retirement, 'retired');
      assert.equal(status.receiptUrl, published);
      assert.ok(status.price!.amountMinor > 0 && status.price!.currency === 'INR');
      shop.advance(3000);
    }
    assert.deepEqual(reports, ['failed at first', ...reported], 'once for an order');
  });
