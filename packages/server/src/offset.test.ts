import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { inspect } from 'node:util';
import { OffsetClient } from '@flight-offset/core/server';
import { SAMPLE_PROJECT } from '@flight-offset/core/testing';
import { readContribution } from './bookings/read-contribution.ts';
import { requireKnown } from './check-options.ts';
import { createOffsetHandler } from './handler.ts';
import type { OffsetHandlerOptions } from './handler-options.ts';
import { createOffset } from './offset.ts';
import { orderStatus } from './orders/order-status.ts';
import { quote } from './quote/quote.ts';
import { BARE_CREDENTIALS } from './testing/bare-service.ts';
import { testMerchant, ZRH_SFO } from './testing/merchant.ts';

const SERVICE = {
  baseUrl: 'https://service.example',
  apiKey: 'key-of-a-test',
  signingKey: 'secret-of-a-test',
  platformId: 'platform',
};

const WRONG: readonly [name: string, options: Partial<OffsetHandlerOptions>, message: RegExp][] = [
  ['no service', { service: undefined as unknown as typeof SERVICE }, /^service is required/],
  ['no address', { service: { ...SERVICE, baseUrl: 'service' } }, /^baseUrl must/],
  [
    'plain http',
    { service: { ...SERVICE, baseUrl: 'http://service.example' } },
    /^baseUrl must begin with https/,
  ],
  ['short quote secret', { quoteSecret: 'short' }, /^quoteSecret must have at least 16/],
  ['short second secret', { quoteSecret: ['long enough to be one', 'short'] }, /^quoteSecret/],
  ['relative callback', { webhookUrl: '/offset/webhooks' }, /^webhookUrl must/],
  [
    'a callback with two slashes',
    { webhookUrl: 'https://shop.example//offset/webhooks' },
    /^webhookUrl must have/,
  ],
  ['odd return page', { returnUrl: 'javascript:alert(1)' }, /^returnUrl must/],
  ['odd origin', { origins: ['shop.example'] }, /^origins must be a list/],
  [
    'an origin in no list',
    { origins: 'https://shop.example' as unknown as string[] },
    /^origins must be a list/,
  ],
  ['odd payment origin', { paymentOrigins: ['data:x'] }, /^paymentOrigins must be a list/],
  ['odd price', { price: { perTonne: -1, currency: 'INR' } }, /^price\.perTonne/],
  ['a price that is null', { price: null as never }, /^price\.perTonne/],
  ['a price that is a number', { price: 5 as never }, /^price\.perTonne/],
  ['a life of quotes that is text', { quoteTtlSeconds: '900' as unknown as number }, /^quoteTtlSeconds must/],
  ['a grace that is no number', { confirmGraceSeconds: Number.NaN }, /^confirmGraceSeconds must/],
  ['a size that is no number', { maxBodyBytes: Number.NaN }, /^maxBodyBytes must/],
  ['a wait that is no number', { bodyTimeoutMs: Number.NaN }, /^bodyTimeoutMs must/],
  ['pages that are no number', { searchPages: Number.NaN }, /^searchPages must/],
  ['a breaker that never opens', { breaker: { failures: Number.NaN } }, /^breaker\.failures must/],
  ['a webhook secret that is none', { webhookSecrets: ['nonsense'] }, /^webhookSecrets must/],
  ['a fraction in no list', { amounts: { fractions: 1 as unknown as number[] } }, /^amounts\.fractions/],
  ['a quote secret that is not set', { quoteSecret: [undefined as unknown as string] }, /^quoteSecret must/],
  ['a list of quote secrets that is empty', { quoteSecret: [] }, /^quoteSecret must/],
  ['a backend key that is a number', { backendKey: 5 as unknown as string }, /^backendKey must/],
  ['a callback that is none', { onOrderCompleted: 'log' as never }, /^onOrderCompleted must be a function$/],
  ['a limit that is a number', { rateLimit: 60 as never }, /^rateLimit must be a function$/],
  [
    'a misspelt callback',
    { onOrderComplete: () => {} } as object,
    /^onOrderComplete is no option; .*\bonOrderCompleted\b/,
  ],
  ['a misspelt policy', { policy: { showFigure: false } as object }, /^policy\.showFigure is no option/],
  ['a market that is a list', { policy: { market: ['eu'] as never } }, /^policy\.market must be a text/],
  ['misspelt amounts', { amounts: { fraction: [1] } as object }, /^amounts\.fraction is no option/],
  ['a misspelt breaker', { breaker: { failure: 3 } as object }, /^breaker\.failure is no option/],
  ['misspelt limits', { service: { ...SERVICE, timeoutMS: 1 } as never }, /^service\.timeoutMS is no option/],
  [
    'a misspelt retry',
    { service: { ...SERVICE, retry: { retry: 1 } } as never },
    /^service\.retry\.retry is no option/,
  ],
  [
    'messages of no language',
    { laterMessages: { dk: {} } as object },
    /^laterMessages\.dk is no option; there are en /,
  ],
  [
    'a misspelt message',
    { laterMessages: { de: { titel: 'x' } } as object },
    /^laterMessages\.de\.titel is no option/,
  ],
  ['a policy that is none', { policy: false as never }, /^policy must be an object$/],
  ['a breaker that is none', { breaker: false as never }, /^breaker must be an object$/],
  ['a breaker that is null', { breaker: null as never }, /^breaker must be an object$/],
  [
    'figures by a text',
    { policy: { showFigures: 'no' as never } },
    /^policy\.showFigures must be true, false/,
  ],
  ['a project that is none', { project: 5 as never }, /^project: must be an object, not 5$/],
  [
    'a project without URL',
    { project: { ...SAMPLE_PROJECT, public_url: 'x' } },
    /^project\.public_url: Invalid URL$/,
  ],
  ['a method that is none', { method: 'TIM' as never }, /^method: must be an object/],
  ['an estimator that is none', { estimator: 5 as never }, /^estimator must be a function$/],
  ['a label that is none', { policy: { label: 'D' as never } }, /^policy\.label must be a function$/],
  ['a store without methods', { store: {} as never }, /^store\.get must be a function$/],
  ['a map as a store', { store: new Map() as never }, /^store\.setIfAbsent must be a function$/],
  ['a quote secret that is a number', { quoteSecret: 5 as never }, /^quoteSecret must/],
  ['a back office for everyone', { authorize: true as never }, /^authorize must be a function$/],
  [
    'no platform',
    { service: { ...SERVICE, platformId: undefined as unknown as string } },
    /^service\.platformId/,
  ],
  [
    'a secret that is a number',
    { service: { ...SERVICE, signingKey: 12_345_678 as unknown as string } },
    /^signingKey: the key is no secret and names no scheme$/,
  ],
  ['no fractions', { amounts: { fractions: [] } }, /^amounts\.fractions/],
  [
    'a private key without a quote secret',
    { service: { ...SERVICE, signingKey: { scheme: 'ed25519', privateKey: 'PEM' } } },
    /^quoteSecret is required/,
  ],
  ['a client without a quote secret', { service: new OffsetClient(SERVICE) }, /^quoteSecret is required/],
];

