/** Checks for every page, whatever it shows. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setCookie, signInCookie, signInsUnderWay } from './access/cookie.ts';
import { createConsole } from './console.ts';
import { ASSETS } from './layout/assets.ts';
import { fakeService, OWN } from './testing/fake-service.ts';

const OWN_ORDERS = `/console/merchants/${OWN}/orders`;

/** A response to a person who has every permission at one merchant. */
async function respond(
  path: string,
  form?: string,
  cookie = '__Host-console_session=admin',
): Promise<Response> {
  const service = fakeService();
  const orders = { ...service.orders, export: async () => new ReadableStream() };
  const request = new Request(`https://pay.example${path}`, {
    method: form === undefined ? 'GET' : 'POST',
    headers: {
      origin: 'https://pay.example',
      cookie,
      'content-type': 'application/x-www-form-urlencoded',
    },
  });
  const body = new TextEncoder().encode(`as=person-admin&${form ?? ''}`);
  return createConsole({ ...service, orders })({ request, body, address: '' });
}

it('a page is never cached or framed, and loads nothing from other sites', async () => {
  const { headers } = await respond('/console/nothing/here');
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.equal(headers.get('x-content-type-options'), 'nosniff');
  assert.equal(headers.get('x-frame-options'), 'DENY');
  assert.equal(headers.get('referrer-policy'), 'same-origin');
  assert.equal(headers.get('cross-origin-opener-policy'), 'same-origin');
  assert.equal(headers.get('cross-origin-resource-policy'), 'same-origin');
  assert.equal(
    headers.get('content-security-policy'),
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  );
});

it('serves style and script without a session, also while the database is unavailable', async () => {
  const service = fakeService();
  const sessions = { ...service.sessions, find: () => Promise.reject(new Error('the database is away')) };
  for (const path of Object.values(ASSETS)) {
    const headers = { cookie: '__Host-console_session=admin' };
    const request = new Request(`https://pay.example${path}`, { headers });
    const response = await createConsole({ ...service, sessions })({
      request,
      body: new Uint8Array(),
      address: '',
    });
    assert.equal(response.status, 200);
  }
});

it('serves its own style and script, uncached, at the URLs of another version', async () => {
  for (const path of Object.values(ASSETS)) {
    const own = await respond(path);
    assert.match(own.headers.get('cache-control') ?? '', /immutable/);
    const other = await respond(path.replace(/[\da-f]{12}/, '0123456789ab'));
    assert.equal(other.status, 200);
    assert.equal(other.headers.get('cache-control'), 'no-store');
    assert.equal(other.headers.get('content-type'), own.headers.get('content-type'));
    assert.equal(await other.text(), await own.text());
  }
});

it('an export of orders is never cached, and downloads as CSV', async () => {
  const { headers } = await respond(`${OWN_ORDERS}.csv`);
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.equal(headers.get('x-content-type-options'), 'nosniff');
  assert.match(headers.get('content-disposition') ?? '', /^attachment;/);
});

it('over HTTPS a cookie is Secure and bound to the host', () => {
  const kind = { name: 'session', maxAgeSeconds: 60 };
  const text = setCookie(kind, 'x', true);
  assert.equal(text, '__Host-session=x; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure');
});

for (const secure of [true, false])
  it(`finds a sign-in cookie by its name and expires it, over ${secure ? 'HTTPS' : 'HTTP'}`, () => {
    const kind = signInCookie('state');
    const [cookie = ''] = setCookie(kind, 'x', secure).split(';');
    const request = new Request('https://pay.example/console', { headers: { cookie } });
    assert.deepEqual(signInsUnderWay(request, secure), [kind]);
    assert.match(setCookie(kind, undefined, secure), /=; Path=\/; Max-Age=0;/);
  });

const ONCE = '01234567-89ab-4cde-8f01-23456789abcd';
for (const [name, path, form, message] of [
  ['a field given twice', 'orders/ord_1/refund', 'once=a&once=b', /once was sent twice/],
  [
    'hundreds of fields',
    'orders/ord_1/refund',
    Array.from({ length: 200 }, (_, i) => i).join('&'),
    /The form has too many fields/,
  ],
  ['more than 64 KiB', 'orders/ord_1/refund', `reason=${'x'.repeat(65_536)}`, /The form is too large/],
  [
    'text that no database stores',
    'orders/ord_1/refund',
    `once=${ONCE}&all=yes&reason=a%00b`,
    /reason contains characters that cannot be stored/,
  ],
  [
    'too long a reason',
    'orders/ord_1/refund',
    `once=${ONCE}&all=yes&reason=${'x'.repeat(501)}`,
    /at most 500 characters/,
  ],
  [
    'too long a label of a key',
    'developers/keys',
    `once=${ONCE}&label=${'x'.repeat(81)}`,
    /at most 80 characters/,
  ],
  [
    'too long a name of a person',
    'people',
    `once=${ONCE}&role=viewer&email=a@b.example&name=${'x'.repeat(121)}`,
    /1 to 120 characters/,
  ],
] as const)
  it(`a form with ${name} is refused`, async () => {
    const response = await respond(`/console/merchants/${OWN}/${path}`, form);
    assert.equal(response.status, 422);
    assert.match(await response.text(), message);
  });

it('an operator gets 404 for a page of an unknown merchant', async () => {
  const path = '/console/merchants/nobody/orders/ord_1';
  assert.equal((await respond(path, undefined, '__Host-console_session=operator')).status, 404);
});

it('limits the size of a form that needs no session; refuses any other form without a session', async () => {
  const large = `to=${'x'.repeat(4096)}`;
  const anybody = await respond('/console/sign-in/sandbox', large, '');
  assert.equal(anybody.status, 422);
  assert.match(await anybody.text(), /The form is too large/);
  const ended = await respond(`${OWN_ORDERS}/ord_1/refund`, `${'x'.repeat(65_536)}`, '');
  assert.equal(ended.status, 401);
  assert.match(await ended.text(), /Nothing was changed: your session has ended/);
});

it('both exports end with their request, whose signal they get', async () => {
  const service = fakeService();
  const given: AbortSignal[] = [];
  const orders = {
    ...service.orders,
    async export(_merchant: string, _filter: object, signal: AbortSignal) {
      given.push(signal);
      return new ReadableStream<Uint8Array>();
    },
  };
  const money = {
    ...service.money,
    async exportStatement(_merchant: string, _statement: string, signal: AbortSignal) {
      given.push(signal);
      return { number: 1, csv: new ReadableStream<Uint8Array>() };
    },
  };
  const caller = new AbortController();
  const respondTo = createConsole({ ...service, orders, money });
  for (const path of ['/orders.csv', '/money/statements/stm_1/lines.csv']) {
    const request = new Request(`https://pay.example/console/merchants/${OWN}${path}`, {
      headers: { cookie: '__Host-console_session=admin' },
      signal: caller.signal,
    });
    assert.equal((await respondTo({ request, body: new Uint8Array(), address: '' })).status, 200);
  }
  caller.abort();
  assert.deepEqual(
    given.map(({ aborted }) => aborted),
    [true, true],
  );
});
