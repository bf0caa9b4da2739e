import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { it, type TestContext } from 'node:test';
import { startFakeProvider } from '../testing/fake-provider.ts';
import { listenOnLoopback } from '../testing/loopback.ts';
import type { BookedRefund } from '../testing/provider-books.ts';
import type { PaymentRequest, Provider } from './provider.ts';
import { stripeProvider } from './stripe.ts';

interface Requested {
  readonly path: string;
  readonly key: unknown;
  readonly form: URLSearchParams;
}

/** Creates a provider on the responses of a test, by the beginning of their path. */
async function stripe(
  t: TestContext,
  responses: Readonly<Record<string, object>>,
): Promise<{ provider: Provider; requests: Requested[] }> {
  const requests: Requested[] = [];
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(request.url ?? '').replace('/v1/', '');
    const form = new URLSearchParams(await text(request));
    requests.push({ path, key: request.headers['idempotency-key'], form });
    const found = Object.entries(responses).find(([begin]) => path.startsWith(begin));
    response.end(JSON.stringify(found?.[1] ?? { object: 'list', data: [], has_more: false }));
  });
  const { url: apiUrl, close } = await listenOnLoopback(server);
  t.after(close);
  const keys = { secretKey: 'sk_test_1', webhookSecret: 'whsec_1' };
  return { provider: stripeProvider({ ...keys, apiUrl }), requests };
}

it("opens a session in the order's currency under our payment's key, for 31 minutes to a day", async (t) => {
  const session = { id: 'cs_1', url: 'https://checkout.stripe.com/1' };
  const { provider, requests } = await stripe(t, { 'checkout/sessions': session });
  const now = Math.floor(Date.now() / 1000);
  for (const [expires_at, least] of [
    [0, 31 * 60],
    [9e15, 24 * 3600 - 60],
  ] as const) {
    const order = { id: 'ord_1', currency: 'INR', amount_minor: 1000, expires_at };
    const request = {
      order,
      paymentId: 'pay_ours',
      returnUrl: 'https://g.example/',
      cancelUrl: '',
      description: 'x',
    };
    await provider.start(request as PaymentRequest);
    const { form, key } = requests.pop() ?? assert.fail();
    assert.equal(key, 'pay_ours');
    for (const [name, value] of [
      ['adaptive_pricing[enabled]', 'false'],
      ['client_reference_id', 'ord_1'],
      ['metadata[payment_id]', 'pay_ours'],
      ['payment_intent_data[metadata][payment_id]', 'pay_ours'],
      ['payment_intent_data[metadata][order_id]', 'ord_1'],
    ] as const)
      assert.equal(form.get(name), value, name);
    const left = Number(form.get('expires_at')) - now;
    assert.ok(left >= least && left < least + 60, `${left} s`);
  }
});

it('refunds under our own identifier, and states it in the metadata', async (t) => {
  const made = { id: 're_1', payment_intent: 'pi_1', amount: 10, currency: 'inr', status: 'succeeded' };
  const { provider, requests } = await stripe(t, { refunds: made });
  const refund = { id: 'rfd_1', currency: 'INR', amount_minor: 10 };
  await provider.refund({ refund, payment: { id: 'pay_ours', payment_reference: 'pi_1' } });
  const [{ key, form } = assert.fail()] = requests;
  assert.deepEqual([key, form.get('metadata[refund_id]'), form.get('amount')], ['rfd_1', 'rfd_1', '10']);
});

it('makes a refused refund once its cause is gone, though Stripe replays refusals, and only once', async (t) => {
  const api = await startFakeProvider();
  t.after(() => api.close());
  const { books } = api;
  const money = { currency: 'INR', amount_minor: 1000 };
  const session = { id: 'cs_1', paymentId: 'pay_ours', orderId: 'ord_1', due: money, received: money };
  books.sessions.set('cs_1', { ...session, state: 'paid', payment: 'pi_1' });
  const dispute: BookedRefund = {
    id: 'dp_1',
    kind: 'dispute',
    payment: 'pi_1',
    money,
    refundId: undefined,
    state: 'pending',
  };
  books.refunds.set('dp_1', dispute);
  const provider = stripeProvider({ secretKey: 'sk_test_1', webhookSecret: 'whsec_1', apiUrl: api.url });
  const refund = () =>
    provider.refund({
      refund: { id: 'rfd_1', ...money },
      payment: { id: 'pay_ours', payment_reference: 'pi_1' },
    });
  const refused = { message: 'stripe refund: 400 charge_already_refunded' };
  for (const _ of ['at first', 'under another key', 'under a third']) await assert.rejects(refund, refused);
  dispute.state = 'failed';
  const made = await refund();
  assert.deepEqual([made.state, made.refundId, made.amount], ['completed', 'rfd_1', money]);
  assert.deepEqual(await refund(), made);
  assert.equal([...books.refunds.values()].filter(({ kind }) => kind === 'refund').length, 1);
});