for (const [name, options, message] of WRONG) {
  test(`${name} is refused at start-up, without a secret in the message`, () => {
    assert.throws(
      () => createOffsetHandler({ service: SERVICE, ...options }),
      (error: Error) =>
        error instanceof TypeError &&
        message.test(error.message) &&
        !error.message.includes(SERVICE.signingKey),
    );
  });
}

test('an option that is misspelt beside functions of its own is refused too', () => {
  const options = { service: SERVICE };
  const offset = createOffset(options);
  assert.throws(() => createOffsetHandler({ ...options, origin: [] } as object as typeof options, offset), {
    name: 'TypeError',
    message: /^origin is no option/,
  });
});

test('accepts every documented option as known', () => {
  for (const [where, file, type] of [
    ['', 'options.ts', 'OffsetOptions'],
    ['', 'handler-options.ts', 'GuardOptions'],
    ['amounts', 'pricing/amounts.ts', 'AmountOptions'],
    ['policy', 'options.ts', 'PolicyOptions'],
    ['breaker', 'service/breaker.ts', 'BreakerOptions'],
    ['service', '../../core/src/client/options.ts', 'OffsetClientOptions'],
    ['service', '../../core/src/client/options.ts', 'Environment'],
    ['service.retry', '../../core/src/client/retry.ts', 'RetryPolicy'],
  ] as const) {
    const source = readFileSync(new URL(file, import.meta.url), 'utf8');
    const [, members = ''] = new RegExp(`interface ${type}[^{]* \\{(.*?)\\n\\}`, 's').exec(source) ?? [];
    const names = Array.from(members.matchAll(/^ {2}readonly (\w+)\??:/gm), ([, name = '']) => name);
    assert.ok(names.length > 1, type);
    for (const name of names) {
      const inner = where === 'service.retry' ? { retry: { [name]: 1 } } : { [name]: undefined };
      requireKnown(where ? { [where.replace('.retry', '')]: inner } : inner);
    }
  }
});

