import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { it, type TestContext } from 'node:test';
import { sign } from '@flight-offset/core/server';
import { listenOnLoopback } from '../testing/loopback.ts';
import type { PaymentRequest, Provider } from './provider.ts';
import { ProviderError } from './provider-error.ts';
import { razorpayProvider } from './razorpay.ts';

interface Requested {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly json: Readonly<Record<string, unknown>>;
}

/** Creates a provider on the responses of a test, by the beginning of their path. */
async function razorpay(
  t: TestContext,
  responses: Readonly<Record<string, object>> = {},
  head: readonly [status: number, headers?: Record<string, string>] = [200],
): Promise<{ provider: Provider; requests: Requested[]; url: string }> {
  const requests: Requested[] = [];
  const server = createServer(async (request, response) => {
    const path = (request.url ?? '').replace('/v1/', '');
    requests.push({ path, headers: request.headers, json: JSON.parse((await text(request)) || '{}') });
    const found = Object.entries(responses).find(([begin]) => path.startsWith(begin));
    response.writeHead(...head).end(JSON.stringify(found?.[1] ?? { items: [] }));
  });
  const { url, close } = await listenOnLoopback(server);
  t.after(close);
  const keys = { keyId: 'rzp_test_1', keySecret: 'secret', webhookSecret: 'webhooks' };
  return { provider: razorpayProvider({ ...keys, apiUrl: url }), requests, url };
}

async function all<T>(list: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const one of list) found.push(one);
  return found;
}

const refund = (currency: string, amount_minor: number) => ({
  refund: { id: 'rfd_1', currency, amount_minor },
  payment: { id: 'pay_ours', payment_reference: 'pay_1' },
});

it('opens a link for the whole amount, once, for at least 16 minutes', async (t) => {
  const { provider, requests } = await razorpay(t, {
    payment_links: { id: 'plink_1', short_url: 'https://rzp.io/1' },
  });
  const now = Math.floor(Date.now() / 1000);
  const order = { id: 'ord_1', currency: 'INR', amount_minor: 1000, expires_at: 0 };
  const request = { order, paymentId: 'pay_ours', returnUrl: 'https://g.example/', description: '' };
  await provider.start(request as PaymentRequest);
  const { accept_partial, reference_id, amount, currency, expire_by } = requests[0]?.json ?? {};
  assert.deepEqual([accept_partial, reference_id, amount, currency], [false, 'pay_ours', 1000, 'INR']);
  assert.ok(Number(expire_by) >= now + 16 * 60 && Number(expire_by) < now + 17 * 60);
});

it('refunds under our own identifier, and refuses an amount that cannot be refunded', async (t) => {
  const made = { id: 'rfnd_1', payment_id: 'pay_1', amount: 100, currency: 'INR' };
  const { provider, requests } = await razorpay(t, { 'payments/pay_1/refund': made });
  await provider.refund(refund('INR', 100));
  assert.deepEqual(requests[0]?.json, { amount: 100, receipt: 'rfd_1' });
  assert.equal(requests[0]?.headers['x-refund-idempotency'], 'rfd_1');
  await assert.rejects(provider.refund(refund('KWD', 1001)), ProviderError);
  for (const currency of ['INR', 'MYR'])
    await assert.rejects(provider.refund(refund(currency, 99)), {
      message: `razorpay refund: 99 minor units of ${currency} are less than 100`,
    });
  assert.equal(requests.length, 1);
  await provider.refund(refund('EUR', 1));
  assert.equal(requests.length, 2, 'of other currencies any amount is returned');
});

it('reports the reason Razorpay states for a refusal, or else its code', async (t) => {
  for (const [reason, code] of [
    ['input_validation_failed', 'input_validation_failed'],
    ['NA', 'BAD_REQUEST_ERROR'],
    [null, 'BAD_REQUEST_ERROR'],
    // Razorpay repeats the secret of its webhooks.
    ['webhooks', ''],
  ] as const) {
    const error = { code: 'BAD_REQUEST_ERROR', description: 'The amount must be at least INR 1.00', reason };
    const { provider } = await razorpay(t, { payment_links: { error } }, [400]);
    await assert.rejects(provider.close({ reference: 'plink_1' }), {
      message: `razorpay close: 400 ${code}`.trim(),
    });
  }
});

