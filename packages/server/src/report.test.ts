import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { KeyError, OffsetApiError, OffsetTimeoutError, WebhookError } from '@flight-offset/core/server';
import { reportToStderr } from './report.ts';
import { BARE_CREDENTIALS } from './testing/bare-service.ts';
import { testMerchant, ZRH_SFO } from './testing/merchant.ts';

/** Lines printed on stderr while a test runs. */
function stderrOf(context: TestContext): string[] {
  const lines: string[] = [];
  context.mock.method(console, 'error', (line: string) => void lines.push(line));
  return lines;
}

const FAILURES: readonly [name: string, respond: () => Response, line: RegExp][] = [
  [
    'a wrong key',
    () => Response.json({ error: 40102, message: 'zoe@example.com may not' }, { status: 401 }),
    /^flight-offset: quote failed \(request [\da-f-]{36}\): the service returned status 401, error 40102\. Check service\.apiKey\.$/,
  ],
  [
    'a wrong secret',
    () => Response.json({ error: 40104, message: 'x' }, { status: 401 }),
    /error 40104\. Check service\.signingKey: /,
  ],
  [
    'a wrong platform',
    () => Response.json({ error: 40106, message: 'x' }, { status: 401 }),
    /error 40106\. Check service\.platformId: /,
  ],
  [
    'a refusal with a code of its own',
    () => Response.json({ error: 7, message: 'x' }, { status: 401 }),
    /Check service\.apiKey, service\.signingKey and service\.platformId\.$/,
  ],
  [
    'a refusal of everything',
    () => new Response('', { status: 403 }),
    /status 403\. Check service\.apiKey, service\.signingKey and service\.platformId\.$/,
  ],
  [
    'an endpoint of another service',
    () => new Response('', { status: 405 }),
    /405\. Check service\.baseUrl and/,
  ],
  ['a limit of the service', () => new Response('', { status: 429 }), /429\. Set rateLimit, or raise/],
  ['a redirect', () => new Response('', { status: 301 }), /status 301\. Check service\.baseUrl/],
  [
    'a page that is not there',
    () => new Response('', { status: 404 }),
    /status 404\. Check service\.baseUrl/,
  ],
  [
    'a proxy whose service is down',
    () => new Response('', { status: 502 }),
    /502\. Check that the service runs/,
  ],
  [
    'a service that fails',
    () => Response.json({ error: 1, message: 'x' }, { status: 500, headers: { 'x-request-id': 'req_7' } }),
    /status 500, error 1, x-request-id req_7\. Report the x-request-id/,
  ],
  ['a web page', () => new Response('<html>'), /Check that service\.baseUrl is the URL of the service/],
  [
    'a refused connection',
    () => {
      throw new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ECONNREFUSED' }) });
    },
    /ECONNREFUSED.*Check service\.baseUrl/,
  ],
];

for (const [name, respond, line] of FAILURES) {
  test(`${name} is one line on stderr, with the cause and what to do`, async (context) => {
    const lines = stderrOf(context);
    const shop = testMerchant({ onError: undefined }, { fetch: async () => respond() });
    assert.ok((await shop.call('POST', 'quote', { flights: [ZRH_SFO] })).status >= 500);
    assert.equal(lines.length, 1);
    assert.match(lines[0]!, line);
    for (const private_ of [BARE_CREDENTIALS.apiKey, BARE_CREDENTIALS.secret, 'zoe@example.com', '\n'])
      assert.ok(!lines[0]!.includes(private_), private_);
  });
}

for (const [error, next] of [
  [new OffsetTimeoutError('no response'), /service\.timeoutMs and service\.attemptTimeoutMs\.$/],
  [new WebhookError('bad_signature', 'x'), /Check webhookSecrets and the clock of this server\.$/],
  [new OffsetApiError(400, 'x', {}), /status 400\. Set the option onError to receive the message of/],
  [new KeyError('x'), /Check service\.signingKey and webhookSecrets\.$/],
] as const) {
  test(`${error.name} is followed by the options to check`, (context) => {
    const lines = stderrOf(context);
    reportToStderr(error, { operation: 'quote', requestId: undefined });
    assert.match(lines[0]!, next);
  });
}

test('a cause of many lines is the beginning of one', (context) => {
  const lines = stderrOf(context);
  reportToStderr(new Error('a\r\n\tb '.repeat(200)), { operation: 'quote', requestId: undefined });
  assert.match(lines[0]!, /^flight-offset: quote failed: Error: a b a b /);
  assert.ok(lines[0]!.length < 500 && !/[\r\n\t]/.test(lines[0]!), lines[0]);
});

test('prints nothing for invalid requests: anyone can send them', async (context) => {
  const lines = stderrOf(context);
  const shop = testMerchant({ onError: undefined });
  await shop.call('POST', 'quote', '{broken');
  await shop.call('POST', 'orders', { token: 'v1.e30.00' });
  await shop.call('GET', 'nowhere');
  assert.deepEqual(lines, []);
});

test('adds nothing to a message that already names the next step', async (context) => {
  const lines = stderrOf(context);
  const shop = testMerchant(
    { onError: undefined, breaker: { failures: 1 } },
    { fetch: async () => new Response('', { status: 501 }) },
  );
  await shop.call('POST', 'quote', { flights: [ZRH_SFO] });
  await shop.call('POST', 'quote', { flights: [ZRH_SFO] });
  assert.match(lines[1]!, /unavailable at the moment\. Try again shortly\.$/);
});

for (const [name, onError] of [
  ['throws', () => assert.fail('the log is full')],
  ['rejects', () => Promise.reject(new Error('the log is full'))],
] as const) {
  test(`an onError that ${name} does not change the response, and its failure is printed`, async (context) => {
    const lines = stderrOf(context);
    const shop = testMerchant({ onError }, { fetch: async () => new Response('', { status: 500 }) });
    assert.equal((await shop.call('POST', 'quote', { flights: [ZRH_SFO] })).status, 502);
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(lines.length, 1);
    assert.match(lines[0]!, /onError failed.*the log is full\.$/);
  });
}
