import assert from 'node:assert/strict';
import test from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { createWebhookSecret, signWebhook } from '@flight-offset/core/server';
import { CheckoutError } from '../checkout-error.ts';
import type { FinalOrder } from '../final-order.ts';
import { createOffset } from '../offset.ts';
import { memoryStore } from '../stores/memory.ts';
import type { OffsetStore } from '../stores/store.ts';
import { type TestMerchant, testMerchant } from '../testing/merchant.ts';
import { createOrder } from './create-order.ts';
import { orderStatus } from './order-status.ts';
import { receiveWebhook, type WebhookResult } from './receive-webhook.ts';
import { reconcile } from './reconcile.ts';
import { storeKey } from './record.ts';

const SECRET = `whsec_${btoa('0123456789abcdef0123456789abcdef')}`;

/** A store that fails as PostgreSQL does. */
function printableOnly(): OffsetStore {
  const inner = memoryStore();
  return {
    ...inner,
    async get(key) {
      if (key.includes('\0')) throw new Error('invalid byte sequence for encoding "UTF8": 0x00');
      return inner.get(key);
    },
  };
}

async function order(shop: TestMerchant, reference?: string): Promise<string> {
  const { orderId } = await createOrder(shop.offset, { token: (await shop.tokens())[0]! }, { reference });
  return orderId;
}

function sendWebhook(shop: TestMerchant, body: unknown, headers = {}, url?: string): Promise<WebhookResult> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return receiveWebhook(shop.offset, { headers: new Headers(headers), body: text, url });
}

const callbacksOf = ({ completed, failed }: TestMerchant): [string[], string[]] => [
  completed.map(({ orderId }) => orderId),
  failed.map(({ orderId }) => orderId),
];

test('runs the callback once for duplicate webhooks, concurrent or later', async () => {
  const shop = testMerchant();
  const id = await order(shop, 'booking 7');
  shop.service.finalize(id, 'completed');
  await Promise.all(Array.from({ length: 10 }, () => sendWebhook(shop, { data: { order_id: id } })));
  await Promise.all([sendWebhook(shop, { order_id: id }), shop.call('GET', `orders/${id}/status`)]);
  assert.deepEqual(callbacksOf(shop), [[id], []]);
  assert.equal(shop.completed[0]?.reference, 'booking 7');
  assert.deepEqual(await shop.offset.store.listPending(), [], 'nothing is left to reconcile');
});

test('finds the id of an order by its key, up to four levels deep', async () => {
  const shop = testMerchant();
  const orderId = await order(shop);
  const deep = { event: { payload: { order: { orderId } } } };
  assert.deepEqual(await sendWebhook(shop, deep), { outcome: 'pending', orderId });
  assert.deepEqual(await sendWebhook(shop, [deep]), { outcome: 'ignored' });
  const beside = { user: null, order_id: 7, data: { ORDER_ID: orderId } };
  shop.advance(60_000);
  assert.deepEqual(await sendWebhook(shop, beside), { outcome: 'pending', orderId });
  for (const name of ['reorder_id', 'order_ids'])
    assert.deepEqual(await sendWebhook(shop, { [name]: orderId }), { outcome: 'ignored' }, name);
  shop.advance(60_000);
  const body = new TextEncoder().encode(JSON.stringify({ order_id: orderId }));
  const received = await receiveWebhook(shop.offset, { headers: new Headers(), body });
  assert.deepEqual(received, { outcome: 'pending', orderId });
});

test('does not search a long list without keys: anyone may post one', async ({ mock }) => {
  const { offset } = testMerchant();
  const body = JSON.stringify(Array.from({ length: 32_000 }, () => 1));
  const compared = mock.method(RegExp.prototype, 'test');
  assert.deepEqual(await receiveWebhook(offset, { headers: new Headers(), body }), { outcome: 'ignored' });
  assert.ok(compared.mock.callCount() < 100, String(compared.mock.callCount()));
});

test('deletes the user of an order from the store once it is final', async () => {
  const shop = testMerchant();
  const [token] = await shop.tokens();
  const user = { name: 'Zoë Meier', email: 'zoe@example.com', tax_id: '29ABCDE1234F2Z5' };
  const { orderId } = await createOrder(shop.offset, { token: token!, user });
  const stored = async (): Promise<string> => (await shop.offset.store.get(storeKey.order(orderId))) ?? '';
  assert.match(await stored(), /zoe@example\.com.*29ABCDE1234F2Z5/);
  shop.service.finalize(orderId, 'completed');
  await sendWebhook(shop, { order_id: orderId });
  assert.match(await stored(), /"completed"/);
  assert.doesNotMatch(await stored(), /zoe|29ABCDE1234F2Z5/i);
});