it('derives the code of a refused refund from a reason given only in words', async (t) => {
  for (const [description, code] of [
    ['Your account does not have enough balance to carry out the refund operation.', 'balance_insufficient'],
    ['Refund is not supported by the bank because the payment is more than 6 months old', 'payment_too_old'],
    ['Payment is more than 6 months old, only instant refund is supported', 'payment_too_old'],
    ['The payment has been fully refunded already', 'BAD_REQUEST_ERROR'],
  ] as const) {
    const error = { code: 'BAD_REQUEST_ERROR', description, source: 'NA', step: 'NA', reason: 'NA' };
    const { provider } = await razorpay(t, { 'payments/pay_1/refund': { error } }, [400]);
    await assert.rejects(provider.refund(refund('INR', 100)), { message: `razorpay refund: 400 ${code}` });
  }
});

it('limits a call to 15 seconds, and sends its keys to no redirect', async (t) => {
  const elsewhere = await razorpay(t);
  const { provider } = await razorpay(t, {}, [307, { location: elsewhere.url }]);
  const clock = t.mock.method(AbortSignal, 'timeout');
  await assert.rejects(provider.close({ reference: 'plink_1' }), ProviderError);
  assert.deepEqual(elsewhere.requests, []);
  assert.deepEqual(clock.mock.calls[0]?.arguments, [15_000]);
});

it('finds the link that a payment paid, and no other', async (t) => {
  const payments = [{ payment_id: 'pay_1', amount: 10, status: 'captured' }];
  const link = { id: 'plink_1', status: 'paid', currency: 'INR', payments };
  const { provider } = await razorpay(t, {
    'payment_links?': { payment_links: [{ id: 'plink_1' }] },
    'payment_links/plink_1': link,
  });
  assert.equal((await provider.findByMoney('pay_1'))?.reference, 'plink_1');
  assert.equal(await provider.findByMoney('pay_2'), undefined);
});

it('lists received money, refunds and disputes, page after page', async (t) => {
  const states = ['captured', 'refunded', 'failed', 'created', 'authorized'];
  const items = states.map((status) => ({ id: status, status }));
  const more = Array.from({ length: 100 }, () => ({ id: 'first page', status: 'failed' }));
  const money = { payment_id: 'pay_1', amount: 1, currency: 'INR' };
  const { provider, requests } = await razorpay(t, {
    'payments?from=5&count=100&skip=0': { items: more },
    'payments?from=5&count=100&skip=100': { items },
    'refunds?from=5': { items: [{ ...money, id: 'rfnd_1' }] },
    'disputes?from=5': { items: [{ ...money, id: 'disp_1', status: 'open' }] },
  });
  const names = (await all(provider.reportsSince(5999))).map((report) =>
    report.kind === 'money' ? report.paymentReference : report.reference,
  );
  assert.deepEqual(names, ['captured', 'refunded', 'rfnd_1', 'disp_1']);
  assert.equal(requests.length, 4);
});

it('fails a call whose response is no list, instead of reading it as empty', async (t) => {
  const { provider } = await razorpay(t, { 'payments/pay_1/refunds': { entity: 'collection', count: 1 } });
  await assert.rejects(all(provider.refundsOf('pay_1')), { message: /unexpected_response/ });
});

it('ignores an event about other things, and refuses one whose payload is invalid', async (t) => {
  const { provider } = await razorpay(t);
  const entity = { id: 'rfnd_1', payment_id: 'pay_1', amount: 1, currency: 'INR' };
  const read = async (event: string, payload: object) => {
    const body = Buffer.from(JSON.stringify({ event, payload }));
    const signature = await sign(body, { scheme: 'hmac-sha256', secret: 'webhooks' });
    return provider.readEvent(new Headers({ 'x-razorpay-signature': signature }), body);
  };
  const sample = { refund: { entity }, created_at: 1_586_439_890 };
  assert.equal(await read('refund.speed_changed', sample), undefined);
  assert.equal((await read('refund.created', sample))?.report.kind, 'refund');
  await assert.rejects(read('refund.created', { refund: 1 }), { code: 40002 });
});

it('identifies an event by its header, or else by its type and entity', async (t) => {
  const { provider } = await razorpay(t);
  const entity = { id: 'rfnd_1', payment_id: 'pay_1', amount: 1, currency: 'INR' };
  const body = Buffer.from(JSON.stringify({ event: 'refund.created', payload: { refund: { entity } } }));
  const signature = await sign(body, { scheme: 'hmac-sha256', secret: 'webhooks' });
  const read = async (more: Record<string, string>): Promise<string | undefined> =>
    (await provider.readEvent(new Headers({ 'x-razorpay-signature': signature, ...more }), body))?.id;
  assert.equal(await read({ 'x-razorpay-event-id': 'event_1' }), 'event_1');
  assert.equal(await read({}), 'refund.created:rfnd_1');
  await assert.rejects(read({ 'x-razorpay-signature': 'wrong' }), { code: 40104 });
});
