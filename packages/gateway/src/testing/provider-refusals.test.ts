/** The test servers refuse the requests that Stripe and Razorpay document as refused. */
import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { type FakeProvider, startFakeProvider } from './fake-provider.ts';

const later = (seconds: number): number => Math.floor(Date.now() / 1000) + seconds;

async function open(t: TestContext): Promise<FakeProvider> {
  const api = await startFakeProvider();
  t.after(api.close);
  return api;
}

/** Sends a changed valid request. @returns the code or the field that is refused. */
async function send(
  { url }: FakeProvider,
  path: string,
  body: URLSearchParams | object,
  headers: Record<string, string> = {},
): Promise<{ status: number; error: Record<string, unknown> | undefined }> {
  const isForm = body instanceof URLSearchParams;
  const response = await fetch(`${url}/v1/${path}`, {
    method: 'POST',
    headers: { authorization: isForm ? 'Bearer sk_test_1' : 'Basic a', ...headers },
    body: isForm ? body : JSON.stringify(body),
  });
  const json = (await response.json()) as { readonly error?: Record<string, unknown> };
  return { status: response.status, error: json.error };
}

const SESSION = {
  mode: 'payment',
  client_reference_id: 'ord_1',
  'metadata[payment_id]': 'pay_1',
  success_url: 'https://pay.example/1',
  cancel_url: 'https://pay.example/1',
  'line_items[0][price_data][currency]': 'eur',
  'line_items[0][price_data][unit_amount]': '50',
  'line_items[0][price_data][product_data][name]': 'Credits',
};
const UNIT = 'line_items[0][price_data][unit_amount]';

/** Evaluated when its test runs: other tests may run before it. */
type Change<T> = () => T;

const SESSIONS: readonly [name: string, change: Change<Record<string, string>>, code: unknown][] = [
  ['half an hour and fifty cents', () => ({ expires_at: String(later(1860)) }), undefined],
  ['a day', () => ({ expires_at: String(later(86_340)) }), undefined],
  ['less than half an hour', () => ({ expires_at: String(later(1790)) }), 'parameter_invalid'],
  ['more than a day', () => ({ expires_at: String(later(87_000)) }), 'parameter_invalid'],
  ['less than fifty cents', () => ({ [UNIT]: '49' }), 'amount_too_small'],
  ['nine digits', () => ({ [UNIT]: '100000000' }), 'amount_too_large'],
  ['a fraction', () => ({ [UNIT]: '50.5' }), 'parameter_invalid_integer'],
  ['a reference of 201 characters', () => ({ client_reference_id: 'x'.repeat(201) }), 'parameter_invalid'],
  ['metadata of 501 characters', () => ({ 'metadata[payment_id]': 'x'.repeat(501) }), 'parameter_invalid'],
  ['no URL', () => ({ cancel_url: '' }), 'url_invalid'],
  ['a URL of 5001 characters', () => ({ success_url: `https://a/${'x'.repeat(4991)}` }), 'parameter_invalid'],
];

for (const [name, change, code] of SESSIONS)
  it(`Stripe: a session with ${name} is ${code === undefined ? 'made' : 'refused'}`, async (t) => {
    const form = new URLSearchParams({ ...SESSION, expires_at: String(later(3600)), ...change() });
    const { status, error } = await send(await open(t), 'checkout/sessions', form);
    assert.deepEqual([status, error?.code], [code === undefined ? 200 : 400, code]);
  });

it('Stripe: a key repeats its first response, and is refused for another request', async (t) => {
  const api = await open(t);
  const form = new URLSearchParams({ ...SESSION, expires_at: String(later(3600)) });
  const headers = { 'idempotency-key': 'pay_1' };
  for (const _ of [1, 2]) assert.equal((await send(api, 'checkout/sessions', form, headers)).status, 200);
  assert.equal(api.books.sessions.size, 1);
  form.set(UNIT, '51');
  assert.deepEqual(await send(api, 'checkout/sessions', form, headers), {
    status: 400,
    error: { type: 'idempotency_error' },
  });
});