test('without secrets treats a signed webhook as a hint and reports nothing', async () => {
  const shop = testMerchant({ webhookSecrets: [] });
  const id = await order(shop);
  const body = JSON.stringify({ order_id: id });
  const secrets = [createWebhookSecret()];
  const headers = await signWebhook({ id: 'msg_1', timestamp: new Date(), body, secrets });
  assert.deepEqual(await sendWebhook(shop, body, headers), { outcome: 'pending', orderId: id });
  assert.deepEqual(shop.errors, []);
});

test('refuses an unsigned webhook of an order checked a moment ago, with the time of the next check', async () => {
  const shop = testMerchant();
  const id = await order(shop);
  const body = { order_id: id };
  assert.deepEqual(await sendWebhook(shop, body), { outcome: 'pending', orderId: id });
  const refusal = await sendWebhook(shop, body).catch((error: unknown) => error);
  assert.ok(refusal instanceof CheckoutError);
  assert.deepEqual([refusal.code, refusal.status], ['too_many_requests', 429]);
  shop.advance((refusal.retryAfterSeconds ?? assert.fail()) * 1000);
  shop.service.finalize(id, 'completed');
  assert.deepEqual(await sendWebhook(shop, body), { outcome: 'final', orderId: id });
  assert.deepEqual(await sendWebhook(shop, body), { outcome: 'final', orderId: id }, 'once it is recorded');
});

test('checks an order again for a signed webhook, also right after a check or while the service has lost the order', async () => {
  const shop = testMerchant({ webhookSecrets: [SECRET] });
  const orderId = await order(shop);
  const body = JSON.stringify({ order_id: orderId });
  const timestamp = new Date(shop.offset.now());
  const headers = await signWebhook({ id: 'msg_1', timestamp, body, secrets: [SECRET] });
  assert.deepEqual(await sendWebhook(shop, body, headers), { outcome: 'pending', orderId });
  const [made] = shop.service.orders.splice(0);
  assert.deepEqual(await sendWebhook(shop, body, headers), { outcome: 'pending', orderId });
  shop.service.orders.push(made!);
  shop.service.finalize(orderId, 'completed');
  assert.deepEqual(await sendWebhook(shop, body, headers), { outcome: 'final', orderId });
});

test('a forged webhook is not trusted', async () => {
  const shop = testMerchant();
  const id = await order(shop);
  const lie = { type: 'order.completed', data: { order_id: id, status: 'completed' } };
  assert.deepEqual(await sendWebhook(shop, lie), { outcome: 'pending', orderId: id });
  assert.deepEqual(callbacksOf(shop), [[], []]);
});

test('a signed webhook of an order that the store has lost is reported, and a forged one is not', async () => {
  const secret = createWebhookSecret();
  const shop = testMerchant({ webhookSecrets: [secret] });
  const post = async (url: string, secrets: string[]): Promise<WebhookResult> => {
    const body = JSON.stringify({ data: { order_id: 'bare-7' } });
    const signed = await signWebhook({ id: 'm1', timestamp: new Date(shop.offset.now()), body, secrets });
    return receiveWebhook(shop.offset, { headers: new Headers({ ...signed }), body, url });
  };
  const own = 'https://merchant.example/offset/webhooks?offset_quote=q1';
  assert.equal((await post(own, [createWebhookSecret()])).outcome, 'ignored');
  // Other software with the same API key has its own orders.
  assert.equal((await post('https://merchant.example/offset/webhooks', [secret])).outcome, 'ignored');
  assert.deepEqual(shop.errors, []);
  assert.equal((await post(own, [secret])).outcome, 'ignored');
  assert.match(String(shop.errors), /order bare-7, which is not in the store/);
});

test('a late webhook that contradicts the final state changes nothing', async () => {
  const shop = testMerchant();
  const id = await order(shop);
  shop.service.finalize(id, 'completed');
  await sendWebhook(shop, { type: 'order.completed', data: { order_id: id } });
  await sendWebhook(shop, { type: 'order.failed', data: { order_id: id, status: 'failed' } });
  assert.deepEqual(callbacksOf(shop), [[id], []]);
});