test('a printed offset holds no secret', () => {
  const webhookSecret = `whsec_${btoa('0123456789abcdef0123456789abcdef')}`;
  const quoteSecret = 'a secret for quotes of a test';
  const offset = createOffset({ service: SERVICE, quoteSecret, webhookSecrets: [webhookSecret] });
  const printed = `${inspect(offset, { depth: 9 })} ${JSON.stringify(offset)}`;
  for (const secret of [SERVICE.signingKey, SERVICE.apiKey, quoteSecret, webhookSecret])
    assert.ok(!printed.includes(secret), secret);
  assert.equal(offset.options.service, SERVICE);
});

test('accepts a custom client and a key of any scheme, given a secret for quotes', async () => {
  const shop = testMerchant();
  const client = new OffsetClient({
    ...SERVICE,
    apiKey: BARE_CREDENTIALS.apiKey,
    signingKey: { scheme: 'hmac-sha256', secret: new TextEncoder().encode(BARE_CREDENTIALS.secret) },
    platformId: BARE_CREDENTIALS.platformId,
    fetch: (input, init) => shop.service.fetch(new Request(input, init)),
  });
  const other = testMerchant({ service: client, quoteSecret: 'another secret for quotes' });
  assert.equal((await other.tokens()).length, 1);
});

test('without a secret for quotes, signs them with the secret for requests, given as text or bytes', async () => {
  const keyed = (secret: string | Uint8Array) =>
    testMerchant({}, { service: { signingKey: { scheme: 'hmac-sha256', secret } } });
  const bytes = new TextEncoder().encode(BARE_CREDENTIALS.secret);
  const [ofText] = await testMerchant().tokens();
  const [ofBytes] = await keyed(bytes).tokens();
  const others = [keyed('another secret').offset, keyed(bytes.toReversed()).offset];
  assert.ok(await readContribution(keyed(BARE_CREDENTIALS.secret).offset, ofText!));
  assert.ok(await readContribution(keyed(bytes).offset, ofBytes!));
  for (const other of others)
    for (const token of [ofText!, ofBytes!])
      await assert.rejects(readContribution(other, token), { code: 'quote_invalid' });
});

test('accepts an app with its own URL scheme as an origin; refuses an origin that names no host', async () => {
  const { handler } = testMerchant({ origins: ['capacitor://localhost'] });
  const quoteFrom = (origin: string): Promise<Response> =>
    handler(new Request('https://air.example/quote', { method: 'OPTIONS', headers: { origin } }));
  const allowed = await quoteFrom('capacitor://localhost');
  assert.equal(allowed.headers.get('access-control-allow-origin'), 'capacitor://localhost');
  for (const origin of ['ionic://localhost', 'https://localhost', 'capacitor://evil.example'])
    assert.equal((await quoteFrom(origin)).status, 403, origin);
  for (const origin of ['null', 'file:///index.html', 'localhost:3000'])
    assert.throws(() => testMerchant({ origins: [origin] }), /^TypeError: origins must be a list/, origin);
  // Travellers pay only on web pages.
  assert.throws(() => testMerchant({ paymentOrigins: ['htps://pay.example'] }), /^TypeError: paymentOrigins/);
});