it('both providers list refunds newest first, a page at a time', async (t) => {
  const api = await open(t);
  for (const id of ['re_1', 're_2', 're_3'])
    api.books.refunds.set(id, {
      id,
      kind: 'refund',
      payment: 'pi_1',
      money: { currency: 'INR', amount_minor: 100 },
      refundId: undefined,
      state: 'completed',
    });
  type Page = Record<'data' | 'items', { readonly id: string }[]> & Record<'has_more' | 'url', unknown>;
  const list = async (path: string, authorization: string): Promise<Page> =>
    (await (await fetch(`${api.url}/v1/${path}`, { headers: { authorization } })).json()) as Page;
  const ids = (all: Page['data']): string[] => all.map(({ id }) => id);
  const first = await list('refunds?limit=2', 'Bearer a');
  const second = await list('refunds?limit=2&starting_after=re_2', 'Bearer a');
  assert.deepEqual([ids(first.data), first.has_more, first.url], [['re_3', 're_2'], true, '/v1/refunds']);
  assert.deepEqual([ids(second.data), second.has_more], [['re_1'], false]);
  assert.deepEqual(ids((await list('refunds?count=2&skip=2', 'Basic a')).items), ['re_1']);
});

const LINK = {
  amount: 100,
  currency: 'INR',
  reference_id: 'pay_1',
  notes: { order_id: 'ord_1' },
  description: 'Credits',
  callback_url: 'https://pay.example/1',
  callback_method: 'get',
};

const LINKS: readonly [name: string, change: Change<object>, field: unknown][] = [
  ['15 minutes and a rupee', () => ({ expire_by: later(960) }), undefined],
  ['less than 15 minutes', () => ({ expire_by: later(890) }), 'expire_by'],
  ['more than six months', () => ({ expire_by: later(185 * 86_400) }), 'expire_by'],
  ['less than a rupee', () => ({ amount: 99 }), 'amount'],
  ['the last of three decimals', () => ({ currency: 'KWD', amount: 4755 }), 'amount'],
  ['a reference of 41 characters', () => ({ reference_id: 'x'.repeat(41) }), 'reference_id'],
  ['a note of 256 characters', () => ({ notes: { order_id: 'x'.repeat(256) } }), 'notes'],
  [
    '16 notes',
    () => ({ notes: Object.fromEntries(Array.from({ length: 16 }, (_, at) => [at, ''])) }),
    'notes',
  ],
  ['a field that it does not know', () => ({ expires_at: 1 }), 'body'],
];

for (const [name, change, field] of LINKS)
  it(`Razorpay: a link with ${name} is ${field === undefined ? 'made' : 'refused'}`, async (t) => {
    const link = { ...LINK, expire_by: later(3600), ...change() };
    const { status, error } = await send(await open(t), 'payment_links', link);
    assert.deepEqual([status, error?.field], [field === undefined ? 200 : 400, field]);
  });

it('Razorpay: a second link under a reference is refused', async (t) => {
  const api = await open(t);
  const link = { ...LINK, expire_by: later(3600) };
  assert.equal((await send(api, 'payment_links', link)).status, 200);
  assert.equal((await send(api, 'payment_links', link)).status, 400);
});

it('Razorpay: a refund of less than a rupee, or under a short key, is refused', async (t) => {
  const api = await open(t);
  await send(api, 'payment_links', { ...LINK, expire_by: later(3600) });
  const [session] = api.books.sessions.values();
  Object.assign(session ?? {}, { state: 'paid', payment: 'pay_1' });
  const refund = async (amount: number, key: string) => {
    const headers = { 'x-refund-idempotency': key };
    return (await send(api, 'payments/pay_1/refund', { amount, receipt: 'rfd_1' }, headers)).error?.field;
  };
  assert.deepEqual(
    [await refund(99, 'rfd_123456'), await refund(100, 'rfd_12345'), await refund(100, 'rfd_123456')],
    ['amount', 'X-Refund-Idempotency', undefined],
  );
});