const BODIES: readonly [string, unknown][] = [
  ['no JSON', 'hello'],
  ['nothing', ''],
  ['an unknown order', { data: { order_id: 'other' } }],
  ['a number for an id', { order_id: 7 }],
  ['null', 'null'],
  ['a long id', { order_id: 'x'.repeat(300) }],
  ['an id that no database stores', { order_id: 'x\u0000' }],
];

for (const [name, body] of BODIES) {
  test(`${name} is ignored without a call to the service`, async () => {
    const shop = testMerchant({ store: printableOnly() });
    assert.equal((await sendWebhook(shop, body)).outcome, 'ignored');
    for (const quote of ['%00', 'q%00', '%00q']) {
      const url = `https://merchant.example/offset/webhooks?offset_quote=${quote}`;
      assert.equal((await sendWebhook(shop, body, {}, url)).outcome, 'ignored');
    }
    assert.deepEqual(shop.service.requests, []);
  });
}

test('resolves a body that names no order by the URL it was posted to', async () => {
  const shop = testMerchant();
  const id = await order(shop);
  shop.service.finalize(id, 'failed');
  const address = shop.service.orders[0]?.callback_url;
  assert.deepEqual(await sendWebhook(shop, 'event=changed', {}, address), { outcome: 'final', orderId: id });
  assert.deepEqual(callbacksOf(shop), [[], [id]]);
});

test('responds with 503 and Retry-After to a webhook that arrives before the create response', async () => {
  let early: Promise<WebhookResult> | undefined;
  const shop: TestMerchant = testMerchant(
    {},
    {
      async fetch(request, service) {
        const response = await service.fetch(request);
        const made = service.orders[0];
        if (made && !early) {
          early = sendWebhook(shop, { data: { order_id: made.order_id } }, {}, made.callback_url);
          await early.catch(() => undefined);
        }
        return response;
      },
    },
  );
  await order(shop);
  await assert.rejects(early!, { code: 'service_unavailable', status: 503, retryAfterSeconds: 1 });
});

test('stops requesting a repeat of a webhook for a create whose response was lost', async () => {
  const shop = testMerchant(
    { webhookSecrets: [SECRET] },
    {
      async fetch(request, service) {
        const response = await service.fetch(request);
        if (request.method === 'POST' && request.url.endsWith('/orders'))
          throw new TypeError('connection lost');
        return response;
      },
    },
  );
  await assert.rejects(order(shop), { code: 'service_unavailable' });
  const { order_id, callback_url } = shop.service.orders[0]!;
  const send = async (): Promise<WebhookResult> => {
    const body = JSON.stringify({ data: { order_id } });
    const timestamp = new Date(shop.offset.now());
    const headers = await signWebhook({ id: 'msg_1', timestamp, body, secrets: [SECRET] });
    return sendWebhook(shop, body, headers, callback_url);
  };
  await assert.rejects(send(), { code: 'service_unavailable', status: 503 });
  shop.advance(119_999);
  await assert.rejects(send(), { code: 'service_unavailable', status: 503 });
  shop.advance(1);
  assert.deepEqual(await send(), { outcome: 'ignored' });
  assert.deepEqual(shop.errors, [], 'it is not one that the store has lost');
});

test('responds with 503 to a webhook while the service is unavailable', async () => {
  let down = false;
  const shop = testMerchant(
    {},
    {
      fetch: async (request, service) => (down ? new Response('', { status: 500 }) : service.fetch(request)),
    },
  );
  const id = await order(shop);
  shop.service.finalize(id, 'completed');
  down = true;
  await assert.rejects(sendWebhook(shop, { order_id: id }), { code: 'service_unavailable' });
  down = false;
  shop.advance(3000);
  await sendWebhook(shop, { order_id: id });
  assert.deepEqual(callbacksOf(shop), [[id], []]);
});

