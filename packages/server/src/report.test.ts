import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
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

test('requests that are invalid print nothing: anyone can send them', async (context) => {
  const lines = stderrOf(context);
  const shop = testMerchant({ onError: undefined });
  await shop.call('POST', 'quote', '{broken');
  await shop.call('POST', 'orders', { token: 'v1.e30.00' });
  await shop.call('GET', 'nowhere');
  assert.deepEqual(lines, []);
});

test('what says itself what to do is followed by nothing', async (context) => {
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
  test(`an onError that ${name} takes nothing with it`, async (context) => {
    const lines = stderrOf(context);
    const shop = testMerchant({ onError }, { fetch: async () => new Response('', { status: 500 }) });
    assert.equal((await shop.call('POST', 'quote', { flights: [ZRH_SFO] })).status, 502);
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(lines.length, 1);
    assert.match(lines[0]!, /onError failed.*the log is full\.$/);
  });
}