it('uses no other key after a 500 that Stripe replays', async (t) => {
  const keys = new Set<unknown>();
  const server = createServer((request, response) => {
    keys.add(request.headers['idempotency-key']);
    response.writeHead(500, { 'idempotent-replayed': 'true', 'stripe-should-retry': 'false' });
    response.end('{"error":{"type":"api_error"}}');
  });
  const { url: apiUrl, close } = await listenOnLoopback(server);
  t.after(close);
  const provider = stripeProvider({ secretKey: 'sk_test_1', webhookSecret: 'whsec_1', apiUrl });
  const refund = { id: 'rfd_1', currency: 'INR', amount_minor: 10 };
  const payment = { id: 'pay_ours', payment_reference: 'pi_1' };
  await assert.rejects(provider.refund({ refund, payment }), /500/);
  assert.deepEqual([...keys], ['rfd_1']);
});

it('lists paid sessions, created up to a day earlier', async (t) => {
  const data = ['paid', 'unpaid'].map((payment_status) => ({
    id: payment_status,
    object: 'checkout.session',
    status: 'complete',
    payment_status,
  }));
  const { provider, requests } = await stripe(t, {
    'checkout/sessions?': { object: 'list', data, has_more: false },
  });
  const names: unknown[] = [];
  for await (const report of provider.reportsSince(1e9))
    names.push(report.kind === 'payment' && report.reference);
  assert.deepEqual(names, ['paid']);
  const [sessions, refunds, disputes] = requests.map(({ path }) => path);
  assert.match(sessions ?? '', /created\[gte\]=913660&.*status=complete/);
  for (const list of [refunds, disputes]) assert.match(list ?? '', /created\[gte\]=1000000/);
});

it('fails a call whose list holds an unreadable object', async (t) => {
  const list = { object: 'list', data: [{ id: 'x', object: 'x' }], has_more: false };
  const lists = [
    ['checkout/sessions?', (provider: Provider) => provider.reportsSince(0)],
    ['refunds?', (provider: Provider) => provider.refundsOf('pi_1')],
    ['disputes?', (provider: Provider) => provider.reportsSince(0)],
  ] as const;
  for (const [path, read] of lists) {
    const { provider } = await stripe(t, { [path]: list });
    const readAll = async () => {
      for await (const _ of read(provider));
    };
    await assert.rejects(readAll, { name: 'ProviderError' }, path);
  }
});

it('fails a call whose response is no JSON object, with the status of a refusal and without the key', async (t) => {
  const provider = stripeProvider({ secretKey: 'sk_test_1', webhookSecret: 'whsec_1' });
  const { mock } = t.mock.method(globalThis, 'fetch');
  for (const [status, body, message] of [
    [200, '"maintenance"', 'stripe find: no usable response'],
    [200, '1', 'stripe find: no usable response'],
    [200, '<html>', 'stripe find: no usable response'],
    [403, '<html>', 'stripe find: 403 unexpected_response'],
    [403, '"forbidden"', 'stripe find: 403 unexpected_response'],
    // A code that is part of the key.
    [403, '{"error":{"code":"sk_test"}}', 'stripe find: 403'],
  ] as const) {
    mock.mockImplementation(async () => new Response(body, { status }));
    await assert.rejects(provider.find({ reference: 'cs_1', payment_reference: null }), { message }, body);
  }
});

it('follows no redirect', async (t) => {
  let reached = 0;
  const elsewhere = await listenOnLoopback(
    createServer((_, response) => {
      reached += 1;
      response.end('{"id":"cs_1","status":"open"}');
    }),
  );
  const server = createServer((_, response) => response.writeHead(307, { location: elsewhere.url }).end());
  const { url: apiUrl, close } = await listenOnLoopback(server);
  t.after(() => Promise.all([elsewhere.close(), close()]));
  const provider = stripeProvider({ secretKey: 'sk_test_1', webhookSecret: 'whsec_1', apiUrl });
  await assert.rejects(provider.find({ reference: 'cs_1', payment_reference: null }), {
    name: 'ProviderError',
  });
  assert.equal(reached, 0);
});

it('reads a session with its Payment Intent', async (t) => {
  const session = { id: 'cs_1', status: 'complete', payment_status: 'unpaid' };
  const { provider, requests } = await stripe(t, { 'checkout/sessions': session });
  await provider.find({ reference: 'cs_1', payment_reference: null });
  assert.equal(requests[0]?.path, 'checkout/sessions/cs_1?expand[0]=payment_intent');
});

it('ends a call after three tries of 15 seconds if no connection is made', async (t) => {
  const tried: number[] = [];
  let now = 0;
  t.mock.method(globalThis, 'fetch', (_: string, { signal }: { signal: AbortSignal }) => {
    tried.push(now);
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  });
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const apiUrl = 'https://127.0.0.1:1';
  const provider = stripeProvider({ secretKey: 'sk_test_1', webhookSecret: 'whsec_1', apiUrl });
  const call = assert.rejects(provider.close({ reference: 'cs_1' }), { name: 'ProviderError' });
  for (; now < 60; now += 1) {
    t.mock.timers.tick(1000);
    for (let turns = 0; turns < 5; turns += 1) await new Promise(setImmediate);
  }
  await call;
  assert.equal(tried.length, 3);
  assert.ok((tried[2] ?? 0) < 45);
});