test('passes on the transaction of a webhook only if its signature is valid', async () => {
  const cases: readonly [string, readonly string[], string | undefined][] = [
    ['right secret', [SECRET], 'tx-1'],
    ['another secret', [`whsec_${btoa('fedcba9876543210fedcba9876543210')}`], undefined],
    ['no secret', [], undefined],
  ];
  for (const [name, webhookSecrets, transactionId] of cases) {
    const shop = testMerchant({ webhookSecrets });
    // On the merchant's clock: a signature is valid for minutes.
    shop.advance(3_600_000);
    const id = await order(shop);
    shop.service.finalize(id, 'completed');
    const others = { last_transaction_id: 'tx-0', transaction_ids: 'tx-2' };
    const data = { order_id: id, ...others, transactionID: 'tx-1' };
    const body = JSON.stringify({ type: 'order.completed', data });
    const timestamp = new Date(shop.offset.now());
    const headers = await signWebhook({ id: 'msg_1', timestamp, body, secrets: [SECRET] });
    assert.equal((await sendWebhook(shop, body, headers)).outcome, 'final', name);
    assert.deepEqual(
      shop.completed.map((it) => it.transactionId),
      [transactionId],
      name,
    );
    assert.equal(shop.errors.length, name === 'another secret' ? 1 : 0, `${name} is reported`);
  }
});

test('a webhook waits for a callback that is running, and runs it again if that fails', async () => {
  let calls = 0;
  let start = (): void => undefined;
  let fail = (): void => undefined;
  const started = new Promise<void>((resolve) => {
    start = resolve;
  });
  const failing = new Promise<void>((resolve) => {
    fail = resolve;
  });
  const shop = testMerchant({
    async onOrderCompleted() {
      if (++calls > 1) return;
      start();
      await failing;
      throw new Error('the booking system is down');
    },
  });
  const id = await order(shop);
  shop.service.finalize(id, 'completed');
  const page = shop.call('GET', `orders/${id}/status`);
  await started;
  shop.advance(61_000);
  const webhook = sendWebhook(shop, { order_id: id });
  // By now the webhook waits for the callback.
  await Promise.race([webhook, setTimeout(100)]);
  const other = createOffset({ ...shop.offset.options, store: shop.offset.store });
  assert.equal((await orderStatus(other, id)).status, 'completed', 'a page does not wait');
  fail();
  assert.equal((await page).status, 200);
  assert.deepEqual(await webhook, { outcome: 'final', orderId: id });
  assert.equal(calls, 2);
});

test('passes on no transaction for another order than the webhook names, whatever its URL', async () => {
  const shop = testMerchant({ webhookSecrets: [SECRET] });
  const [one, other] = [await order(shop), await order(shop)];
  shop.service.finalize(other, 'completed');
  const body = JSON.stringify({ data: { order_id: one, transaction_id: 'tx-of-one' } });
  const headers = await signWebhook({ id: 'msg_1', timestamp: new Date(), body, secrets: [SECRET] });
  const { outcome, orderId } = await sendWebhook(shop, body, headers, shop.service.orders[1]?.callback_url);
  assert.deepEqual([outcome, orderId], ['final', other]);
  assert.deepEqual(
    shop.completed.map(({ transactionId }) => transactionId),
    [undefined],
  );
});

test('treats an unknown signature scheme as unsigned', async () => {
  const shop = testMerchant({ webhookSecrets: [SECRET] });
  const id = await order(shop);
  shop.service.finalize(id, 'completed');
  await sendWebhook(shop, { order_id: id, transaction_id: 'tx' }, { 'x-odd-signature': 'sha3=00' });
  assert.deepEqual(callbacksOf(shop), [[id], []]);
  assert.equal(shop.completed[0]?.transactionId, undefined);
  assert.deepEqual(shop.errors, []);
});

for (const [status, callback] of [
  ['completed', 'onOrderCompleted'],
  ['failed', 'onOrderFailed'],
] as const) {
  test(`${callback} is called again if it throws, and then no more`, async () => {
    const calls: string[] = [];
    const reported: string[] = [];
    const shop = testMerchant({
      [callback]({ orderId }: FinalOrder) {
        calls.push(orderId);
        if (calls.length === 1) throw new Error('the booking system is down');
      },
      onError: (_error, { operation }) => void reported.push(operation),
    });
    const id = await order(shop);
    shop.service.finalize(id, status);
    await assert.rejects(sendWebhook(shop, { order_id: id }), {
      code: 'service_unavailable',
      retryAfterSeconds: 30,
    });
    assert.deepEqual(reported, [callback]);
    shop.advance(31_000);
    assert.deepEqual(await reconcile(shop.offset), { checked: 1, finalized: 1 });
    shop.advance(31_000);
    assert.deepEqual(await reconcile(shop.offset), { checked: 0, finalized: 0 });
    assert.deepEqual(calls, [id, id]);
  });
}