test('accepts an origin with a slash at its end', async () => {
  const { handler } = testMerchant({ origins: ['https://shop.example/'] });
  const response = await handler(
    new Request('https://merchant.example/orders/x/status', { headers: { origin: 'https://shop.example' } }),
  );
  assert.equal(response.headers.get('access-control-allow-origin'), 'https://shop.example');
});

test('the rate limit is checked before anything is read, and sets Retry-After', async () => {
  const calls: string[] = [];
  const shop = testMerchant({
    rateLimit(request, route) {
      calls.push(`${request.method} ${route}`);
      return route === 'quote' ? { retryAfterSeconds: 30 } : route !== 'createOrder';
    },
  });
  const limited = await shop.call('POST', 'quote', '{broken');
  assert.deepEqual([limited.status, limited.headers.get('retry-after')], [429, '30']);
  assert.equal((await shop.call('POST', 'orders', {})).status, 429);
  assert.equal((await shop.call('GET', 'orders/x/status')).status, 404);
  assert.deepEqual(calls, ['POST quote', 'POST createOrder', 'GET orderStatus']);
});

test('creates an order for a session without a booking, and names a hook that returns an invalid value', async () => {
  const send = async (options: object): Promise<[status: number, error: string]> => {
    const shop = testMerchant(options);
    const { status } = await shop.call('POST', 'orders', { token: (await testMerchant().tokens())[0] });
    return [status, String(shop.errors[0] ?? '')];
  };
  assert.deepEqual(await send({ bookingContext: () => null }), [201, '']);
  assert.deepEqual(await send({ bookingContext: () => ({ returnUrl: '/thanks' }) }), [
    500,
    'TypeError: returnUrl of bookingContext must be an absolute URL such as https://shop.example/offset',
  ]);
  assert.deepEqual(await send({ rateLimit: () => undefined }), [
    500,
    'TypeError: rateLimit must return true, false or { retryAfterSeconds }',
  ]);
});

test('responds with 500 if a hook throws, without its message, and passes the error to onError', async () => {
  for (const options of [
    { rateLimit: () => Promise.reject(new Error('hook of a secret kind')) },
    { bookingContext: () => Promise.reject(new Error('hook of a secret kind')) },
  ]) {
    const shop = testMerchant(options);
    const response = await shop.call('POST', 'orders', { token: 'x' });
    assert.equal(response.status, 500);
    assert.ok(!(await response.text()).includes('secret kind'));
    assert.match(String(shop.errors[0]), /secret kind/);
  }
});

test('concurrent polls of one order list the orders of the service once', async () => {
  const shop = testMerchant();
  const made = await shop.call('POST', 'orders', { token: (await shop.tokens())[0] });
  const { orderId } = (await made.json()) as { orderId: string };
  const lists = (): number =>
    shop.service.requests.filter((request) => request === 'GET /offset-gateway/orders').length;
  await Promise.all(Array.from({ length: 10 }, () => orderStatus(shop.offset, orderId)));
  assert.equal(lists(), 1);
});

test('keeps honoursIdempotencyKey of a custom client', () => {
  for (const honoursIdempotencyKey of [true, false]) {
    const service = new OffsetClient({ ...SERVICE, honoursIdempotencyKey });
    const offset = createOffset({ service, quoteSecret: 'a-secret-of-this-test' });
    assert.equal(offset.honoursIdempotencyKey, honoursIdempotencyKey);
  }
});

test('an offset created before a test replaces Date follows the new clock', async (t) => {
  const { service } = testMerchant();
  const offset = createOffset({
    service: {
      ...SERVICE,
      apiKey: BARE_CREDENTIALS.apiKey,
      signingKey: BARE_CREDENTIALS.secret,
      platformId: BARE_CREDENTIALS.platformId,
      fetch: (input, init) => service.fetch(new Request(input, init)),
    },
  });
  t.mock.timers.enable({ apis: ['Date'], now: Date.UTC(2030, 0, 1) });
  const shown = await quote(offset, { flights: [ZRH_SFO] });
  assert.equal(shown.status === 'ready' && shown.expiresAt, '2030-01-01T00:30:00.000Z');
});
